package io.brokerbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.brokerbench.clock.Clock;
import io.brokerbench.clock.ClockOffset;
import io.brokerbench.clock.ClockStamp;
import io.brokerbench.console.Summary;
import io.brokerbench.driver.Outgoing;
import io.brokerbench.driver.Producer;
import io.brokerbench.driver.Session;
import io.brokerbench.driver.memory.MemoryScript;
import io.brokerbench.record.MessageHeader;
import io.brokerbench.record.TransactionOutcome;
import io.brokerbench.results.Verdict;
import io.brokerbench.results.Verdict.Status;
import io.brokerbench.run.TestRun.Name;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs with consumers beside the senders, or alone. */
final class ConsumingRunTest {

  private static final long HOUR = 3_600_000_000_000L;

  private final Path output;

  ConsumingRunTest(@TempDir Path output) {
    this.output = output;
  }

  private TestRun run(String... more) {
    List<String> all =
        new ArrayList<>(List.of("load.messages=2000", "load.duration=0", "consume.threads=1"));
    all.addAll(Arrays.asList(more));
    return new TestRun(output, all.toArray(new String[0]));
  }

  @Test
  void whatIsAskedForAgainComesAgainAndNothingIsLost() throws Exception {
    TestRun run = run("consume.fail=0.3");
    Verdict verdict = run.with(MemoryScript.honest());
    assertThat(verdict.texts()).isEmpty();
    JsonNode json = run.json();
    long postponed = json.at("/consumption/postponed").asLong();
    assertThat(postponed).isBetween(500L, 1200L);
    assertThat(json.at("/consumption/redelivered").asLong()).isEqualTo(postponed);
    assertThat(json.at("/consumption/retries").asLong()).isEqualTo(postponed);
    assertThat(json.at("/consumption/deliveries").asLong()).isEqualTo(2000 + postponed);
    assertThat(json.at("/consumption/messages").asLong()).isEqualTo(2000);
    assertThat(json.at("/consumption/drainEndedBy").asText()).isEqualTo("complete");
    assertThat(json.at("/audit/delivered").asLong()).isEqualTo(2000);
    assertThat(json.at("/audit/lost").asLong(-1)).isZero();
    assertThat(json.at("/audit/duplicated").asLong(-1)).isZero();
    assertThat(json.at("/audit/reordered").asLong(-1)).isZero();
    assertThat(json.at("/latency/endToEnd/count").asLong()).isEqualTo(2000);
    assertThat(json.at("/latency/settle/count").asLong()).isEqualTo(2000);
  }

  @Test
  void whatIsNeverAcknowledgedHasNoTimeUntilThen() throws Exception {
    TestRun run = run();
    run.with(MemoryScript.honest().acknowledging((receiver, delivery) -> {}));
    assertThat(run.json().at("/latency/endToEnd/count").asLong()).isEqualTo(2000);
    assertThat(run.json().path("latency").has("settle")).isFalse();
  }

  @Test
  void theDrainEndsInSilenceWhereSomethingIsMissing() throws Exception {
    TestRun run = run("consume.drain=1s");
    run.with(MemoryScript.honest().losing(index -> index == 1000));
    assertThat(run.json().at("/consumption/drainEndedBy").asText()).isEqualTo("silent");
    assertThat(run.json().at("/audit/lost").asLong()).isEqualTo(1);
  }

  @Test
  void theDrainEndsWithTheRun() throws Exception {
    TestRun run = run();
    run.eachSecond(
        running -> {
          if (run.steps.stream().anyMatch(step -> step.startsWith("draining: "))) {
            running.stop();
          }
        });
    run.with(MemoryScript.honest().losing(index -> index == 1000));
    assertThat(run.json().at("/consumption/drainEndedBy").asText()).isEqualTo("stopped");
  }

  @Test
  void aBacklogIsBuiltThenDrainedWhileSendingGoesOn() throws Exception {
    TestRun run = run("load.messages=0", "load.rate=2000/s", "consume.backlog=1500");
    // Not all at once, before the measured time begins.
    Verdict verdict = run.with(MemoryScript.honest().withGroupRates(List.of(4000.0)));
    assertThat(verdict.texts()).isEmpty();
    JsonNode json = run.json();
    assertThat(json.at("/throughput/warmupEndedBy").asText()).isEqualTo("backlog");
    assertThat(json.at("/consumption/backlog/messages").asLong()).isGreaterThanOrEqualTo(1500);
    assertThat(json.at("/consumption/backlog/caughtUpSeconds").isNumber()).isTrue();
    assertThat(run.steps).anyMatch(step -> step.startsWith("starting the consumers on a backlog"));
    assertThat(json.at("/audit/delivered").asLong())
        .isEqualTo(json.at("/audit/attempted").asLong())
        .isGreaterThan(json.at("/consumption/backlog/messages").asLong());
    assertThat(run.auditCsv()).isEmpty();
  }

  /** More are lost than come in the time within which consumers count as level with the senders. */
  @Test
  void aBacklogOfWhichMessagesAreLostEndsLikeADrain() throws Exception {
    TestRun run =
        run("load.messages=0", "load.rate=20/s", "consume.backlog=100", "consume.drain=1s");
    Verdict verdict = run.with(MemoryScript.honest().losing(index -> index < 50));
    assertThat(run.steps)
        .anyMatch(step -> step.startsWith("the load ends: the backlog has not become smaller"));
    assertThat(run.json().at("/consumption/backlog/caughtUpSeconds").isNull()).isTrue();
    assertThat(run.json().at("/consumption/drainEndedBy").asText()).isEqualTo("silent");
    assertThat(run.json().at("/audit/lost").asLong()).isEqualTo(50);
    assertThat(verdict.texts())
        .anyMatch(text -> text.startsWith("50 acknowledged messages were never received"));
  }

  @Test
  void aQuantityThatIsABacklogIsMeasuredUntilConsumersHaveIt() throws Exception {
    TestRun run = run("consume.backlog=2000");
    Verdict verdict = run.with(MemoryScript.honest().withGroupRates(List.of(4000.0)));
    assertThat(verdict.texts()).isEmpty();
    JsonNode json = run.json();
    assertThat(json.at("/consumption/backlog/messages").asLong()).isEqualTo(2000);
    assertThat(json.at("/consumption/backlog/caughtUpSeconds").isNumber()).isTrue();
    assertThat(json.at("/throughput/receivedPerSecond").asDouble()).isPositive();
  }

  @Test
  void aQuantityWithALostMessageEndsLikeADrain() throws Exception {
    TestRun run = run("consume.backlog=2000", "consume.drain=1s");
    run.with(MemoryScript.honest().losing(index -> index == 1000));
    assertThat(run.steps)
        .anyMatch(step -> step.startsWith("the load ends: the backlog has not become smaller"));
    assertThat(run.json().at("/consumption/backlog/caughtUpSeconds").isNull()).isTrue();
    assertThat(run.json().at("/audit/lost").asLong()).isEqualTo(1);
  }

  @Test
  void ofABacklogOnlyWhatAFilterSelectsIsAwaited() throws Exception {
    TestRun run =
        run(
            "load.messages=0",
            "load.rate=2000/s",
            "load.duration=3600s",
            "message.tags=2",
            "consume.filter.type=tag",
            "consume.filter.expression=tag1",
            "consume.backlog=1500");
    run.with(MemoryScript.honest().withGroupRates(List.of(4000.0)));
    JsonNode json = run.json();
    assertThat(json.at("/consumption/backlog/caughtUpSeconds").isNumber()).isTrue();
    assertThat(json.at("/consumption/backlog/messages").asLong())
        .isPositive()
        .isLessThanOrEqualTo(json.at("/audit/delivered").asLong());
    assertThat(json.at("/audit/delivered").asLong())
        .isLessThan(json.at("/audit/attempted").asLong());
  }

  @Test
  void aBacklogThatIsNeverDrainedSaysSo() throws Exception {
    TestRun run =
        run(
            "load.messages=0",
            "load.rate=500/s",
            "load.duration=2s",
            "consume.backlog=1s",
            "consume.work=10ms");
    run.with(MemoryScript.honest());
    assertThat(run.json().at("/consumption/backlog/caughtUpSeconds").isNull()).isTrue();
    assertThat(run.json().at("/consumption/drainEndedBy").asText()).isEqualTo("complete");
    assertThat(run.json().at("/consumption/drainSeconds").asDouble()).isPositive();
    assertThat(run.json().at("/audit/lost").asLong(-1)).isZero();
  }

  @Test
  void consumersAloneTakeTimesOfMessagesThatOthersSent() throws Exception {
    TestRun run = run("load.threads=0", "load.messages=0");
    Session[] session = new Session[1];
    AtomicLong sequence = new AtomicLong();
    Verdict verdict =
        run.eachSecond(
                running -> {
                  if (run.last().after().receipts().deliveries() >= 400) {
                    running.stop();
                  }
                  for (int i = 0; i < 100; i++) {
                    send(run.clock, session[0], sequence.getAndIncrement());
                  }
                })
            .with(
                (cluster, seat, progress) -> {
                  session[0] = run.session(MemoryScript.honest());
                  return session[0];
                });
    assertThat(verdict.texts()).isEmpty();
    assertThat(verdict.status()).isEqualTo(Status.VALID);
    JsonNode json = run.json();
    assertThat(json.at("/consumption/foreign").asLong())
        .isEqualTo(json.at("/consumption/deliveries").asLong())
        .isGreaterThanOrEqualTo(400);
    assertThat(json.at("/throughput/receivedPerSecond").asDouble()).isPositive();
    assertThat(json.at("/latency/endToEnd/count").asLong()).isPositive();
    assertThat(json.at("/latency").has("service")).isFalse();
    // Whether anything is missing is known to whoever sent it.
    assertThat(json.at("/audit/lost").isNull()).isTrue();
    assertThat(json.at("/audit/delivered").isNull()).isTrue();
    assertThat(json.at("/audit/agreesWithBroker").isNull()).isTrue();
    assertThat(Summary.of(run.result(), run.workload, run.directory()))
        .noneMatch(line -> line.startsWith("audit") || line.startsWith("sends"));
    assertThat(run.directory().resolve("logs")).doesNotExist();
  }

  private static void send(Clock clock, Session session, long sequence) {
    Outgoing message = new Outgoing();
    message.body = new byte[100];
    long wallNanos = ClockStamp.wallNanos(clock);
    ClockStamp elsewhere = new ClockStamp(4711, wallNanos + HOUR, -HOUR, 0);
    new MessageHeader.Writer(99, 0, () -> elsewhere)
        .write(
            message.body,
            sequence,
            wallNanos + HOUR,
            TransactionOutcome.COMMITTED,
            MessageHeader.tailChecksum(message.body));
    try (Producer producer = session.producer(0)) {
      producer.send(new Outgoing[] {message}, (outcome, kind) -> {});
    } catch (io.brokerbench.driver.BrokerException e) {
      throw new AssertionError(e);
    }
  }

  /** Where the clocks agree to half an hour only, nothing shorter is told. */
  @Test
  void whatLiesBelowTheErrorOfTheClocksIsNotTold() throws Exception {
    TestRun run = run();
    Verdict verdict =
        run.with(
            (cluster, seat, progress) ->
                LyingSession.withClockOffset(
                    run.session(MemoryScript.honest()), new ClockOffset(-HOUR / 2, HOUR / 2)));
    assertThat(verdict.texts()).isEmpty();
    JsonNode latency = run.json().at("/latency/s2c");
    assertThat(latency.at("/count").asLong()).isEqualTo(2000);
    // It grows from the comparison of the clocks on.
    assertThat(latency.at("/errorNanos").asLong()).isBetween(HOUR / 2 + 1, HOUR);
    assertThat(latency.at("/belowZero").isNumber()).isTrue();
    for (String figure : List.of("mean", "p50", "p90", "p99", "max")) {
      assertThat(latency.at("/" + figure + "Nanos").isNull()).as(figure).isTrue();
    }
    // On one clock there is no such error.
    assertThat(run.json().at("/latency/endToEnd/p50Nanos").isNumber()).isTrue();
    assertThat(run.json().at("/latency/endToEnd").has("errorNanos")).isFalse();
    List<String> summary = Summary.of(run.result(), run.workload, run.directory());
    assertThat(summary).anyMatch(line -> line.strip().startsWith("s2c ") && line.contains(" < 18"));
    assertThat(summary)
        .anyMatch(
            line ->
                line.contains(
                    "s2c between the clocks of two hosts: no figure below the error, +- 18"));
  }

  @Test
  void everyMessageOfABatchIsAccountedFor() throws Exception {
    TestRun run = run("message.batch=7", "load.messages=1400", "consume.drain=1s");
    Verdict verdict = run.with(MemoryScript.honest().losing(index -> index == 100));
    assertThat(verdict.status()).isEqualTo(Status.INVALID);
    assertThat(run.json().at("/audit/delivered").asLong()).isEqualTo(1399);
    Set<Name> lost = new HashSet<>(run.auditCsv().getOrDefault("lost", Set.of()));
    assertThat(lost).hasSize(1);
    assertThat(run.auditCsv()).isEqualTo(Map.of("lost", lost));
  }
}
