package io.brokerbench.measurement;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.record.MessageSet;
import io.brokerbench.record.OrderCheck;
import io.brokerbench.record.Receipts;
import io.brokerbench.record.Reconciliation;
import io.brokerbench.record.SendBook;
import io.brokerbench.record.page.PageStore;
import io.brokerbench.results.Consumption.DrainEnd;
import io.brokerbench.results.Promise;
import io.brokerbench.results.Verdict;
import io.brokerbench.results.Verdict.Status;
import io.brokerbench.results.faults.PlannedFaults.Undisturbed;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ReceivedTest {

  private static Received.Group group(
      String name, @Nullable Reconciliation reconciliation, Map<String, Long> sideCounts) {
    return new Received.Group(
        name,
        Receipts.Counts.NONE,
        new Receipts(1, new SendBook(new PageStore()), null),
        reconciliation,
        1000,
        OptionalLong.empty(),
        OptionalLong.empty(),
        sideCounts);
  }

  private static Reconciliation reconciliation(MessageSet lost) {
    return reconciliation(lost, 0);
  }

  private static Reconciliation reconciliation(MessageSet lost, long unselected) {
    MessageSet none = new MessageSet(new PageStore());
    return new Reconciliation(1, lost, none, none, none, 0, unselected, 0);
  }

  private static Received received(@Nullable Reconciliation reconciliation, DrainEnd drainEndedBy) {
    return new Received(
        List.of(
            group("a", reconciliation(new MessageSet(new PageStore())), Map.of()),
            group("b", reconciliation, Map.of())),
        0,
        drainEndedBy,
        null);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anAuditByNameNeedsNoCountOfTheBrokers(boolean acknowledged) {
    Verdict verdict =
        new TestResult()
            .promise(acknowledged, 1)
            .unasked(MissingCount.NO_COUNT)
            .received(received(reconciliation(new MessageSet(new PageStore())), DrainEnd.COMPLETE))
            .verdict();
    assertThat(verdict.texts()).isEmpty();
    assertThat(verdict.status()).isEqualTo(Status.VALID);
    assertThat(verdict.notes())
        .containsExactly(
            "the audit is by name alone: the brokers do not report how many messages they stored");
  }

  @Test
  void anAuditByNameThatIsNotOfAllMessagesIsNone() {
    Reconciliation well = reconciliation(new MessageSet(new PageStore()));
    List<TestResult> partial =
        List.of(
            new TestResult().received(received(null, DrainEnd.COMPLETE)),
            new TestResult().received(received(well, DrainEnd.STOPPED)),
            new TestResult()
                .received(
                    received(
                        reconciliation(new MessageSet(new PageStore()), 1), DrainEnd.COMPLETE)),
            new TestResult("consume.filter.type=tag", "consume.filter.expression=tag1")
                .received(received(well, DrainEnd.COMPLETE)),
            new TestResult().promise(true, 2).received(received(well, DrainEnd.COMPLETE)));
    for (TestResult result : partial) {
      Verdict verdict = result.unasked(MissingCount.NO_COUNT).verdict();
      assertThat(verdict.texts())
          .containsExactly("no audit: the brokers do not report how many messages they stored");
      assertThat(verdict.status()).isEqualTo(Status.SUSPECT);
      assertThat(verdict.notes()).isEmpty();
    }
  }

  @Test
  void whereNothingIsConsumedAcknowledgementsAreNotAuditedAndWithoutThemNothingIs() {
    Verdict acknowledged = new TestResult().unasked(MissingCount.NO_COUNT).verdict();
    assertThat(acknowledged.status()).isEqualTo(Status.VALID);
    assertThat(acknowledged.texts()).isEmpty();
    assertThat(acknowledged.notes())
        .containsExactly(
            "acknowledgements were not audited: the brokers do not report how many messages they"
                + " stored, and nothing was consumed");
    Verdict oneWay = new TestResult().promise(false, 1).unasked(MissingCount.NO_COUNT).verdict();
    assertThat(oneWay.status()).isEqualTo(Status.SUSPECT);
    assertThat(oneWay.texts())
        .containsExactly("no audit: the brokers do not report how many messages they stored");
  }

  /** Of a stream that is spread over several queues, each queue may be in order. */
  @ParameterizedTest
  @CsvSource({
    "2, 3, '2 messages came out of their queue''s order'",
    "0, 3, '3 messages came out of the order of their stream (message.shards), which is spread over"
        + " several queues'"
  })
  void anOrderThatIsBrokenInTheQueueOrInTheStreamIsInvalid(
      long inQueue, long inStream, String reason) {
    Verdict verdict = outOfOrder(inQueue, inStream).verdict();
    assertThat(verdict.texts()).containsExactly(reason);
    assertThat(verdict.status()).isEqualTo(Status.INVALID);
  }

  /** A broker that goes or comes back may move a message group to another queue. */
  @ParameterizedTest
  @CsvSource({"2, 3", "0, 3"})
  void anOrderThatIsBrokenInARunWithPlannedFaultsIsANote(long inQueue, long inStream) {
    Verdict verdict =
        outOfOrder(inQueue, inStream).undisturbed(new Undisturbed(10_000, 10_000, 0)).verdict();
    assertThat(verdict.status()).isEqualTo(Status.VALID);
    assertThat(verdict.notes()).isEqualTo(outOfOrder(inQueue, inStream).verdict().texts());
  }

  private static TestResult outOfOrder(long inQueue, long inStream) {
    Receipts.Counts counts =
        new Receipts.Counts(9, 9, 0, 0, 0, 0, 0, 0, 0, new OrderCheck.Counts(inQueue, inStream, 1));
    Received.Group group =
        new Received.Group(
            "group",
            counts,
            new Receipts(1, new SendBook(new PageStore()), null),
            reconciliation(new MessageSet(new PageStore())),
            1000,
            OptionalLong.empty(),
            OptionalLong.empty(),
            Map.of());
    return new TestResult().received(new Received(List.of(group), 0, DrainEnd.COMPLETE, null));
  }

  @Test
  void countsOfAllGroupsAreAddedButLeastAndMostAreOfAll() {
    Reconciliation well = reconciliation(new MessageSet(new PageStore()));
    Received received =
        new Received(
            List.of(
                group(
                    "a",
                    well,
                    Map.of("rebalances", 2L, "leastOfASubscriber", 5L, "mostOfASubscriber", 9L)),
                group(
                    "b",
                    well,
                    Map.of("rebalances", 1L, "leastOfASubscriber", 7L, "mostOfASubscriber", 8L))),
            0,
            DrainEnd.COMPLETE,
            null);
    assertThat(received.sideCounts())
        .isEqualTo(Map.of("rebalances", 3L, "leastOfASubscriber", 5L, "mostOfASubscriber", 9L));
  }

  @ParameterizedTest
  @CsvSource({
    "false, INVALID, 1 acknowledged messages were never received",
    "true, SUSPECT, '1 acknowledged messages were never received, as this delivery allows'"
  })
  void whatIsLostIsJudgedByThePromise(boolean atMostOnce, Status status, String reason) {
    MessageSet lost = new MessageSet(new PageStore());
    lost.add(0, 17);
    Verdict verdict =
        new TestResult()
            .promise(new Promise(true, false, 1, null, false, atMostOnce, "a promise"))
            .received(
                new Received(
                    List.of(group("a", reconciliation(lost), Map.of())), 0, DrainEnd.SILENT, null))
            .verdict();
    assertThat(verdict.status()).isEqualTo(status);
    assertThat(verdict.texts()).containsExactly(reason);
  }
}
