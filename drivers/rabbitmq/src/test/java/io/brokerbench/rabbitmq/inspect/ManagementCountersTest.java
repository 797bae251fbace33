package io.brokerbench.rabbitmq.inspect;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Envelope;
import com.rabbitmq.client.GetResponse;
import com.rabbitmq.client.impl.AMQImpl;
import com.sun.net.httpserver.HttpServer;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.PrometheusEndpoints;
import io.brokerbench.rabbitmq.TestOptions;
import io.brokerbench.rabbitmq.connect.Channels;
import io.brokerbench.rabbitmq.connect.RabbitMqOptions.Access;
import io.brokerbench.rabbitmq.inspect.ManagementApi.QueueCounts;
import io.brokerbench.rabbitmq.inspect.ManagementApi.QueueNodes;
import io.brokerbench.rabbitmq.inspect.RabbitMqCounts.Counters;
import io.brokerbench.workload.SettingsException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** With answers recorded from three nodes of release 3.8.9. */
final class ManagementCountersTest {

  /** The queues of the marks in the recorded answers, one per node. */
  private static final List<String> MARKS =
      List.of(
          "amq.gen-7RIjkK7lPg6Bv-KMXZcd9g",
          "amq.gen-tAA00UdrEdNswj7taf9QcA",
          "amq.gen-tBUPKIE6nkgxw8zjB0qcww");

  private static final List<String> QUEUES =
      IntStream.rangeClosed(1, 8).mapToObj(queue -> "brokerbench-" + queue).toList();

  /** The header of guest with the password secret. */
  private static final String ACCOUNT = " Basic Z3Vlc3Q6c2VjcmV0";

  private final List<String> asked = new ArrayList<>();
  private HttpServer server;
  private volatile int status = 200;
  private volatile List<String> queues = List.of("queues-behind", "queues-up-to-date");
  private volatile String nodes = "";

  @BeforeEach
  void start() throws Exception {
    nodes = recorded("nodes");
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          String path = exchange.getRequestURI().getRawPath();
          String account = exchange.getRequestHeaders().getFirst("Authorization");
          asked.add(path + " " + account);
          String answer = path.endsWith("/nodes") ? nodes : recorded(nextQueues());
          byte[] body = answer.getBytes(UTF_8);
          exchange.sendResponseHeaders(status, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  /** The last answer is repeated. */
  private String nextQueues() {
    String next = queues.get(0);
    if (queues.size() > 1) {
      queues = queues.subList(1, queues.size());
    }
    return next;
  }

  @Test
  void countsAreReadOnceEachNodeHasCountedItsMark() throws Exception {
    // Three of eight probes were counted before the marks were.
    assertThat(counters().read())
        .containsEntry(Counters.ROUTED, 8.0)
        .containsEntry(Counters.ACKNOWLEDGED, 0.0)
        .containsEntry(Counters.DELIVERED, 0.0);
    assertThat(asked)
        .containsExactly(
            "/api/queues/%2Fa%20b" + ACCOUNT,
            "/api/queues/%2Fa%20b" + ACCOUNT,
            "/api/queues/%2Fa%20b" + ACCOUNT,
            "/api/nodes" + ACCOUNT);
  }

  @Test
  void messagesOfOtherQueuesAreNotCounted() throws Exception {
    queues = List.of("queues-under-load");
    Map<String, QueueCounts> all = ManagementApi.queues(mapped("queues-under-load"));
    assertThat(all).containsKeys("brokerbench-1", MARKS.get(0));
    assertThat(counters().read())
        .containsEntry(Counters.ROUTED, 1785.0)
        .containsEntry(Counters.ACKNOWLEDGED, 1800.0);
  }

  @Test
  void afterTheRestartOfANodeNothingIsKnown() throws Exception {
    ManagementCounters counters = counters();
    assertThat(counters.read()).isNotEmpty();
    nodes = nodes.replace("82739", "1000");
    assertThat(counters.read()).isEmpty();
  }

  @Test
  void aNodeThatDoesNotRunIsNamed() throws Exception {
    nodes = recorded("nodes-one-down");
    assertThatThrownBy(() -> counters().read())
        .isInstanceOf(BrokerException.class)
        .hasMessage("node r2@localhost does not run: its counts are not known");
  }

  @Test
  void anAccountWithoutPermissionIsNamed() throws Exception {
    status = 401;
    assertThatThrownBy(() -> counters().read())
        .isInstanceOf(BrokerException.class)
        .hasMessageMatching(
            "the broker does not report its counts at http://127.0.0.1:\\d+/api/: HTTP status 401;"
                + " user guest needs the tag monitoring or administrator");
  }

  @Test
  void countsThatTheAccountMayNotReadAreUnknownAndEndNothing() throws Exception {
    status = 401;
    try (RabbitMqCounts counts =
        new RabbitMqCounts(
            new PrometheusEndpoints(List.of()), Optional.of(counters()), false, Map.of())) {
      assertThatThrownBy(counts::taken)
          .isInstanceOf(BrokerException.class)
          .hasMessageContaining("user guest needs the tag monitoring");
      assertThatThrownBy(counts::acknowledged).isInstanceOf(BrokerException.class);
      assertThat(counts.ofNodes()).isFalse();
    }
    status = 500;
    assertThatThrownBy(
            () ->
                new RabbitMqCounts(
                    new PrometheusEndpoints(List.of()), Optional.of(counters()), false, Map.of()))
        .isInstanceOf(BrokerException.class)
        .hasMessageContaining("HTTP status 500");
  }

  @Test
  void thePasswordIsNotSentToAnotherMachineInTheClear() {
    assertThatThrownBy(() -> new ManagementApi(List.of("10.0.0.1:15672"), access(true)))
        .isInstanceOf(BrokerException.class)
        .hasMessageContaining("not sent to 10.0.0.1:15672 in the clear");
  }

  @Test
  void nodesWhoseMetricsDoNotCountMessagesAreCountedByTheManagementApi() throws Exception {
    try (RabbitMqCounts counts =
        new RabbitMqCounts(
            new PrometheusEndpoints(List.of()), Optional.of(counters()), false, Map.of())) {
      queues = List.of("queues-under-load");
      assertThat(counts.taken()).hasValue(1785 - 8);
      assertThat(counts.acknowledged()).hasValue(1800);
    }
  }

  /** Parts of answers of releases 3.10 and 4.0; a queue with members has no leader in elections. */
  @Test
  void aQueueHasItsLeaderOrItsOnlyNode() throws Exception {
    assertThat(leader("{\"leader\": \"r2@localhost\", \"type\": \"quorum\"}"))
        .hasValue("r2@localhost");
    assertThat(leader("{\"node\": \"r1@localhost\", \"type\": \"classic\"}"))
        .hasValue("r1@localhost");
    assertThat(leader("{\"leader\": \"\", \"node\": \"r1@localhost\"}")).isEmpty();
    assertThat(leader("{\"state\": \"down\"}")).isEmpty();
    QueueNodes unused = api().nodes("queue 1");
    assertThat(asked).containsExactly("/api/queues/%2Fa%20b/queue%201" + ACCOUNT);
  }

  @Test
  void followersAreTheCopiesOnRunningNodesThatDoNotLead() throws Exception {
    String quorum =
        "{\"leader\": \"r2@localhost\", \"members\": [\"r1@localhost\", \"r3@localhost\"],"
            + " \"online\": [\"r1@localhost\", \"r2@localhost\"]}";
    assertThat(nodes(quorum).followers()).containsExactly("r1@localhost");
    String mirrored = "{\"node\": \"r1@localhost\", \"slave_nodes\": [\"r3@localhost\"]}";
    assertThat(nodes(mirrored).followers()).containsExactly("r3@localhost");
    assertThat(nodes("{\"node\": \"r1@localhost\"}").followers()).isEmpty();
    assertThat(nodes("{\"leader\": \"\", \"online\": [\"r1@localhost\"]}").followers()).isEmpty();
  }

  private static Optional<String> leader(String queue) throws Exception {
    return nodes(queue).leader();
  }

  private static QueueNodes nodes(String queue) throws Exception {
    return ManagementApi.nodes(new ObjectMapper().readTree(queue));
  }

  private ManagementApi api() throws BrokerException, SettingsException {
    return new ManagementApi(
        List.of(String.format(Locale.ROOT, "127.0.0.1:%d", server.getAddress().getPort())),
        access(false));
  }

  private ManagementCounters counters() throws BrokerException, SettingsException {
    return new ManagementCounters(
        api(), MARKS.stream().map(mark -> (Channels) () -> node(mark)).toList(), QUEUES);
  }

  private static Access access(boolean tls) throws SettingsException {
    return TestOptions.of(
            "cluster.tls=" + tls, "rabbitmq.password=secret", "rabbitmq.virtual-host=/a b")
        .access();
  }

  /** A channel to a node that names the queue of the mark. */
  private static Channel node(String mark) {
    return (Channel)
        Proxy.newProxyInstance(
            ManagementCountersTest.class.getClassLoader(),
            new Class<?>[] {Channel.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "queueDeclare" -> new AMQImpl.Queue.DeclareOk(mark, 0, 0);
                  case "basicGet" ->
                      new GetResponse(new Envelope(1, false, "", mark), null, new byte[0], 0);
                  default -> null;
                });
  }

  private static JsonNode mapped(String name) throws Exception {
    return new ObjectMapper().readTree(recorded(name));
  }

  private static String recorded(String name) throws IOException {
    try (InputStream file =
        Objects.requireNonNull(ManagementCountersTest.class.getResourceAsStream(name + ".json"))) {
      return new String(file.readAllBytes(), UTF_8);
    }
  }
}
