package io.brokerbench.measurement;

import static io.brokerbench.measurement.TestResult.counts;
import static io.brokerbench.measurement.TestResult.group;
import static io.brokerbench.measurement.TestResult.messages;
import static io.brokerbench.measurement.TestResult.receipts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.brokerbench.record.Ledger;
import io.brokerbench.record.OrderCheck;
import io.brokerbench.record.Receipts;
import io.brokerbench.record.Reconciliation;
import io.brokerbench.record.SendOutcome;
import io.brokerbench.results.Consumption.DrainEnd;
import io.brokerbench.results.RunFile;
import io.brokerbench.results.Verdict;
import io.brokerbench.results.Verdict.Reason;
import io.brokerbench.results.workers.WorkerUse;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A reader of {@code run.json} can judge the run as brokerbench did. */
final class StoredVerdictTest {

  private final Path parent;

  StoredVerdictTest(@TempDir Path parent) {
    this.parent = parent;
  }

  static Stream<Arguments> runs() {
    return Stream.of(
        arguments(Rule.BROKER_INCIDENT, new TestResult().incident("3 connections were lost")),
        arguments(Rule.INTERRUPTED, new TestResult().cutShort("cut short by a signal")),
        arguments(Rule.ABORTED, new TestResult().aborted("aborted after 1 s")),
        arguments(Rule.RATE_MISSED, new TestResult().counts(counts(9899, 9899))),
        arguments(Rule.NO_AUDIT, new TestResult().unasked("broker-a does not answer")),
        arguments(Rule.NO_REPLICA_COUNT, new TestResult().promise(true, 2)),
        arguments(
            Rule.BROKER_JOINED, new TestResult().joined(new TreeMap<>(Map.of("late", 2500L)))),
        arguments(Rule.BROKER_COUNT_ONE_WAY, oneWay().audit(9_989, null)),
        arguments(Rule.LOST, ofTwoGroups()),
        arguments(Rule.DUPLICATED, ofTwoGroups()),
        arguments(Rule.WORKER_SILENT, new TestResult().workers(silentWorker())));
  }

  @ParameterizedTest
  @MethodSource("runs")
  void aStoredRunHasTheFactsOfItsVerdict(Rule broken, TestResult result) throws IOException {
    assertThat(judgedAgain(result).reasons()).extracting(Reason::code).contains(broken.code());
  }

  @Test
  void brokersWithoutACountAreToldFromBrokersThatDidNotAnswer() throws IOException {
    Verdict verdict = judgedAgain(new TestResult().unasked(MissingCount.NO_COUNT));
    assertThat(verdict.reasons()).isEmpty();
    assertThat(verdict.notes())
        .containsExactly(
            "acknowledgements were not audited: the brokers do not report how many messages they"
                + " stored, and nothing was consumed");
  }

  @Test
  void reasonsNameTheGroup() throws IOException {
    assertThat(judgedAgain(ofTwoGroups()).texts())
        .containsExactly(
            "group b: 1 acknowledged messages were never received",
            "group b: 2 messages came more than once");
  }

  /** Each number differs, so that none stands in the field of another. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void eachFindingOfAGroupHasAFieldOfItsOwn(boolean several) throws IOException {
    String whose = several ? "group b: " : "";
    assertThat(judgedAgain(withAllFindings(several, new OrderCheck.Counts(6, 8, 1))).texts())
        .containsExactly(
            whose + "1 messages came with a wrong checksum",
            whose + "2 messages came that were never sent",
            whose + "3 acknowledged messages were never received",
            whose + "4 messages came that were rejected, rolled back or not wanted",
            whose + "5 of 10,000 messages sent one way were never received",
            whose + "6 messages came out of their queue's order",
            whose + "7 messages came more than once");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void soHasAnOrderThatIsBrokenAcrossQueues(boolean several) throws IOException {
    String start = several ? "group b: 8 messages" : "8 messages";
    assertThat(judgedAgain(withAllFindings(several, new OrderCheck.Counts(0, 8, 1))).texts())
        .anyMatch(text -> text.startsWith(start + " came out of the order of their stream"));
  }

  /** The verdict that is stored, after another look at the stored facts. */
  private Verdict judgedAgain(TestResult result) throws IOException {
    CompletedRun run = result.build();
    Path stored;
    try (RunDirectory directory =
        RunDirectory.create(parent, "n", TestResult.STARTED_AT, TestResult.SENDING)) {
      stored =
          directory.finish(run.result(verdict -> verdict), run.setup().settings(), run.received());
    }
    StoredVerdict.check(stored, run.setup().workload());
    return RunFile.read(stored.resolve(RunFile.NAME)).verdict();
  }

  private static TestResult oneWay() {
    Ledger ledger = new Ledger();
    ledger.attempted(10_000, true);
    ledger.ended(SendOutcome.UNKNOWN, Ledger.ONEWAY, 10_000, true);
    return new TestResult().promise(false, 1).counts(ledger.counts());
  }

  /** The second lacks a message and received two of them twice. */
  private static TestResult ofTwoGroups() {
    List<Received.Group> groups = List.of(group("a", 0, 0), group("b", 1, 2));
    return new TestResult().received(new Received(groups, 0, DrainEnd.SILENT, null));
  }

  private static TestResult withAllFindings(boolean several, OrderCheck.Counts order) {
    Received.Group group =
        new Received.Group(
            "b",
            new Receipts.Counts(9, 9, 0, 0, 0, 0, 2, 0, 1, order),
            receipts(7),
            new Reconciliation(1, messages(3), messages(0), messages(5), messages(4), 0, 0, 0),
            1000,
            OptionalLong.empty(),
            OptionalLong.empty(),
            Map.of());
    List<Received.Group> groups = several ? List.of(group("a", 0, 0), group) : List.of(group);
    return new TestResult()
        .promise(false, 1)
        .received(new Received(groups, 0, DrainEnd.SILENT, null));
  }

  private static WorkerUse silentWorker() {
    return new WorkerUse(
        "a",
        "10.0.0.1",
        "17.0.15",
        4,
        null,
        2,
        1,
        5_000,
        5_000,
        20_000L,
        0.1,
        1,
        null,
        null,
        null,
        4.2,
        null);
  }
}
