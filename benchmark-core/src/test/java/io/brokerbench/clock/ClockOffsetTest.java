package io.brokerbench.clock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

final class ClockOffsetTest {

  private static final long MILLI = 1_000_000;
  private static final long SECOND = 1_000_000_000;
  private static final long NOW = 1_700_000_000 * SECOND;

  /** Readings of a clock that is ahead by a known time, over a network of any delays. */
  @Property(tries = 300)
  void theTruthIsAlwaysInsideAndTheErrorNeverGrows(
      @ForAll @LongRange(min = -100 * SECOND, max = 100 * SECOND) long truth, @ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    ClockOffset offset = ClockOffset.UNKNOWN;
    long now = NOW + random.nextLong(SECOND);
    for (int reading = 0; reading < 50; reading++) {
      long before = now;
      now += random.nextLong(1 + random.nextLong(5 * MILLI));
      long other = Math.floorDiv(now + truth, MILLI);
      now += random.nextLong(1 + random.nextLong(5 * MILLI));
      ClockOffset narrower = offset.narrowedBy(before, other, now);
      assertThat(truth).isBetween(narrower.lowNanos(), narrower.highNanos());
      assertThat(Math.abs(truth - narrower.nanos())).isLessThanOrEqualTo(narrower.errorNanos());
      assertThat(narrower.errorNanos()).isLessThanOrEqualTo(offset.errorNanos());
      // A reading's own interval: the delay, and the millisecond that the other did not show.
      assertThat(narrower.errorNanos()).isLessThanOrEqualTo((now - before + MILLI + 1) / 2);
      offset = narrower;
      now += random.nextLong(SECOND);
    }
  }

  /** The millisecond's edge is met now from one side, now from the other. */
  @Test
  void manyReadingsTellMoreThanAMillisecond() {
    long truth = 3 * SECOND + 123_456;
    SplittableRandom random = new SplittableRandom(1);
    ClockOffset offset = ClockOffset.UNKNOWN;
    long now = NOW;
    for (int reading = 0; reading < 1000; reading++) {
      now += random.nextLong(SECOND);
      offset = offset.narrowedBy(now, (now + 20_000 + truth) / MILLI, now + 40_000);
      now += 40_000;
    }
    assertThat(offset.errorNanos()).isLessThan(30_000);
    assertThat(truth).isBetween(offset.lowNanos(), offset.highNanos());
  }

  @Test
  void aClockThatWasSetMeanwhileIsReadAnew() {
    ClockOffset offset = ClockOffset.UNKNOWN.narrowedBy(NOW, NOW / MILLI, NOW + MILLI);
    assertThat(offset).isEqualTo(new ClockOffset(-MILLI, MILLI));
    long later = NOW + SECOND;
    ClockOffset set = offset.narrowedBy(later, later / MILLI + 5000, later + MILLI);
    assertThat(set).isEqualTo(new ClockOffset(5 * SECOND - MILLI, 5 * SECOND + MILLI));
    assertThat(set.nanos()).isEqualTo(5 * SECOND);
    assertThat(set.errorNanos()).isEqualTo(MILLI);
  }

  @Test
  void whatIsNotKnownHasAnErrorOfYearsRatherThanNone() {
    assertThat(ClockOffset.UNKNOWN.errorNanos()).isGreaterThan(70L * 365 * 86_400 * SECOND);
    assertThat(ClockOffset.UNKNOWN.nanos()).isZero();
    assertThat(ClockOffset.NONE.errorNanos()).isZero();
    assertThat(ClockOffset.NONE.nanos()).isZero();
  }

  @Test
  void theErrorIsRoundedUp() {
    ClockOffset odd = new ClockOffset(-2, 3);
    assertThat(odd.nanos()).isZero();
    assertThat(odd.errorNanos()).isEqualTo(3);
  }
}
