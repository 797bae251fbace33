package io.brokerbench.clock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A simulated broker that shows its uptime in whole seconds, and the machine that asks it. */
final class CoarseClockTest {

  private static final long MICRO = 1_000;
  private static final long MILLI = 1_000_000;
  private static final long SECOND = 1_000_000_000;

  /** Neither clock has the right time; the broker was started at any moment. */
  private static final class AskedBroker {
    final ManualClock time = new ManualClock(1_000 * SECOND);
    final SkewedClock here;
    final SkewedClock broker;
    final long bootNanos;
    final CoarseClock coarse;
    final LongSupplier requestNanos;
    final LongSupplier answerNanos;
    int requests;

    AskedBroker(SplittableRandom random, LongSupplier requestNanos, LongSupplier answerNanos) {
      this.here = new SkewedClock(time, random.nextLong(-SECOND, SECOND), -20);
      this.broker =
          new SkewedClock(
              time, random.nextLong(-SECOND, SECOND), random.nextBoolean() ? 100 : -100);
      this.bootNanos = random.nextLong(500 * SECOND) / MILLI * MILLI;
      this.requestNanos = requestNanos;
      this.answerNanos = answerNanos;
      this.coarse = new CoarseClock(here, SECOND);
    }

    void ask() {
      requests++;
      long sent = here.nanoTime();
      time.advance(requestNanos.getAsLong());
      long upNanos = ClockStamp.wallNanos(broker) - bootNanos;
      time.advance(answerNanos.getAsLong());
      coarse.read(sent, bootNanos + upNanos / SECOND * SECOND, here.nanoTime());
    }

    /** Asks whenever a request is due, and a little later because the machine is busy. */
    void askFor(long seconds, LongSupplier lateNanos) {
      long end = time.nanoTime() + seconds * SECOND;
      while (time.nanoTime() < end) {
        here.park(coarse.pauseNanos());
        assertTruthIsInside();
        time.advance(lateNanos.getAsLong());
        ask();
        assertTruthIsInside();
      }
    }

    long offsetNanos() {
      return ClockStamp.wallNanos(broker) - ClockStamp.wallNanos(here);
    }

    long errorNanos() {
      return coarse.offset().errorNanos();
    }

    void assertTruthIsInside() {
      assertThat(offsetNanos()).isBetween(coarse.offset().lowNanos(), coarse.offset().highNanos());
    }
  }

  static long[] seeds() {
    return new SplittableRandom(22).longs(50).toArray();
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void theErrorStaysSmallInALongRun(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    // Half a millisecond in either direction, now and then much more.
    LongSupplier delay =
        () -> 20 * MICRO + random.nextLong(random.nextInt(10) == 0 ? SECOND / 5 : MILLI / 2);
    AskedBroker asked = new AskedBroker(random, delay, delay);
    asked.ask();
    asked.assertTruthIsInside();
    assertThat(asked.errorNanos()).isGreaterThan(SECOND / 2);
    asked.askFor(15, () -> random.nextLong(MILLI));
    for (int minute = 0; minute < 10; minute++) {
      assertThat(asked.errorNanos()).isLessThan(5 * MILLI);
      asked.askFor(60, () -> random.nextLong(MILLI));
    }
    assertThat(asked.errorNanos()).isLessThan(5 * MILLI);
    assertThat(asked.requests).isBetween(550, 650);
  }

  /** The error is that of the delay, as of any clock, and of the drift. */
  @ParameterizedTest
  @CsvSource({"0, 30", "30, 0", "15, 15", "0, 0"})
  void delaysOfOneDirectionAreInTheError(long requestMillis, long answerMillis) {
    AskedBroker asked =
        new AskedBroker(
            new SplittableRandom(4), () -> requestMillis * MILLI, () -> answerMillis * MILLI);
    asked.ask();
    asked.askFor(60, () -> 0);
    assertThat(asked.errorNanos())
        .isBetween((requestMillis + answerMillis) * MILLI / 2, 17 * MILLI);
    asked.askFor(600, () -> 0);
    assertThat(asked.errorNanos())
        .isLessThan((requestMillis + answerMillis) * MILLI / 2 + 2 * MILLI);
  }

  /** The middle moves until a request that comes too late comes in time. */
  @Test
  void requestsThatAlwaysComeTooLateShowAsMuch() {
    SplittableRandom random = new SplittableRandom(5);
    AskedBroker asked = new AskedBroker(random, () -> 100 * MICRO, () -> 100 * MICRO);
    asked.ask();
    asked.askFor(600, () -> 20 * MILLI);
    assertThat(asked.errorNanos()).isLessThan(25 * MILLI);
  }

  @Test
  void whileNothingAnswersTheIntervalAgesAndIsNarrowAgainSoon() {
    AskedBroker asked =
        new AskedBroker(new SplittableRandom(6), () -> 100 * MICRO, () -> 100 * MICRO);
    asked.ask();
    asked.askFor(20, () -> 0);
    asked.time.advance(60 * SECOND);
    asked.assertTruthIsInside();
    assertThat(asked.errorNanos()).isGreaterThan(30 * MILLI);
    asked.askFor(10, () -> 0);
    assertThat(asked.errorNanos()).isLessThan(5 * MILLI);
  }

  @Test
  void afterTheBrokersClockWasSetItIsFoundAgain() {
    AskedBroker asked =
        new AskedBroker(new SplittableRandom(7), () -> 100 * MICRO, () -> 100 * MICRO);
    asked.ask();
    asked.askFor(20, () -> 0);
    asked.broker.step(3 * SECOND + 123 * MILLI);
    asked.ask();
    asked.askFor(15, () -> 0);
    assertThat(asked.errorNanos()).isLessThan(5 * MILLI);
  }

  /** Another reading, such as the store time of a message, narrows it at once. */
  @Test
  void aReadingInAnotherUnitCounts() {
    AskedBroker asked = new AskedBroker(new SplittableRandom(8), () -> 0, () -> 0);
    long now = asked.here.nanoTime();
    long brokers = ClockStamp.wallNanos(asked.broker) / MILLI * MILLI;
    asked.coarse.read(now, brokers, now + MILLI, MILLI);
    asked.time.advance(MILLI);
    asked.assertTruthIsInside();
    assertThat(asked.errorNanos()).isCloseTo(MILLI, within(10 * MICRO));
    // It does not show when the second of the uptime ends.
    assertThat(asked.coarse.pauseNanos()).isEqualTo(SECOND);
  }

  @Test
  void aLocalWallClockThatIsSetDoesNotDisturbTheBrokersTime() {
    ManualClock time = new ManualClock();
    SkewedClock wall = new SkewedClock(time, 0, 0);
    Clock here = new SetWallClock(time, wall);
    CoarseClock coarse = new CoarseClock(here, SECOND);
    time.advance(5 * SECOND);
    coarse.read(time.nanoTime(), 5 * SECOND, time.nanoTime());
    assertThat(ClockStamp.of(here, coarse.offset()).anchorNanos())
        .isCloseTo(SECOND / 2, within(1L));
    wall.step(-3_600 * SECOND);
    assertThat(coarse.offset().nanos()).isCloseTo(3_600 * SECOND + SECOND / 2, within(1L));
    assertThat(ClockStamp.of(here, coarse.offset()).anchorNanos())
        .isCloseTo(SECOND / 2, within(1L));
  }

  /** A machine whose wall clock alone is set. */
  private record SetWallClock(Clock monotonic, Clock wall) implements Clock {

    @Override
    public long nanoTime() {
      return monotonic.nanoTime();
    }

    @Override
    public void park(long nanos) {
      monotonic.park(nanos);
    }

    @Override
    public void spin() {
      monotonic.spin();
    }

    @Override
    public java.time.Instant now() {
      return wall.now();
    }
  }

  @Test
  void withoutAReadingNothingIsKnown() {
    CoarseClock coarse = new CoarseClock(new ManualClock(), SECOND);
    assertThat(coarse.offset()).isEqualTo(ClockOffset.UNKNOWN);
    assertThat(coarse.pauseNanos()).isEqualTo(SECOND);
  }
}
