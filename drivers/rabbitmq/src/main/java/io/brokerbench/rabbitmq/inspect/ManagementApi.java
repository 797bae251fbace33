package io.brokerbench.rabbitmq.inspect;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.brokerbench.address.HostPort;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.http.HttpGet;
import io.brokerbench.rabbitmq.connect.RabbitMqOptions.Access;
import io.brokerbench.units.Causes;
import io.brokerbench.units.Text;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The HTTP API of the plugin rabbitmq_management; each node answers for all. Thread-safe. */
public final class ManagementApi {

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** For the question after the nodes of a queue, which another node answers if one hangs. */
  private static final Duration PATIENCE_FOR_NODES = Duration.ofSeconds(2);

  private static final String QUEUES =
      "queues/%s?columns=name,message_stats.publish,message_stats.ack,message_stats.deliver_no_ack";

  private static final String QUEUE = "queues/%s/%s?columns=node,leader,online,slave_nodes";

  private static final String NODES = "nodes?columns=name,running,uptime";

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final List<String> addresses;
  private final Access access;
  private final HttpGet http = new HttpGet();

  /** The user may not read the counts; the cause of a {@link BrokerException}. */
  static final class UnauthorizedException extends IOException {

    private static final long serialVersionUID = 1L;

    UnauthorizedException(String message) {
      super(message);
    }
  }

  /**
   * A queue's counts since its declaration.
   *
   * @param published messages routed to it
   * @param acknowledged deliveries acknowledged by consumers
   * @param autoAcknowledged deliveries that need no acknowledgement
   */
  record QueueCounts(long published, long acknowledged, long autoAcknowledged) {

    static final QueueCounts NONE = new QueueCounts(0, 0, 0);
  }

  /**
   * The names of the nodes that have a queue.
   *
   * @param leader empty if it has none
   * @param followers of the leader, those that are running
   */
  record QueueNodes(Optional<String> leader, List<String> followers) {}

  /**
   * Connects to nothing yet.
   *
   * @param addresses of the nodes, {@code host:port}
   * @param access the account, which needs the tag monitoring or administrator
   * @throws BrokerException if the password would leave this machine in the clear, though the
   *     clients' connections are encrypted
   */
  public ManagementApi(List<String> addresses, Access access) throws BrokerException {
    this.addresses = List.copyOf(addresses);
    this.access = access;
    for (String address : addresses) {
      if (access.tls().isPresent() && !HostPort.parse(address).isLoopback()) {
        throw new BrokerException(
            Text.of(
                "cluster.management-addresses: with cluster.tls, the password is not sent to %s in the clear; forward a port of this machine to it, or leave it out",
                address));
      }
    }
  }

  /** The counts of the virtual host's queues by name. */
  Map<String, QueueCounts> queues() throws BrokerException {
    return queues(ask(Text.of(QUEUES, encoded(access.virtualHost())), PATIENCE));
  }

  QueueNodes nodes(String queue) throws BrokerException {
    return nodes(
        ask(Text.of(QUEUE, encoded(access.virtualHost()), encoded(queue)), PATIENCE_FOR_NODES));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, UTF_8).replace("+", "%20");
  }

  /**
   * The uptime of each node by its name, in milliseconds.
   *
   * @throws BrokerException also if a node does not run
   */
  Map<String, Long> uptimes() throws BrokerException {
    return uptimes(ask(NODES, PATIENCE));
  }

  /** The first answer of a node. */
  private JsonNode ask(String what, Duration patience) throws BrokerException {
    BrokerException failure = new BrokerException("no address of the management API is known");
    for (String address : addresses) {
      String url = Text.of("http://%s/api/%s", address, what);
      try {
        return answer(url, patience);
      } catch (IOException | IllegalArgumentException e) {
        failure =
            new BrokerException(
                Text.of(
                    "the broker does not report its counts at http://%s/api/: %s",
                    address, Causes.line(e)),
                e);
      }
    }
    throw failure;
  }

  private JsonNode answer(String url, Duration patience) throws IOException, BrokerException {
    String account = access.user() + ":" + access.password();
    try {
      HttpResponse<String> answer =
          HttpGet.await(
              http.send(
                  URI.create(url),
                  patience,
                  "Authorization",
                  "Basic " + Base64.getEncoder().encodeToString(account.getBytes(UTF_8))),
              patience);
      if (answer.statusCode() == HttpURLConnection.HTTP_UNAUTHORIZED) {
        throw new UnauthorizedException(
            Text.of(
                "HTTP status 401; user %s needs the tag monitoring or administrator",
                access.user()));
      }
      if (answer.statusCode() != HttpURLConnection.HTTP_OK) {
        throw new IOException("HTTP status " + answer.statusCode());
      }
      return MAPPER.readTree(answer.body());
    } catch (JsonProcessingException e) {
      throw new IOException("the answer is not JSON", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BrokerException("interrupted", e);
    }
  }

  /** Parses the list of queues; a queue without messages so far has no statistics. */
  static Map<String, QueueCounts> queues(JsonNode list) {
    Map<String, QueueCounts> counts = new HashMap<>();
    for (JsonNode queue : list) {
      JsonNode statistics = queue.path("message_stats");
      counts.put(
          queue.path("name").asText(),
          new QueueCounts(
              statistics.path("publish").asLong(),
              statistics.path("ack").asLong(),
              statistics.path("deliver_no_ack").asLong()));
    }
    return counts;
  }

  /** Parses a queue: one without members has the node that hosts it, and maybe mirrors. */
  static QueueNodes nodes(JsonNode queue) {
    String leader = queue.path(queue.has("leader") ? "leader" : "node").asText();
    if (leader.isEmpty()) {
      return new QueueNodes(Optional.empty(), List.of());
    }
    List<String> followers = new ArrayList<>();
    for (String copies : List.of("online", "slave_nodes")) {
      for (JsonNode node : queue.path(copies)) {
        if (!node.asText().equals(leader)) {
          followers.add(node.asText());
        }
      }
    }
    return new QueueNodes(Optional.of(leader), List.copyOf(followers));
  }

  /** Parses the list of nodes. */
  static Map<String, Long> uptimes(JsonNode list) throws BrokerException {
    Map<String, Long> uptimes = new HashMap<>();
    for (JsonNode node : list) {
      String name = node.path("name").asText();
      if (!node.path("running").asBoolean()) {
        throw new BrokerException(Text.of("node %s does not run: its counts are not known", name));
      }
      uptimes.put(name, node.path("uptime").asLong());
    }
    return uptimes;
  }
}
