package io.brokerbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Faults that a run injects into the RocketMQ cluster that it has started. */
@Tag("nightly")
final class PlannedFaultsIT {

  private static final int FIRST_KILL_SECONDS = 3;
  private static final int DOWN_SECONDS = 1;

  /** From a kill to the next: the others elect a master, and the killed node joins them. */
  private static final int REIGN_SECONDS = 14;

  @TempDir private Path home;

  private static String[] flags(String flags, String... faults) {
    List<String> all =
        new ArrayList<>(
            List.of(
                ("--producers 2 --rate 100/s --warmup 1s --set limits.achieved=0 --set consume.drain=10s "
                        + flags)
                    .split(" ", -1)));
    for (String fault : faults) {
      all.addAll(List.of("--fault", fault));
    }
    return all.toArray(String[]::new);
  }

  private ResultDirectory run(String flags, String... faults) throws Exception {
    return Bench.run(Bench.CONSUMER, home, flags(flags, faults)).measured();
  }

  private static JsonNode onlyFault(ResultDirectory result) {
    JsonNode faults = result.json().at("/plannedFaults/faults");
    assertThat(faults).hasSize(1);
    JsonNode fault = faults.get(0);
    assertThat(fault.path("due").asLong())
        .isEqualTo(
            fault.path("inTime").asLong()
                + fault.path("late").asLong()
                + fault.path("rejected").asLong()
                + fault.path("unknown").asLong()
                + fault.path("unsent").asLong());
    assertThat(result.reasons()).noneMatch(reason -> reason.contains("ended with"));
    return fault;
  }

  /** The sum of a field of several faults, or of their parts. */
  private static long sum(JsonNode faults, String field) {
    return faults.findValues(field).stream().mapToLong(JsonNode::asLong).sum();
  }

  private static List<String> events(JsonNode fault) {
    return fault.path("events").findValuesAsText("text");
  }

  private static void assertSucceeded(String master, JsonNode fault) {
    assertThat(events(fault))
        .anyMatch(event -> event.matches("the brokers report broker-\\d as master"))
        .noneMatch(event -> event.contains(master + " as master"));
  }

  @Test
  void aMasterThatIsKilledComesBackWithAllThatWasOnDisk() throws Exception {
    ResultDirectory result =
        run(
            "--duration 25s --flush sync --set cluster.topology=1m",
            "kill master at 4s restart 1s");
    JsonNode fault = onlyFault(result);
    assertThat(fault.path("node").asText()).isEqualTo("master");
    assertThat(events(fault))
        .containsExactly("master killed", "master restarted", "master accepts connections");
    Accounts accounts = Accounts.of(result).assertEveryMessageHasOneOutcome();
    assertThat(accounts.rejected() + accounts.unknown()).isPositive();
    assertThat(accounts.count("lost")).isZero();
    assertThat(fault.at("/consumption/lost").longValue()).isZero();
    assertThat(result.json().at("/plannedFaults").has("brokenPromise")).isFalse();
  }

  @Test
  void aKillIsMeasuredByTheMessagesOfAllWorkers() throws Exception {
    ResultDirectory result =
        run(
            "--workers 2 --local --clients 2 --duration 25s --flush sync"
                + " --set cluster.topology=1m",
            "kill master at 4s restart 1s");
    assertThat(result.json().at("/workers")).hasSize(2);
    JsonNode fault = onlyFault(result);
    assertThat(events(fault))
        .containsExactly("master killed", "master restarted", "master accepts connections");
    Accounts accounts = Accounts.of(result).assertEveryMessageHasOneOutcome();
    assertThat(accounts.rejected() + accounts.unknown()).isPositive();
    // Those that were in flight at the kill were due before it.
    assertThat(fault.path("rejected").asLong() + fault.path("unknown").asLong())
        .isPositive()
        .isLessThanOrEqualTo(accounts.rejected() + accounts.unknown());
    assertThat(fault.path("unavailable")).isNotEmpty();
    assertThat(fault.at("/consumption/lost").longValue())
        .isEqualTo(accounts.count("lost"))
        .isZero();
  }

  @Test
  void halfOfTheQueuesFailWithOneOfTwoMasters() throws Exception {
    ResultDirectory result =
        run(
            "--duration 20s --flush sync --set cluster.topology=2m2s --set topic.queues=4",
            "kill master-b at 6s restart 6s");
    JsonNode fault = onlyFault(result);
    assertThat(fault.path("node").asText()).isEqualTo("master-b");
    Map<Boolean, List<JsonNode>> queues =
        StreamSupport.stream(fault.at("/consumption/unavailableQueues").spliterator(), false)
            // Queues count in the order of their brokers.
            .collect(Collectors.partitioningBy(queue -> queue.path("queue").asInt() >= 4));
    assertThat(queues.get(true)).hasSize(4);
    // A busy machine stops the others for moments.
    assertThat(queues.get(false))
        .extracting(queue -> queue.path("unavailableSeconds").asDouble())
        .allMatch(
            seconds ->
                queues.get(true).stream()
                    .allMatch(down -> down.path("unavailableSeconds").asDouble() > seconds));
    // By the counts of both masters: nothing that was on a disk is gone with its process.
    Accounts accounts = Accounts.of(result).areComplete();
    assertThat(accounts.rejected() + accounts.unknown()).isPositive();
    assertThat(accounts.count("lost")).isZero();
    assertBrokersAgree(accounts, "broker-a", "broker-b");
    JsonNode brokers = accounts.audit().path("brokers");
    assertThat(failed(brokers.path("broker-b")))
        .as("%s", brokers)
        .isPositive()
        .isGreaterThan(failed(brokers.path("broker-a")));
  }

  private static long failed(JsonNode broker) {
    return broker.path("rejected").asLong() + broker.path("unknown").asLong();
  }

  /** Each broker holds what it acknowledged, and all of them the messages of the run. */
  private static void assertBrokersAgree(Accounts accounts, String... names) {
    JsonNode brokers = accounts.audit().path("brokers");
    assertThat(brokers).hasSize(names.length);
    for (String name : names) {
      assertThat(brokers.path(name).path("acked").asLong()).as("%s", brokers).isPositive();
      assertThat(brokers.path(name).path("agrees").asBoolean()).as("%s", brokers).isTrue();
    }
    assertThat(sum(brokers, "attempted")).as("%s", brokers).isEqualTo(accounts.attempted());
    assertThat(sum(brokers, "acked")).as("%s", brokers).isEqualTo(accounts.acked());
    assertThat(sum(brokers, "unknown")).as("%s", brokers).isEqualTo(accounts.unknown());
    assertThat(sum(brokers, "rejected")).as("%s", brokers).isEqualTo(accounts.rejected());
    assertThat(sum(brokers, "held")).as("%s", brokers).isEqualTo(accounts.brokerCount());
  }

  @Test
  void theNextMasterIsElectedAndReported() throws Exception {
    ResultDirectory result =
        run("--duration 40s --set cluster.topology=dledger", "kill master at 3s");
    JsonNode fault = onlyFault(result);
    String killed = fault.path("node").asText();
    assertThat(killed).startsWith("broker-");
    assertThat(events(fault))
        .contains(killed + " killed")
        .anyMatch(event -> event.matches("the sending clients know broker-\\d as master"));
    assertSucceeded(killed, fault);
    assertThat(fault.path("endedSeconds").isNull()).isTrue();
    assertThat(Accounts.of(result).assertEveryMessageHasOneOutcome().count("lost")).isZero();
  }

  @Test
  void leadersOfQueuesAndControllersAreFound() throws Exception {
    ResultDirectory result =
        run(
            "--duration 6s --set cluster.topology=controller",
            "pause leader of queue 3 at 1s for 100ms",
            "kill controller leader at 3s restart 1s");
    String master = "";
    for (JsonNode broker : result.json().at("/environment/broker/brokers")) {
      master =
          broker.path("role").asText().equals("SYNC_MASTER")
              ? broker.path("node").asText()
              : master;
    }
    JsonNode faults = result.json().at("/plannedFaults/faults");
    assertThat(faults.findValuesAsText("node")).containsExactly(master, "namesrv");
    assertThat(events(faults.get(0))).contains(master + " paused", master + " resumed");
    assertThat(events(faults.get(1)))
        .contains("namesrv killed", "namesrv restarted", "namesrv accepts connections");
    assertThat(Accounts.of(result).areComplete().count("lost")).isZero();
  }

  /** Of three controllers two elect a leader, and that appoints a master. */
  @Test
  void aMasterIsAppointedWithoutTheControllerThatLed() throws Exception {
    ResultDirectory result =
        run(
            "--duration 60s --replication sync --set cluster.topology=controller-3"
                + " --set cluster.name-servers=3",
            "kill controller leader at 2s",
            "kill master at 15s");
    JsonNode faults = result.json().at("/plannedFaults/faults");
    String killed = faults.get(1).path("node").asText();
    assertThat(faults.get(0).path("node").asText()).startsWith("namesrv-");
    assertThat(killed).startsWith("broker-");
    assertSucceeded(killed, faults.get(1));
    assertThat(Accounts.of(result).assertEveryMessageHasOneOutcome().count("lost")).isZero();
  }

  @Test
  void aRunGoesOnWithoutOneOfTwoNameServers() throws Exception {
    ResultDirectory result =
        run("--duration 12s --set cluster.name-servers=2", "kill namesrv-0 at 2s");
    assertThat(onlyFault(result).path("node").asText()).isEqualTo("namesrv-0");
    assertThat(Accounts.of(result).areComplete().count("lost")).isZero();
  }

  /**
   * The slave is down for the last second of its master, and consumers read from the slave alone.
   * RealFaultsIT delays the replication instead, by a proxy that loses what is on its way:
   * otherwise that arrives without the master.
   */
  @Test
  void theNewestAcknowledgedMessagesDieWithTheMaster() throws Exception {
    ResultDirectory result =
        run(
            "--duration 15s --set consume.read-from=slave"
                + " --set cluster.properties.slaveReadEnable=true",
            "kill slave at 4s restart 3s",
            "kill master at 5s");
    Accounts accounts = Accounts.of(result).assertEveryMessageHasOneOutcome();
    Set<Header.Name> lost = result.named("lost");
    assertThat(lost).isNotEmpty().hasSize((int) accounts.count("lost"));
    JsonNode faults = result.json().at("/plannedFaults/faults");
    assertThat(faults.findValuesAsText("node")).containsExactly("slave", "master");
    assertThat(sum(faults, "lost")).isEqualTo(lost.size());
    assertThat(sum(faults, "count")).as("by second").isEqualTo(lost.size());
    // A copy in memory promises nothing beyond the death of its node.
    assertThat(result.json().at("/promise/copies").asInt()).isEqualTo(1);
    assertThat(result.json().at("/plannedFaults").has("brokenPromise")).isFalse();

    JsonNode master = faults.get(1);
    JsonNode outage = master.path("unavailable").get(master.path("unavailable").size() - 1);
    assertThat(outage.path("toSeconds").isNull()).as("%s", faults).isTrue();
    assertThat(master.at("/consumption/lostNewestSeconds").doubleValue())
        .as("%s", faults)
        .isLessThanOrEqualTo(outage.path("fromSeconds").asDouble());
    JsonNode slave = faults.get(0);
    double oldest = slave.at("/consumption/lostOldestSeconds").doubleValue();
    assertThat(slave.path("atSeconds").asDouble() + oldest)
        .as("%s", faults)
        .isLessThan(master.path("atSeconds").asDouble() - 0.4);

    // All attempts until the master died were acknowledged, the later ones were not: the
    // sequences that were acknowledged are those up to the last lost one.
    Map<Integer, LongSummaryStatistics> byProducer =
        lost.stream()
            .collect(
                Collectors.groupingBy(
                    Header.Name::producer, Collectors.summarizingLong(Header.Name::sequence)));
    assertThat(byProducer)
        .hasSize(2)
        .allSatisfy(
            (producer, sequences) ->
                assertThat(sequences.getMax() - sequences.getMin() + 1)
                    .isEqualTo(sequences.getCount()));
    assertThat(byProducer.values().stream().mapToLong(each -> each.getMax() + 1).sum())
        .isEqualTo(accounts.acked());
  }

  /**
   * DLedger itself loses an acknowledged message in some of such runs: then brokers do not hold it
   * either, and the promise is broken.
   */
  @Test
  void tenElectedMastersAreKilledAndALossBreaksThePromise() throws Exception {
    int kills = 10;
    String[] faults =
        IntStream.range(0, kills)
            .mapToObj(
                i ->
                    String.format(
                        Locale.ROOT,
                        "kill master at %ds restart %ds",
                        FIRST_KILL_SECONDS + i * REIGN_SECONDS,
                        DOWN_SECONDS))
            .toArray(String[]::new);
    int loadSeconds = FIRST_KILL_SECONDS + kills * REIGN_SECONDS;
    ResultDirectory result;
    try (Bench bench =
        Bench.start(
            Bench.CONSUMER,
            home,
            Map.of(),
            flags(
                "--set cluster.topology=dledger --duration "
                    + loadSeconds
                    + "s --set "
                    + Bench.DRAIN,
                faults))) {
      // The whole run takes longer than its end may.
      bench.awaitSeconds(loadSeconds / 2);
      result = bench.end().endedWith(0, 4, 5).result();
    }
    JsonNode planned = result.json().path("plannedFaults");
    assertThat(planned.path("notInjected")).isEmpty();
    assertThat(planned.path("faults")).hasSize(kills);
    assertThat(Set.copyOf(planned.path("faults").findValuesAsText("node"))).hasSizeGreaterThan(1);
    Accounts accounts = Accounts.of(result).assertEveryMessageHasOneOutcome();
    assertThat(accounts.rejected() + accounts.unknown()).isPositive();
    assertThat(accounts.acked()).isPositive();
    long lost = accounts.count("lost");
    assertThat(result.named("lost")).hasSize((int) lost);
    assertThat(sum(planned.path("faults"), "lost")).isEqualTo(lost);
    // What the brokers still hold for the group is not lost.
    long brokerCount = accounts.audit().path("brokerCount").asLong();
    long held = Math.max(0, brokerCount - accounts.audit().path("consumerProgress").asLong());
    assertThat(brokerCount)
        .isGreaterThanOrEqualTo(accounts.count("delivered") + accounts.count("recovered"));
    assertThat(planned.has("brokenPromise")).isEqualTo(lost > held);
  }

  @Test
  void sendsToAPausedMasterEndWithTheTimeOutOfTheClient() throws Exception {
    int pausedSeconds = 9;
    int timeOutSeconds = 2;
    ResultDirectory result =
        run(
            "--duration 20s --set client.send-timeout=" + timeOutSeconds + "s",
            "pause master at 4s for " + pausedSeconds + "s");
    JsonNode fault = onlyFault(result);
    assertThat(events(fault)).containsExactly("master paused", "master resumed");
    // By the brokers' count: after a pause RocketMQ may list a consumer twice, which then reads
    // half of its queues for a long time.
    Accounts accounts = Accounts.of(result).areComplete();
    long timeOuts = result.json().at("/sends/unknown/client-timeout").asLong();
    // Each of two senders waits for one answer at a time, and for the full time.
    assertThat(timeOuts).isBetween(2L, 2L * (pausedSeconds / timeOutSeconds + 1));
    assertThat(accounts.unknown()).isGreaterThanOrEqualTo(timeOuts);
    assertThat(fault.path("unknown").asLong()).isBetween(1L, accounts.unknown());
    assertThat(fault.path("unavailableSeconds").asDouble()).isGreaterThan(timeOutSeconds);
    assertThat(result.latencies("service").getMaxValue())
        .isGreaterThanOrEqualTo(Duration.ofSeconds(timeOutSeconds).toNanos());
  }

  @Test
  void aKilledRunLeavesNoPausedNode() throws Exception {
    try (Bench bench =
        Bench.start(
            Bench.CONSUMER,
            home,
            Map.of(),
            flags(
                "--duration 1h --set cluster.topology=1m --set load.settle=1s",
                "pause master at 1s for 50m"))) {
      bench.awaitOutput("master paused");
      bench.signal("KILL");
      bench.end().endedWith(137);
    }
  }
}
