package io.brokerbench.record;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

final class FateTest {

  @Property
  void aByteCarriesIt(
      @ForAll Resolution local,
      @ForAll @IntRange(min = 0, max = Fate.MAX_UNKNOWN) int unknownChecks,
      @ForAll boolean rollback) {
    Fate fate = new Fate(local, unknownChecks, rollback ? Resolution.ROLLBACK : Resolution.COMMIT);
    assertThat(fate.toByte()).isNotNegative();
    assertThat(Fate.ofByte(fate.toByte())).isEqualTo(fate);
  }

  @Test
  void ofNothingItIsCommitted() {
    assertThat(Fate.COMMITTED.toByte()).isZero();
    assertThat(Fate.ofByte(0)).isEqualTo(Fate.COMMITTED);
  }

  @Test
  void anyByteIsSomeFate() {
    for (int bits = 0; bits < 256; bits++) {
      assertThat(Fate.ofByte(bits).unknownChecks()).isBetween(0, Fate.MAX_UNKNOWN);
    }
  }

  @Test
  void checksAreAnsweredUnknownSoOftenAndThenForGood() {
    Fate fate = new Fate(Resolution.UNKNOWN, 2, Resolution.ROLLBACK);
    assertThat(fate.check(1)).isEqualTo(Resolution.UNKNOWN);
    assertThat(fate.check(2)).isEqualTo(Resolution.UNKNOWN);
    assertThat(fate.check(3)).isEqualTo(Resolution.ROLLBACK);
    assertThat(fate.check(4)).isEqualTo(Resolution.ROLLBACK);
    assertThat(fate.end()).isEqualTo(Resolution.ROLLBACK);
  }

  @Test
  void whatHasAnEndAnswersWithIt() {
    for (Resolution local : new Resolution[] {Resolution.COMMIT, Resolution.ROLLBACK}) {
      Fate fate = new Fate(local, 0, Resolution.COMMIT);
      assertThat(fate.check(1)).isEqualTo(local);
      assertThat(fate.end()).isEqualTo(local);
    }
  }

  @Test
  void afterAllTheChecksABrokerMakesItNeverEnds() {
    Fate last = new Fate(Resolution.UNKNOWN, Fate.MAX_UNKNOWN - 1, Resolution.COMMIT);
    assertThat(last.check(Fate.MAX_UNKNOWN)).isEqualTo(Resolution.COMMIT);
    assertThat(last.end()).isEqualTo(Resolution.COMMIT);
    Fate never = new Fate(Resolution.UNKNOWN, Fate.MAX_UNKNOWN, Resolution.COMMIT);
    assertThat(never.check(Fate.MAX_UNKNOWN)).isEqualTo(Resolution.UNKNOWN);
    assertThat(never.end()).isEqualTo(Resolution.UNKNOWN);
  }
}
