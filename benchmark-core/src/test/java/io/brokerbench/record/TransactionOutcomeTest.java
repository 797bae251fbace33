package io.brokerbench.record;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

final class TransactionOutcomeTest {

  @Property
  void aByteCarriesIt(
      @ForAll Resolution local,
      @ForAll @IntRange(min = 0, max = TransactionOutcome.MAX_UNKNOWN) int unknownChecks,
      @ForAll boolean rollback) {
    TransactionOutcome outcome =
        new TransactionOutcome(
            local, unknownChecks, rollback ? Resolution.ROLLBACK : Resolution.COMMIT);
    assertThat(outcome.toByte()).isNotNegative();
    assertThat(TransactionOutcome.ofByte(outcome.toByte())).isEqualTo(outcome);
  }

  @Test
  void ofNothingItIsCommitted() {
    assertThat(TransactionOutcome.COMMITTED.toByte()).isZero();
    assertThat(TransactionOutcome.ofByte(0)).isEqualTo(TransactionOutcome.COMMITTED);
  }

  @Test
  void anyByteIsSomeFate() {
    for (int bits = 0; bits < 256; bits++) {
      assertThat(TransactionOutcome.ofByte(bits).unknownChecks())
          .isBetween(0, TransactionOutcome.MAX_UNKNOWN);
    }
  }

  @Test
  void checksAreAnsweredUnknownSoOftenAndThenForGood() {
    TransactionOutcome outcome = new TransactionOutcome(Resolution.UNKNOWN, 2, Resolution.ROLLBACK);
    assertThat(outcome.check(1)).isEqualTo(Resolution.UNKNOWN);
    assertThat(outcome.check(2)).isEqualTo(Resolution.UNKNOWN);
    assertThat(outcome.check(3)).isEqualTo(Resolution.ROLLBACK);
    assertThat(outcome.check(4)).isEqualTo(Resolution.ROLLBACK);
    assertThat(outcome.end()).isEqualTo(Resolution.ROLLBACK);
  }

  @Test
  void whatHasAnEndAnswersWithIt() {
    for (Resolution local : new Resolution[] {Resolution.COMMIT, Resolution.ROLLBACK}) {
      TransactionOutcome outcome = new TransactionOutcome(local, 0, Resolution.COMMIT);
      assertThat(outcome.check(1)).isEqualTo(local);
      assertThat(outcome.end()).isEqualTo(local);
    }
  }

  @Test
  void afterAllTheChecksABrokerMakesItNeverEnds() {
    TransactionOutcome last =
        new TransactionOutcome(
            Resolution.UNKNOWN, TransactionOutcome.MAX_UNKNOWN - 1, Resolution.COMMIT);
    assertThat(last.check(TransactionOutcome.MAX_UNKNOWN)).isEqualTo(Resolution.COMMIT);
    assertThat(last.end()).isEqualTo(Resolution.COMMIT);
    TransactionOutcome never =
        new TransactionOutcome(
            Resolution.UNKNOWN, TransactionOutcome.MAX_UNKNOWN, Resolution.COMMIT);
    assertThat(never.check(TransactionOutcome.MAX_UNKNOWN)).isEqualTo(Resolution.UNKNOWN);
    assertThat(never.end()).isEqualTo(Resolution.UNKNOWN);
  }
}
