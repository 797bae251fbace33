package io.brokerbench.cluster;

import io.brokerbench.address.HostPort;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.ClusterPlan;
import io.brokerbench.driver.DaemonThreads;
import io.brokerbench.driver.Node;
import io.brokerbench.units.Text;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Uses a running cluster if one of its addresses accepts a connection.
 *
 * @param what the kind of server at the addresses: "name server"
 * @param origin where the addresses were set
 * @param stated further facts about the cluster
 * @param neededForAlarms the setting that is missing, without which alarms are unknown
 */
public record ExternalPlan(
    String what,
    List<HostPort> addresses,
    String origin,
    Map<String, Object> stated,
    Optional<String> neededForAlarms)
    implements ClusterPlan {

  private static final int CONNECT_MILLIS = 5_000;
  // The lookup of a host name has no timeout of its own.
  private static final int ANSWER_MILLIS = 8_000;

  @Override
  public Optional<String> external() {
    return Optional.of(Text.of("%s (from %s)", HostPort.text(addresses), origin));
  }

  @Override
  public Cluster start(Consumer<String> progress) throws BrokerException, InterruptedException {
    List<CompletableFuture<String>> answers = new ArrayList<>();
    CompletableFuture<String> connected = new CompletableFuture<>();
    for (HostPort address : addresses) {
      CompletableFuture<String> answer = new CompletableFuture<>();
      answers.add(answer);
      DaemonThreads.start("brokerbench-connect", () -> connect(address, connected, answer));
    }
    try {
      CompletableFuture.anyOf(
              connected, CompletableFuture.allOf(answers.toArray(CompletableFuture<?>[]::new)))
          .get(ANSWER_MILLIS, TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    } catch (TimeoutException e) {
      // Addresses that did not answer are reported below.
    }
    if (connected.isDone()) {
      return new ExternalCluster(addresses, stated);
    }
    throw new BrokerException(
        Text.of("no %s accepts a connection: ", what)
            + String.join(
                ", ", answers.stream().map(answer -> answer.getNow("no answer in time")).toList()));
  }

  private static void connect(
      HostPort address, CompletableFuture<String> connected, CompletableFuture<String> answer) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(address.host(), address.port()), CONNECT_MILLIS);
      connected.complete(address.toString());
      answer.complete(address + " answers");
    } catch (UnknownHostException e) {
      answer.complete(Text.of("%s (there is no such host)", address));
    } catch (IOException e) {
      answer.complete(Text.of("%s (%s)", address, e.getMessage()));
    }
  }

  /**
   * An external cluster: only its addresses are known. brokerbench neither checks nor ends it.
   *
   * @param addresses the servers that clients connect to
   * @param stated further facts from the settings
   */
  private record ExternalCluster(List<HostPort> addresses, Map<String, Object> stated)
      implements Cluster {

    @Override
    public String address() {
      return HostPort.text(addresses);
    }

    @Override
    public List<Node> nodes() {
      return List.of();
    }

    @Override
    public Map<String, Object> facts() {
      Map<String, Object> facts = new LinkedHashMap<>();
      facts.put("host", "external");
      facts.put("addresses", address());
      facts.putAll(stated);
      return Collections.unmodifiableMap(facts);
    }

    @Override
    public void close() {}
  }
}
