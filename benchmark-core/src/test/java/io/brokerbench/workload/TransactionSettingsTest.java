package io.brokerbench.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.brokerbench.record.Resolution;
import io.brokerbench.record.TransactionOutcome;
import java.util.EnumMap;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;

final class TransactionSettingsTest {

  private static final int DRAWS = 50_000;
  private static final DrawnTime NONE = new DrawnTime(DrawnTime.Shape.FIXED, 0, 0);

  @Property(tries = 50)
  void sharesAreThoseThatWereAskedFor(
      @ForAll long seed,
      @ForAll @DoubleRange(min = 0, max = 0.5) double sendRollback,
      @ForAll @DoubleRange(min = 0, max = 0.5) double sendUnknown,
      @ForAll @DoubleRange(min = 0, max = 0.5) double checkRollback,
      @ForAll @DoubleRange(min = 0, max = 0.5) double checkUnknown) {
    TransactionSettings plan =
        new TransactionSettings(true, sendRollback, sendUnknown, checkRollback, checkUnknown, NONE);
    Map<Resolution, Integer> local = new EnumMap<>(Resolution.class);
    Map<Resolution, Integer> answers = new EnumMap<>(Resolution.class);
    for (int i = 0; i < DRAWS; i++) {
      TransactionOutcome outcome = plan.outcome(seed, i % 3, i / 3);
      assertThat(plan.outcome(seed, i % 3, i / 3)).isEqualTo(outcome);
      local.merge(outcome.local(), 1, Integer::sum);
      if (outcome.local() == Resolution.UNKNOWN) {
        answers.merge(outcome.check(1), 1, Integer::sum);
      }
    }
    assertShare(local.getOrDefault(Resolution.ROLLBACK, 0), DRAWS, sendRollback);
    assertShare(local.getOrDefault(Resolution.UNKNOWN, 0), DRAWS, sendUnknown);
    int unknown = local.getOrDefault(Resolution.UNKNOWN, 0);
    assertShare(answers.getOrDefault(Resolution.ROLLBACK, 0), unknown, checkRollback);
    assertShare(answers.getOrDefault(Resolution.UNKNOWN, 0), unknown, checkUnknown);
  }

  /** Within six standard errors. */
  private static void assertShare(int hits, int draws, double share) {
    assertThat((double) hits)
        .isCloseTo(draws * share, within(6 * Math.sqrt(draws * share * (1 - share)) + 1));
  }

  @Test
  void laterChecksAreDrawnAgain() {
    TransactionSettings plan = new TransactionSettings(true, 0, 1, 0, 0.5, NONE);
    int[] asked = new int[TransactionOutcome.MAX_UNKNOWN + 1];
    for (int i = 0; i < DRAWS; i++) {
      asked[plan.outcome(1, 0, i).unknownChecks()]++;
    }
    double left = DRAWS;
    for (int unknown = 0; unknown < 8; unknown++) {
      assertShare(asked[unknown], (int) left, 0.5);
      left -= asked[unknown];
    }
  }

  @Test
  void whoeverNeverAnswersIsAbandonedAfterAllChecks() {
    TransactionOutcome outcome = new TransactionSettings(true, 0, 1, 0, 1, NONE).outcome(1, 0, 0);
    assertThat(outcome.unknownChecks()).isEqualTo(TransactionOutcome.MAX_UNKNOWN);
    assertThat(outcome.end()).isEqualTo(Resolution.UNKNOWN);
  }

  @Test
  void extremesAreExact() {
    for (int i = 0; i < 1000; i++) {
      assertThat(new TransactionSettings(true, 1, 0, 0, 0, NONE).outcome(1, 0, i).end())
          .isEqualTo(Resolution.ROLLBACK);
      assertThat(new TransactionSettings(true, 0, 1, 1, 0, NONE).outcome(1, 0, i))
          .isEqualTo(new TransactionOutcome(Resolution.UNKNOWN, 0, Resolution.ROLLBACK));
      assertThat(new TransactionSettings(true, 0, 1, 0, 0, NONE).outcome(1, 0, i))
          .isEqualTo(new TransactionOutcome(Resolution.UNKNOWN, 0, Resolution.COMMIT));
      assertThat(new TransactionSettings(true, 0, 0, 1, 0, NONE).outcome(1, 0, i))
          .isEqualTo(TransactionOutcome.COMMITTED);
      assertThat(new TransactionSettings(false, 1, 0, 0, 0, NONE).outcome(1, 0, i))
          .isEqualTo(TransactionOutcome.COMMITTED);
    }
  }
}
