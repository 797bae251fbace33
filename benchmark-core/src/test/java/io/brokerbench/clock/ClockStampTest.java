package io.brokerbench.clock;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

final class ClockStampTest {

  private static final long SECOND = 1_000_000_000;

  /** A clock whose every reading takes its time, and whose wall clock has an origin of its own. */
  private static final class SlowClock implements Clock {
    private final long wallNanos;
    private final SplittableRandom random;
    private long nanos;
    private long heldNanos;
    private int heldReadings;

    SlowClock(long wallNanos, long nanos, long seed) {
      this.wallNanos = wallNanos;
      this.nanos = nanos;
      this.random = new SplittableRandom(seed);
    }

    @Override
    public long nanoTime() {
      nanos += random.nextLong(1_000_000);
      return nanos;
    }

    /** Makes the next readings of the wall clock take longer. */
    void holdUp(long forNanos, int readings) {
      heldNanos = forNanos;
      heldReadings = readings;
    }

    @Override
    public Instant now() {
      nanos += heldReadings-- > 0 ? heldNanos : 0;
      return Instant.ofEpochSecond(0, wallNanos + nanoTime());
    }

    @Override
    public void park(long parkNanos) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void spin() {
      throw new UnsupportedOperationException();
    }
  }

  @Property
  void timePlusAnchorIsTheBrokersTimeWithinTheError(
      @ForAll @LongRange(min = 1_600_000_000, max = 1_900_000_000) long wallSeconds,
      @ForAll @LongRange(min = -100 * SECOND, max = 100 * SECOND) long originNanos,
      @ForAll @LongRange(min = -100 * SECOND, max = 100 * SECOND) long brokersAheadNanos,
      @ForAll @LongRange(min = 0, max = SECOND) long offsetError,
      @ForAll long seed) {
    long wall = wallSeconds * SECOND - originNanos;
    long skew = offsetError == 0 ? 0 : new SplittableRandom(seed).nextLong(offsetError);
    ClockOffset offset =
        new ClockOffset(
            brokersAheadNanos + skew - offsetError, brokersAheadNanos + skew + offsetError);
    SlowClock clock = new SlowClock(wall, originNanos, seed);
    ClockStamp stamp = ClockStamp.of(clock, offset);
    long time = clock.nanoTime();
    long atTheBroker = wall + time + brokersAheadNanos;
    assertThat(Math.abs(time + stamp.anchorNanos() - atTheBroker))
        .isLessThanOrEqualTo(stamp.errorNanos());
    assertThat(stamp.errorNanos()).isLessThanOrEqualTo(offsetError + 2_000_000);
    // Then the clocks may drift apart.
    assertThat(stamp.errorNanosAt(stamp.atNanos() + 10 * SECOND))
        .isEqualTo(stamp.errorNanos() + 5_000_000);
  }

  @Test
  void aReadingThatWasHeldUpIsNotUsed() {
    long held = 50_000_000;
    SlowClock clock = new SlowClock(0, 0, 1);
    clock.holdUp(held, ClockStamp.READINGS - 1);
    assertThat(ClockStamp.of(clock, ClockOffset.NONE).errorNanos()).isLessThan(held);
    clock.holdUp(held, ClockStamp.READINGS);
    assertThat(ClockStamp.of(clock, ClockOffset.NONE).errorNanos()).isGreaterThan(held);
  }

  @Test
  void processesOfAHostShareTheClock() {
    ClockStamp one = ClockStamp.of(new ManualClock(), ClockOffset.NONE);
    ClockStamp other = ClockStamp.of(Clock.system(), ClockOffset.NONE);
    assertThat(one.id()).isEqualTo(other.id()).isNotZero();
    assertThat(one.anchorNanos()).isZero();
    assertThat(one.errorNanos()).isZero();
  }

  @Test
  void theWallClockIsReadInNanosAndMillis() {
    ManualClock clock = new ManualClock(12_345_678_901L);
    assertThat(ClockStamp.wallNanos(clock)).isEqualTo(12_345_678_901L);
    assertThat(ClockStamp.wallMillis(clock)).isEqualTo(12_345);
  }
}
