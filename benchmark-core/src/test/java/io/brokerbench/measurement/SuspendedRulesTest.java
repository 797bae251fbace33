package io.brokerbench.measurement;

import static io.brokerbench.measurement.TestResult.counts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.brokerbench.record.Ledger;
import io.brokerbench.record.SendOutcome;
import io.brokerbench.results.Consumption.DrainEnd;
import io.brokerbench.results.Transactions;
import io.brokerbench.results.Verdict;
import io.brokerbench.results.Verdict.Status;
import io.brokerbench.results.faults.PlannedFaults.Undisturbed;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The same results with and without planned faults: what these explain is noted only. */
final class SuspendedRulesTest {

  private static final Undisturbed ALL_WELL = new Undisturbed(5_000, 5_000, 0);

  static Stream<Arguments> consequences() {
    return Stream.of(
        arguments(Rule.BROKER_INCIDENT, new TestResult().incident("3 connections were lost")),
        arguments(Rule.WINDOW_FULL, new TestResult().windowFull(0.5)),
        arguments(Rule.DRIFT, new TestResult().drifting()),
        arguments(Rule.BROKER_COUNT, new TestResult().audit(9_000, null)),
        arguments(Rule.REPLICA_COUNT, new TestResult().promise(true, 2).audit(10_000, 9_000L)),
        arguments(Rule.NO_AUDIT, new TestResult().unasked("slave is down")),
        arguments(Rule.LOST, received(1, 0)),
        arguments(Rule.DUPLICATED, received(0, 2)),
        arguments(
            Rule.UNRESOLVED,
            new TestResult("transaction.enabled=true")
                .transactions(new Transactions(9_995, 0, 5, 2, 0, 0, 3, 0, 0, 0, 0))));
  }

  @ParameterizedTest
  @MethodSource("consequences")
  void whatAFaultMayCauseIsNoted(Rule rule, TestResult result) {
    Verdict without = result.verdict();
    assertThat(without.breaks(rule.code())).isTrue();
    Verdict with = withFaults(result, ALL_WELL);
    assertThat(with.texts()).isEmpty();
    assertThat(with.status()).isEqualTo(Status.VALID);
    assertThat(with.notes()).containsAll(without.texts());
  }

  static Stream<TestResult> flaws() {
    return Stream.of(
        new TestResult().fault("after 5 s: master ended with exit code 137"),
        new TestResult().cutShort("cut short by a signal"),
        new TestResult().notAudited(),
        new TestResult().unasked(MissingCount.LOST_WORKER),
        new TestResult().unasked(MissingCount.notFinal(9_000, 10_000)),
        new TestResult().hiccups(120_000_000));
  }

  /** An unplanned fault, a run without its end or its audit, and a generator that stood still. */
  @ParameterizedTest
  @MethodSource("flaws")
  void whatNoPlannedFaultExplainsIsJudgedAsEver(TestResult result) {
    Verdict without = result.verdict();
    assertThat(without.reasons()).isNotEmpty();
    Verdict with = withFaults(result, ALL_WELL);
    assertThat(with.reasons()).isEqualTo(without.reasons());
    assertThat(with.status()).isEqualTo(without.status());
  }

  @Test
  void theRateIsJudgedByTheMessagesThatNoFaultCouldAffect() {
    TestResult result = new TestResult().counts(counts(9_000, 9_000));
    assertThat(result.verdict().breaks(Rule.RATE_MISSED.code())).isTrue();
    assertThat(withFaults(result, ALL_WELL).status()).isEqualTo(Status.VALID);
    Verdict missed = withFaults(result, new Undisturbed(5_000, 4_000, 0));
    assertThat(missed.breaks(Rule.RATE_MISSED.code())).isTrue();
  }

  @Test
  void soAreTheFailures() {
    Ledger ledger = new Ledger();
    ledger.attempted(10_000, true);
    ledger.ended(SendOutcome.ACKED, "OK", 9_000, true);
    ledger.ended(SendOutcome.REJECTED, "SYSTEM_BUSY", 1_000, true);
    TestResult result = new TestResult().counts(ledger.counts());
    assertThat(result.verdict().breaks(Rule.FAILURES_TENFOLD.code())).isTrue();
    assertThat(withFaults(result, ALL_WELL).status()).isEqualTo(Status.VALID);
    // One in 200 is above the limit of one in 1,000, and below ten times that.
    Verdict some = withFaults(result, new Undisturbed(5_000, 5_000, 25));
    assertThat(some.breaks(Rule.FAILURES.code())).isTrue();
    assertThat(some.status()).isEqualTo(Status.SUSPECT);
    Verdict many = withFaults(result, new Undisturbed(5_000, 5_000, 500));
    assertThat(many.breaks(Rule.FAILURES_TENFOLD.code())).isTrue();
  }

  private static Verdict withFaults(TestResult result, Undisturbed undisturbed) {
    return result.undisturbed(undisturbed).verdict();
  }

  /** A group that lacks some messages and got others twice. */
  private static TestResult received(int lost, int twice) {
    Received.Group group = TestResult.group("group", lost, twice);
    return new TestResult().received(new Received(List.of(group), 0, DrainEnd.COMPLETE, null));
  }
}
