package io.brokerbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.ClusterPlan;
import io.brokerbench.driver.Driver;
import io.brokerbench.driver.MessageStore;
import io.brokerbench.driver.MessageStore.Kept;
import io.brokerbench.driver.Seat;
import io.brokerbench.driver.Session;
import io.brokerbench.generator.GeneratorPlan;
import io.brokerbench.workload.SettingsInForce;
import io.brokerbench.workload.TestWorkload;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RunEstimateTest {

  private static final String MINUTE = "load.duration=60s";

  private final Path data;

  RunEstimateTest(@TempDir Path data) {
    this.data = data;
  }

  private record Stored(Optional<MessageStore> store) implements ClusterPlan {
    @Override
    public Cluster start(Consumer<String> progress) {
      throw new AssertionError("an estimate starts nothing");
    }

    @Override
    public Duration checkBackDelay() {
      return Duration.ofSeconds(36);
    }
  }

  private record Delaying(Duration deliveryDelay) implements Driver {
    @Override
    public Session connect(Cluster cluster, Seat seat, Consumer<String> progress) {
      throw new AssertionError("an estimate connects to nothing");
    }
  }

  private Experiment experiment(Kept kept, int copies, String... assignments) {
    return experiment(Optional.of(new MessageStore(Optional.of(data), copies, kept)), assignments);
  }

  private static Experiment experiment(Optional<MessageStore> store, String... assignments) {
    return experiment(new Delaying(Duration.ZERO), store, assignments);
  }

  private static Experiment experiment(
      Driver driver, Optional<MessageStore> store, String... assignments) {
    return new Experiment(
        TestWorkload.of(assignments),
        new SettingsInForce(Map.of(), Set.of()),
        Map.of(),
        driver,
        new Stored(store),
        GeneratorPlan.LOCAL,
        List.of(),
        List.of(),
        "test",
        List.of());
  }

  private static String text(Experiment experiment) {
    return RunEstimate.of(experiment).text();
  }

  @Test
  void aRunTakesItsLongestWarmupItsDurationAndItsEnd() {
    // Start and end 25 s, settling 10 s; with consumers a drain of 15 s.
    assertThat(text(experiment(Optional.empty(), MINUTE, "load.warmup=5s")))
        .startsWith("estimate: at most 100 s; results at most ");
    assertThat(text(experiment(Optional.empty(), MINUTE, "consume.threads=1")))
        .startsWith("estimate: at most 4 min; ");
    assertThat(
            text(
                experiment(
                    Optional.empty(), MINUTE, "load.warmup=5s", "load.repeat=3", "load.rate=9/s")))
        .startsWith("estimate: 3 runs, at most 5 min; ")
        .doesNotContain("brokers");
  }

  @Test
  void aRunWithUnknownTransactionsMayWaitForTheirCheckBacks() {
    String[] transactions = {"load.duration=10s", "load.warmup=5s", "transaction.enabled=true"};
    assertThat(text(experiment(Optional.empty(), transactions)))
        .startsWith("estimate: at most 50 s; ");
    String[] unknown = Arrays.copyOf(transactions, transactions.length + 1);
    unknown[transactions.length] = "transaction.send-unknown=0.1";
    // A drain of 15 s, and the delay of a check-back.
    assertThat(text(experiment(Optional.empty(), unknown))).startsWith("estimate: at most 101 s; ");
  }

  @Test
  void aRunWithConsumersWaitsForMessagesThatBrokersHoldBack() {
    Driver driver = new Delaying(Duration.ofMinutes(5));
    assertThat(text(experiment(driver, Optional.empty(), MINUTE, "load.warmup=5s")))
        .startsWith("estimate: at most 100 s; ");
    // 60 + 5 + 10 + 25 s, a drain of 15 s, and the delay.
    assertThat(
            text(
                experiment(
                    driver, Optional.empty(), MINUTE, "load.warmup=5s", "consume.threads=1")))
        .startsWith("estimate: at most 7 min; ");
  }

  @Test
  void aRunWithoutADurationSaysWhatEndsIt() {
    assertThat(text(experiment(Kept.THROUGHOUT, 1, "load.duration=0", "load.messages=0")))
        .startsWith("estimate: until stopped; results at most ")
        .contains(" per hour (");
    assertThat(text(experiment(Kept.THROUGHOUT, 1, "load.duration=0", "load.messages=5000")))
        .startsWith("estimate: until 5,000 messages are sent; ");
    assertThat(
            text(
                experiment(
                    Kept.THROUGHOUT,
                    1,
                    "load.duration=0",
                    "load.messages=5000",
                    "load.rate=100/s")))
        .startsWith("estimate: at most 85 s; ");
  }

  @Test
  void aBacklogTakesItsTimeInPlaceOfTheWarmup() {
    String[] load = {"load.duration=10s", "load.warmup=5s", "consume.threads=1"};
    // 10 s of measured time, settling 10 s, a drain of 15 s, start and end 25 s.
    assertThat(text(experiment(Optional.empty(), with(load, "consume.backlog=30s"))))
        .startsWith("estimate: at most 90 s; ");
    assertThat(
            text(
                experiment(
                    Optional.empty(), with(load, "consume.backlog=20000", "load.rate=1000/s"))))
        .startsWith("estimate: at most 80 s; ");
    // The time in which a closed loop sends 20,000 messages is unknown.
    assertThat(text(experiment(Optional.empty(), with(load, "consume.backlog=20000"))))
        .startsWith("estimate: until the backlog is consumed; ");
    // The number of messages does not end the run, which consumes the backlog without senders.
    String[] counted = with(load, "consume.backlog=1s", "load.rate=1000/s", "load.messages=1000");
    assertThat(text(experiment(Optional.empty(), counted))).startsWith("estimate: at most 61 s; ");
  }

  @Test
  void theMessagesOfABacklogAreStoredAsWell() {
    String[] load = {"load.duration=10s", "load.rate=1000/s", "message.size=1KiB"};
    // 40 s of 1,000 messages of 1,024 + 240 bytes.
    assertThat(
            text(
                experiment(
                    Kept.THROUGHOUT, 1, with(load, "consume.threads=1", "consume.backlog=30s"))))
        .contains("; brokers store at most 48.2 MiB (");
    assertThat(
            text(
                experiment(
                    Kept.THROUGHOUT, 1, with(load, "consume.threads=1", "consume.backlog=30000"))))
        .contains("; brokers store at most 48.2 MiB (");
  }

  /** Consumers that have caught up end the load, however long it may be. */
  @Test
  void onlyTheBacklogMustFit() {
    String[] load = {"load.rate=10000000/s", "message.size=1KiB", "consume.threads=1"};
    assertThat(problem("load.duration=24h", with(load, "consume.backlog=1ms"))).isEmpty();
    assertThat(problem("load.duration=24h", with(load, "consume.backlog=10000"))).isEmpty();
    assertThat(problem("load.duration=10s", with(load, "consume.backlog=24h"))).isPresent();
    assertThat(problem("load.duration=10s", with(load, "consume.backlog=864000000000")))
        .isPresent();
  }

  private static String[] with(String[] some, String... more) {
    return Stream.concat(Arrays.stream(some), Arrays.stream(more)).toArray(String[]::new);
  }

  @Test
  void brokersStoreEachMessageWithItsOverheadOnceForEachCopy() {
    // 65 s of 1,000 messages of 1,024 + 240 bytes.
    assertThat(
            text(
                experiment(
                    Kept.THROUGHOUT,
                    2,
                    MINUTE,
                    "load.warmup=5s",
                    "load.rate=1000/s",
                    "message.size=1KiB")))
        .contains("; brokers store at most 156.7 MiB (" + data + " has ")
        .endsWith(" free)");
    assertThat(
            text(
                experiment(
                    Optional.of(new MessageStore(Optional.empty(), 1, Kept.THROUGHOUT)),
                    MINUTE,
                    "load.warmup=5s",
                    "load.rate=1000/s",
                    "load.messages=1000",
                    "message.size=1KiB")))
        .endsWith("; brokers store at most 1.2 MiB on the disk of the container engine");
  }

  @Test
  void aClosedLoopHasNoAmountButItsGrowthAtAnExampleOfARate() {
    assertThat(text(experiment(Kept.THROUGHOUT, 1, MINUTE, "message.size=1KiB")))
        .contains("; brokers store 723.3 MiB per minute at 10,000 msg/s (");
    assertThat(
            text(experiment(Kept.UNCERTAIN, 1, MINUTE, "load.messages=1000", "message.size=1KiB")))
        .contains("; brokers store at most 1.2 MiB unless deleted (");
  }

  @Test
  void whatCertainlyDoesNotFitIsAProblem() {
    String[] tooMuch = {"load.duration=24h", "load.rate=10000000/s", "message.size=1KiB"};
    assertThat(RunEstimate.of(experiment(Kept.THROUGHOUT, 2, tooMuch)).problem().orElseThrow())
        .startsWith("cluster.data-directory: " + data + " needs ")
        .contains(" for the bodies of 864,000,000,000 messages of 1.0 KiB in 2 copies, but has ")
        .endsWith(
            " free; name a directory on another disk, or set a smaller load.duration, load.rate,"
                + " load.messages or message.size");
    // Messages may be deleted; another limit ends the run; no rate is known.
    assertThat(RunEstimate.of(experiment(Kept.UNCERTAIN, 2, tooMuch)).problem()).isEmpty();
    assertThat(RunEstimate.of(experiment(Kept.UNTIL_CONSUMED, 2, tooMuch)).problem()).isPresent();
    String[] consumed = Arrays.copyOf(tooMuch, tooMuch.length + 1);
    consumed[tooMuch.length] = "consume.threads=1";
    assertThat(RunEstimate.of(experiment(Kept.UNTIL_CONSUMED, 2, consumed)).problem()).isEmpty();
    assertThat(problem("load.messages=1000", tooMuch)).isEmpty();
    assertThat(problem("load.rate=closed", tooMuch)).isEmpty();
  }

  private Optional<String> problem(String more, String... assignments) {
    List<String> all = new ArrayList<>(List.of(assignments));
    all.add(more);
    return RunEstimate.of(experiment(Kept.THROUGHOUT, 2, all.toArray(new String[0]))).problem();
  }

  @Test
  void theRunsOfAMatrixTakeTheirSumAndTheDiskOfTheLargest() {
    RunEstimate small =
        RunEstimate.of(
            experiment(
                Kept.THROUGHOUT,
                1,
                MINUTE,
                "load.warmup=5s",
                "load.rate=1/s",
                "message.size=1KiB"));
    RunEstimate large =
        RunEstimate.of(
            experiment(
                Kept.THROUGHOUT,
                1,
                MINUTE,
                "load.warmup=5s",
                "load.rate=1000/s",
                "message.size=1KiB"));
    assertThat(RunEstimate.sum(List.of(small, large)).times(2).text())
        .startsWith("estimate: 4 runs, at most 7 min; ")
        .contains("; brokers store at most 78.4 MiB (")
        .endsWith(" free) in the largest run");
  }

  @Test
  void ofAMatrixWithARunOfUnknownLengthItsEndIsStated() {
    RunEstimate timed = RunEstimate.of(experiment(Kept.THROUGHOUT, 1, MINUTE));
    RunEstimate counted =
        RunEstimate.of(experiment(Kept.THROUGHOUT, 1, "load.duration=0", "load.messages=5000"));
    assertThat(RunEstimate.sum(List.of(timed, counted)).text())
        .startsWith("estimate: 2 runs, until 5,000 messages are sent; ");
  }

  @Test
  void aSearchWithoutAHighestRateHasNoMaximumAndMustFitAtItsStart() {
    Experiment experiment =
        experiment(Kept.THROUGHOUT, 1, MINUTE, "load.warmup=5s", "message.size=1KiB");
    double none = Double.POSITIVE_INFINITY;
    assertThat(RunEstimate.ofSearch(experiment, 1000, none, 21).text())
        .startsWith("estimate: 21 runs, at most 35 min; ")
        .contains("; brokers store 72.3 MiB per minute at 1,000 msg/s (");
    assertThat(RunEstimate.ofSearch(experiment, 1000, 2000, 21).text())
        .contains("; brokers store at most 156.7 MiB (");
    assertThat(RunEstimate.ofSearch(experiment, 1e15, none, 21).problem()).isPresent();
    assertThat(RunEstimate.ofSearch(experiment, 1000, none, 21).problem()).isEmpty();
  }

  /** Below the rate of the first probe the same number of messages takes longer. */
  @Test
  void theProbesOfASearchMayTakeTheirWholeDuration() {
    double none = Double.POSITIVE_INFINITY;
    Experiment timed =
        experiment(Kept.THROUGHOUT, 1, MINUTE, "load.warmup=5s", "load.messages=1000");
    assertThat(RunEstimate.ofSearch(timed, 1000, none, 21).text())
        .startsWith("estimate: 21 runs, at most 35 min; ");
    Experiment counted = experiment(Kept.THROUGHOUT, 1, "load.duration=0", "load.messages=1000");
    assertThat(RunEstimate.ofSearch(counted, 1000, none, 21).text())
        .startsWith("estimate: 21 runs, until 1,000 messages are sent; ");
  }
}
