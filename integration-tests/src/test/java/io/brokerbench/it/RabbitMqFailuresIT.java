package io.brokerbench.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.Reader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs whose RabbitMQ nodes fail. */
@Tag("nightly")
@RequiresRabbitMq
final class RabbitMqFailuresIT {

  private static final Duration DEATH = Duration.ofMinutes(2);
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir private Path home;

  @Test
  void withConfirmsAndAMajorityNothingIsLostWithANode() throws Exception {
    ResultDirectory result = killed("--set rabbitmq.queue-type=quorum --set load.in-flight=5each");
    Accounts accounts = Accounts.of(result).assertEveryMessageHasOneOutcome();
    assertThat(accounts.count("lost")).as("audit %s", accounts.audit()).isZero();
    assertThat(accounts.count("delivered")).isEqualTo(accounts.acked()).isPositive();
    accounts.everyFirstSightIsALatency();
  }

  @Test
  void withoutConfirmsWhatANodeTookAwayIsNamed() throws Exception {
    ResultDirectory result = killed("--set load.in-flight=none");
    Accounts accounts = Accounts.of(result).assertEveryMessageHasOneOutcome();
    assertThat(accounts.acked()).isZero();
    Set<Header.Name> missing = result.named("indeterminate");
    assertThat((long) missing.size()).isEqualTo(accounts.count("indeterminate")).isPositive();
  }

  @Test
  void theLeaderOfAQueueIsKilledAndTheNextOneReported() throws Exception {
    try (Bench bench = startWith("kill leader of queue 1 at 8s")) {
      bench.awaitSeconds(1);
      String killed = leader("r1");
      bench.awaitOutput(killed + " killed");
      String other = killed.equals("r1") ? "r2" : "r1";
      await().atMost(PATIENCE).until(() -> !Set.of(killed, "").contains(leader(other)));
      String next = leader(other);
      ResultDirectory result = bench.end().endedWith(0, 4).result();
      JsonNode fault = result.json().at("/plannedFaults/faults/0");
      assertThat(fault.path("fault").asText()).isEqualTo("kill leader of queue 1");
      assertThat(fault.path("node").asText()).isEqualTo(killed);
      assertThat(fault.path("events").findValuesAsText("text"))
          .containsExactly(
              killed + " killed", "the brokers report " + next + " as leader of queue 1");
      assertThat(Accounts.of(result).assertEveryMessageHasOneOutcome().count("lost")).isZero();
    }
  }

  @Test
  void aFollowerOfAQueueIsKilledAndTheLeaderGoesOn() throws Exception {
    try (Bench bench = startWith("kill follower of queue 1 at 8s")) {
      bench.awaitSeconds(1);
      String leader = leader("r1");
      ResultDirectory result = bench.end().endedWith(0, 4).result();
      JsonNode fault = result.json().at("/plannedFaults/faults/0");
      String killed = fault.path("node").asText();
      assertThat(killed).isIn("r1", "r2", "r3").isNotEqualTo(leader);
      assertThat(fault.path("events").findValuesAsText("text")).containsExactly(killed + " killed");
      assertThat(Accounts.of(result).assertEveryMessageHasOneOutcome().count("lost")).isZero();
    }
  }

  private Bench startWith(String fault) throws Exception {
    List<String> flags =
        new ArrayList<>(
            List.of(
                ("--driver rabbitmq --producers 2 --rate 100/s --warmup 1s --duration 15s"
                        + " --set rabbitmq.queue-type=quorum --set topic.queues=2"
                        + " --set limits.achieved=0 --set "
                        + Bench.DRAIN)
                    .split(" ", -1)));
    flags.addAll(List.of("--fault", fault));
    return Bench.start(Bench.CONSUMER, home, Map.of(), flags.toArray(String[]::new));
  }

  /** The node with the leader of the second queue, as the management API of a node reports it. */
  private String leader(String asked) throws Exception {
    Path configuration;
    try (Stream<Path> files = Files.walk(home.resolve("data"))) {
      configuration =
          files
              .filter(file -> file.endsWith(asked + "/conf/rabbitmq.conf"))
              .findAny()
              .orElseThrow();
    }
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(configuration)) {
      properties.load(reader);
    }
    String url =
        String.format(
            Locale.ROOT,
            "http://127.0.0.1:%s/api/queues/%%2F/brokerbench-2",
            properties.getProperty("management.tcp.port"));
    String account = Base64.getEncoder().encodeToString("guest:guest".getBytes(UTF_8));
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url)).header("Authorization", "Basic " + account).build();
    String answer =
        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body();
    return new ObjectMapper().readTree(answer).path("leader").asText().replace("@localhost", "");
  }

  @Test
  void killingTheBenchmarkUnderLoadLeavesNoNodeAndNoData() throws Exception {
    try (Bench bench =
        Bench.start(
            Path.of(System.getProperty("java.home")),
            Bench.CONSUMER,
            home,
            "--driver rabbitmq --set cluster.nodes=1 --rate 500/s --warmup 1s --duration 0"
                .split(" ", -1))) {
      bench.awaitMeasured("attempted", 100);
      // A node in a long garbage collection, or with a full output pipe, would not end by itself.
      Processes.signal("STOP", bench.processes().beam("r1"));
      bench.signal("KILL");
      assertThat(bench.end().exitCode()).isEqualTo(137);
    }
  }

  /** The result of a run with one of its three nodes killed. */
  private ResultDirectory killed(String flags) throws Exception {
    try (Bench bench =
        Bench.start(
            Path.of(System.getProperty("java.home")),
            Bench.CONSUMER,
            home,
            ("--driver rabbitmq --rate 400/s --warmup 1s --duration 0 --set load.messages=4000"
                    + " --set load.threads=6"
                    + " --set load.mode=async --set topic.queues=3 --set consume.clients=3"
                    + " --set consume.threads=1 --set consume.drain=20s "
                    + flags)
                .split(" ", -1))) {
      bench.awaitMeasured("attempted", 400);
      ProcessHandle node = bench.processes().beam("r2");
      Processes.signal("KILL", node);
      await().atMost(DEATH).until(() -> !node.isAlive());
      ResultDirectory result = bench.end().endedWith(4).result();
      assertThat(result.reasons())
          .anyMatch(reason -> reason.contains("r2 ended with exit code 137 (SIGKILL)"));
      assertThat(result.path().resolve("logs").resolve("r2")).isDirectory();
      return result;
    }
  }
}
