package io.brokerbench.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Planned faults that divide the network of RocketMQ in containers. */
@Tag("nightly")
@RequiresDocker
final class DividedNetworkIT {

  private static final Duration PATIENCE = Duration.ofMinutes(5);

  @TempDir private Path home;

  private static String[] flags(String fault, String flags, String... settings) {
    List<String> all =
        new ArrayList<>(
            List.of(
                ("--producers 2 --rate 50/s --warmup 1s --set limits.achieved=0 " + flags)
                    .split(" ", -1)));
    List<String> settingsOfPod = new ArrayList<>(List.of(settings));
    settingsOfPod.add("cluster.container.network=pod");
    all.addAll(List.of(Docker.flags("5.5.0", settingsOfPod.toArray(String[]::new))));
    all.addAll(List.of("--fault", fault));
    return all.toArray(String[]::new);
  }

  private static JsonNode fault(ResultDirectory result) {
    return result.json().at("/plannedFaults/faults/0");
  }

  /** Clients reach both masters; the messages of the one that is cut off end with its office. */
  @Test
  void aMasterThatIsCutOffAcknowledgesWhatTheNextOneLacks() throws Exception {
    ResultDirectory result =
        Bench.run(
                Bench.CONSUMER,
                home,
                flags(
                    "partition master at 2s for 16s",
                    "--duration 24s --set consume.drain=10s",
                    "cluster.topology=controller"))
            .measured();
    JsonNode fault = fault(result);
    String cutOff = fault.path("node").asText();
    assertThat(fault.path("events").findValuesAsText("text"))
        .contains(cutOff + ": cut off from other nodes", cutOff + ": reconnected")
        .anyMatch(event -> event.matches("the brokers report broker-\\d as master"))
        .noneMatch(event -> event.contains(cutOff + " as master"));
    Accounts accounts = Accounts.of(result).assertEveryMessageHasOneOutcome();
    assertThat(accounts.brokerCount())
        .as("consumers may have read it before it was truncated")
        .isLessThan(accounts.acked());
  }

  /** Nothing elects another one: the controller is on the side of the master. */
  @Test
  void aMasterThatIsCutOffTogetherWithItsControllerRemainsMaster() throws Exception {
    ResultDirectory result =
        Bench.run(
                Bench.CONSUMER,
                home,
                flags(
                    "partition master with namesrv at 2s for 16s",
                    "--duration 24s --set consume.drain=10s",
                    "cluster.topology=controller"))
            .measured();
    JsonNode fault = fault(result);
    String both = fault.path("node").asText() + " and namesrv";
    assertThat(fault.path("fault").asText()).isEqualTo("partition master with namesrv");
    assertThat(fault.path("events").findValuesAsText("text"))
        .containsExactly(both + ": cut off from other nodes", both + ": reconnected");
    Accounts accounts = Accounts.of(result).assertEveryMessageHasOneOutcome();
    assertThat(accounts.brokerCount()).isGreaterThanOrEqualTo(accounts.acked());
    assertThat(fault.at("/consumption/lost").asLong(-1)).isZero();
  }

  /**
   * Whether consumers read everything in time is the broker's decision: until it closes the
   * connection that was cut, it may count a consumer twice and leave it half of the queues.
   */
  @Test
  void anIsolatedBrokerAnswersNoOneAndLosesNothing() throws Exception {
    ResultDirectory result =
        Bench.run(
                Bench.CONSUMER,
                home,
                flags(
                    "isolate master at 2s for 6s",
                    "--duration 20s --set client.send-timeout=1s --set consume.drain=10s",
                    "cluster.topology=1m"))
            .measured();
    JsonNode fault = fault(result);
    assertThat(fault.path("events").findValuesAsText("text"))
        .containsExactly("master: cut off from nodes and clients", "master: reconnected");
    assertThat(fault.path("unknown").asLong()).isPositive();
    assertThat(fault.path("firstSuccessSeconds").isNumber()).isTrue();
    Accounts accounts = Accounts.of(result).assertEveryMessageHasOneOutcome();
    assertThat(accounts.brokerCount()).isGreaterThanOrEqualTo(accounts.acked());
  }

  @Test
  void aKilledRunLeavesNoContainer() throws Exception {
    try (Bench bench =
        Bench.start(
            Bench.CONSUMER,
            home,
            Map.of(),
            flags(
                "partition master at 1s for 50m",
                "--duration 1h --set load.settle=1s",
                "cluster.topology=1m"))) {
      bench.awaitOutput("master: cut off");
      assertThat(Docker.containersOf(bench.pid()))
          .flatExtracting(container -> List.of(container.getNames()))
          .anyMatch(name -> name.endsWith("-firewall"));
      bench.signal("KILL");
      bench.end().endedWith(137);
      await().atMost(PATIENCE).until(() -> Docker.containersOf(bench.pid()).isEmpty());
    }
  }
}
