package io.brokerbench.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.clock.ManualClock;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

final class PacerTest {

  private static final long MILLI = 1_000_000;

  @Property
  void returnsAtTheDeadlineAndNotBefore(
      @ForAll long origin,
      @ForAll @LongRange(min = -MILLI, max = 500 * MILLI) long wait,
      @ForAll @LongRange(min = 0, max = 2 * MILLI) long spinNanos) {
    ManualClock clock = new ManualClock(origin);
    new Pacer(clock, spinNanos, () -> false).awaitUntil(origin + wait);
    // A spin of the manual clock takes 100 ns.
    assertThat(clock.nanoTime() - origin).isBetween(Math.max(0, wait), Math.max(0, wait + 99));
  }

  @Test
  void returnsAtOnceFromADeadlineInThePast() {
    ManualClock clock = new ManualClock(10 * MILLI);
    new Pacer(clock, 0, () -> false).awaitUntil(9 * MILLI);
    assertThat(clock.nanoTime()).isEqualTo(10 * MILLI);
    assertThat(clock.longestParkNanos()).isZero();
  }

  @Test
  void parksFarFromTheDeadlineAndSpinsNearIt() {
    ManualClock clock = new ManualClock();
    new Pacer(clock, 100_000, () -> false).awaitUntil(10 * MILLI);
    assertThat(clock.longestParkNanos()).isEqualTo(10 * MILLI - 100_000);
    assertThat(clock.spins()).isEqualTo(1000);
  }

  @Test
  void neverSpinsWhenToldNotTo() {
    ManualClock clock = new ManualClock();
    new Pacer(clock, 0, () -> false).awaitUntil(10 * MILLI);
    assertThat(clock.spins()).isZero();
  }

  @Test
  void isNeverDeafForLongerThanFiftyMilliseconds() {
    ManualClock clock = new ManualClock();
    new Pacer(clock, 0, () -> false).awaitUntil(3600_000 * MILLI);
    assertThat(clock.longestParkNanos()).isEqualTo(50 * MILLI);
  }

  @Test
  void stopEndsAWait() {
    ManualClock clock = new ManualClock();
    new Pacer(clock, 0, () -> clock.nanoTime() >= 100 * MILLI).awaitUntil(Long.MAX_VALUE);
    assertThat(clock.nanoTime()).isEqualTo(100 * MILLI);
  }
}
