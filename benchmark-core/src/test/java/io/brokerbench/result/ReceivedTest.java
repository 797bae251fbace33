package io.brokerbench.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.driver.Promise;
import io.brokerbench.record.MessageSet;
import io.brokerbench.record.Receipts;
import io.brokerbench.record.Reckoning;
import io.brokerbench.record.SendBook;
import io.brokerbench.result.Verdict.Status;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ReceivedTest {

  private static Received.Group group(@Nullable Reckoning reckoning, Map<String, Long> sideCounts) {
    return new Received.Group(
        "group",
        new Receipts(1, new SendBook(), null),
        reckoning,
        1000,
        OptionalLong.empty(),
        OptionalLong.empty(),
        sideCounts);
  }

  private static Reckoning reckoning(MessageSet lost) {
    return reckoning(lost, 0);
  }

  private static Reckoning reckoning(MessageSet lost, long unselected) {
    MessageSet none = new MessageSet();
    return new Reckoning(1, lost, none, none, none, 0, unselected, 0);
  }

  private static Received received(@Nullable Reckoning reckoning, String drainEndedBy) {
    return new Received(
        List.of(group(reckoning(new MessageSet()), Map.of()), group(reckoning, Map.of())),
        0,
        drainEndedBy,
        null);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anAuditByNameNeedsNoCountOfTheBrokers(boolean acknowledged) {
    Verdict verdict =
        Judge.judge(
            new TestResult()
                .promise(acknowledged, 1)
                .unasked(Audit.NO_COUNT)
                .received(received(reckoning(new MessageSet()), "complete"))
                .build());
    assertThat(verdict.reasons()).isEmpty();
    assertThat(verdict.status()).isEqualTo(Status.VALID);
    assertThat(verdict.notes())
        .containsExactly("the audit is by name alone: the brokers do not report what they took");
  }

  @Test
  void anAuditByNameThatIsNotOfAllMessagesIsNone() {
    Reckoning well = reckoning(new MessageSet());
    List<TestResult> partial =
        List.of(
            new TestResult().received(received(null, "complete")),
            new TestResult().received(received(well, "stopped")),
            new TestResult().received(received(reckoning(new MessageSet(), 1), "complete")),
            new TestResult("consume.filter.type=tag", "consume.filter.expression=tag1")
                .received(received(well, "complete")),
            new TestResult().promise(true, 2).received(received(well, "complete")));
    for (TestResult result : partial) {
      Verdict verdict = Judge.judge(result.unasked(Audit.NO_COUNT).build());
      assertThat(verdict.reasons())
          .containsExactly("no audit: the brokers do not report what they took");
      assertThat(verdict.status()).isEqualTo(Status.SUSPECT);
      assertThat(verdict.notes()).isEmpty();
    }
  }

  @Test
  void whereNothingIsConsumedAcknowledgementsAreNotAuditedAndWithoutThemNothingIs() {
    Verdict acknowledged = Judge.judge(new TestResult().unasked(Audit.NO_COUNT).build());
    assertThat(acknowledged.status()).isEqualTo(Status.VALID);
    assertThat(acknowledged.reasons()).isEmpty();
    assertThat(acknowledged.notes())
        .containsExactly(
            "acknowledgements were not audited: the brokers do not report what they took, and"
                + " nothing was consumed");
    Verdict oneWay =
        Judge.judge(new TestResult().promise(false, 1).unasked(Audit.NO_COUNT).build());
    assertThat(oneWay.status()).isEqualTo(Status.SUSPECT);
    assertThat(oneWay.reasons())
        .containsExactly("no audit: the brokers do not report what they took");
  }

  @Test
  void countsOfAllGroupsAreAddedButLeastAndMostAreOfAll() {
    Reckoning well = reckoning(new MessageSet());
    Received received =
        new Received(
            List.of(
                group(
                    well,
                    Map.of("rebalances", 2L, "leastOfASubscriber", 5L, "mostOfASubscriber", 9L)),
                group(
                    well,
                    Map.of("rebalances", 1L, "leastOfASubscriber", 7L, "mostOfASubscriber", 8L))),
            0,
            "complete",
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
    MessageSet lost = new MessageSet();
    lost.add(0, 17);
    Verdict verdict =
        Judge.judge(
            new TestResult()
                .promise(new Promise(true, false, 1, false, atMostOnce, "a promise"))
                .received(
                    new Received(List.of(group(reckoning(lost), Map.of())), 0, "silent", null))
                .build());
    assertThat(verdict.status()).isEqualTo(status);
    assertThat(verdict.reasons()).containsExactly(reason);
  }
}
