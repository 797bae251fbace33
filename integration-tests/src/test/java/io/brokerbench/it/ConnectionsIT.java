package io.brokerbench.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.brokerbench.driver.Cluster;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients that connect alongside the load, as their brokers see them: one round, which is held. */
@Tag("nightly")
final class ConnectionsIT {

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final long CLIENTS = 5;

  private static final String CONNECTIONS = "list_connections";
  private static final String PROPERTIES = "client_properties";

  private static final String RUN =
      "-w 2 --warmup 0 --duration 0 --set connections.hold=1h --set connections.rate=20/s"
          + " --set connections.count="
          + CLIENTS;

  private final Path home;
  private final Path broker;

  ConnectionsIT(@TempDir Path directory) throws Exception {
    this.home = Files.createDirectory(directory.toRealPath().resolve("run"));
    this.broker = Files.createDirectory(directory.toRealPath().resolve("broker"));
  }

  /**
   * Runs until all clients are connected, by the run's count and by the broker's.
   *
   * @param known number of clients that the broker knows
   */
  private void runUntilKnown(List<String> cluster, Callable<Long> known) throws Exception {
    String[] flags =
        Stream.concat(cluster.stream(), Stream.of(RUN.split(" ", -1))).toArray(String[]::new);
    try (Bench bench = Bench.start(home, flags)) {
      ResultDirectory running = bench.awaitSeconds(1);
      await()
          .atMost(PATIENCE)
          .until(
              () ->
                  running.rows().stream()
                      .anyMatch(row -> row.count("broker.openConnections") == CLIENTS));
      await().atMost(PATIENCE).until(known, count -> count == CLIENTS);
      bench.signal("INT");
      JsonNode run = bench.end().endedWith(130).result().json();
      JsonNode connections = run.path("connections");
      assertThat(connections.path("attempted").asLong()).isEqualTo(CLIENTS);
      assertThat(connections.path("connected").asLong()).isEqualTo(CLIENTS);
      assertThat(connections.path("failed")).isEmpty();
      assertThat(connections.path("fullRounds").asLong()).isEqualTo(1);
      assertThat(run.at("/latency/connect/count").asLong()).isEqualTo(CLIENTS);
      assertThat(run.at("/latency/subscribe/count").asLong()).isEqualTo(CLIENTS);
    }
  }

  @Test
  @RequiresRabbitMq
  void consumersOfRabbitMq() throws Exception {
    try (Cluster cluster = RabbitMq.start(broker, "cluster.nodes=1")) {
      runUntilKnown(
          RabbitMq.flags(cluster),
          () ->
              Math.min(
                  listed(cluster, "list_queues", "name", "amq.gen-"),
                  listed(cluster, CONNECTIONS, PROPERTIES, "brokerbench client ")));
      await()
          .atMost(PATIENCE)
          .until(
              () ->
                  listed(cluster, "list_queues", "name", "")
                          + listed(cluster, CONNECTIONS, PROPERTIES, "")
                      == 0);
    }
  }

  private static long listed(Cluster cluster, String command, String column, String part)
      throws Exception {
    return RabbitMq.list(cluster, command, column).stream()
        .filter(line -> line.contains(part))
        .count();
  }

  @Test
  @RequiresMosquitto
  void subscribersOfMqtt() throws Exception {
    try (Mosquitto mosquitto = Mosquitto.start(broker)) {
      runUntilKnown(
          List.of("--driver", "mqtt", "-n", mosquitto.address()),
          () -> logged(mosquitto, "New client connected from .* as (bb\\w{11}c\\d+) "));
      await()
          .atMost(PATIENCE)
          .until(() -> logged(mosquitto, "Client (bb\\w{11}c\\d+) .*disconnected") == CLIENTS);
    }
  }

  /** Number of clients in lines of the broker's log. */
  private static long logged(Mosquitto mosquitto, String line) throws Exception {
    return Pattern.compile(line)
        .matcher(mosquitto.log())
        .results()
        .map(result -> result.group(1))
        .distinct()
        .count();
  }

  @Test
  void consumersOfRocketMq() throws Exception {
    try (Cluster cluster = OwnCluster.start(broker, "cluster.topology=1m");
        Topics topics = new Topics(cluster.address())) {
      runUntilKnown(
          List.of("-n", cluster.address(), "-t", "storm"),
          () -> (long) topics.members(groups(topics).get(0)).size());
      assertThat(groups(topics)).as("groups left behind").isEmpty();
    }
  }

  private static List<String> groups(Topics topics) throws Exception {
    return topics.groups().stream()
        .filter(group -> group.startsWith("brokerbench_connections_"))
        .toList();
  }
}
