package io.brokerbench.clock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.brokerbench.results.clocks.ClockComparison;
import io.brokerbench.results.clocks.ClockComparison.Drift;
import io.brokerbench.results.clocks.ClockComparison.Step;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Readings between two simulated machines, whose true offset is known. */
final class ClockTrackerTest {

  private static final long MICRO = 1_000;
  private static final long MILLI = 1_000_000;
  private static final long SECOND = 1_000_000_000;

  /** Two machines, neither of which has the right time, and a network between them. */
  private static final class TwoMachines {
    final SplittableRandom random;
    final ManualClock time = new ManualClock(5 * SECOND);
    final SkewedClock here;
    final SkewedClock there;
    final ClockTracker tracker = new ClockTracker();
    final long startNanos;

    /** The true offset at moments of the local clock. */
    final NavigableMap<Long, Long> truth = new TreeMap<>();

    TwoMachines(long seed) {
      this(seed, new SplittableRandom(seed));
    }

    private TwoMachines(long seed, SplittableRandom random) {
      this(
          seed,
          random.nextLong(-SECOND, SECOND),
          random.nextLong(-SECOND, SECOND),
          random.nextDouble(-100, 100));
    }

    TwoMachines(long seed, long hereAheadNanos, long thereAheadNanos, double fasterPpm) {
      this.random = new SplittableRandom(seed);
      this.here = new SkewedClock(time, hereAheadNanos, -20);
      this.there = new SkewedClock(time, thereAheadNanos, fasterPpm);
      this.startNanos = here.nanoTime();
    }

    long offsetNanos() {
      return there.nanoTime() - here.nanoTime();
    }

    /** A reading whose request and answer take these times. */
    void read(long requestNanos, long answerNanos) {
      long sent = here.nanoTime();
      time.advance(requestNanos);
      long other = there.nanoTime();
      time.advance(answerNanos);
      tracker.read(sent, other, here.nanoTime());
    }

    /** A reading over a network that is mostly fast, sometimes slow, in one direction or both. */
    void readByAnyNetwork() {
      read(delay(), delay());
    }

    private long delay() {
      long scale = random.nextInt(10) == 0 ? 5 * SECOND : MILLI;
      return 20 * MICRO + random.nextLong(1 + random.nextLong(scale));
    }

    void assertTruthIsInside() {
      ClockOffset offset = tracker.at(here.nanoTime());
      assertThat(offsetNanos()).isBetween(offset.lowNanos(), offset.highNanos());
      assertThat(Math.abs(offset.nanos() - offsetNanos())).isLessThanOrEqualTo(offset.errorNanos());
      truth.put(here.nanoTime(), offsetNanos());
    }

    void assertThePastIsInside() {
      truth.forEach(
          (moment, offsetNanos) -> {
            ClockOffset offset = tracker.at(moment);
            assertThat(offsetNanos).isBetween(offset.lowNanos(), offset.highNanos());
          });
    }

    ClockComparison summary() {
      return tracker.summary(startNanos).orElseThrow();
    }
  }

  static long[] seeds() {
    return new SplittableRandom(22).longs(100).toArray();
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void theTruthIsInsideAtEveryMoment(long seed) {
    TwoMachines machines = new TwoMachines(seed);
    for (int second = 0; second < 120; second++) {
      machines.readByAnyNetwork();
      machines.assertTruthIsInside();
      for (int i = 0; i < 3; i++) {
        machines.time.advance(machines.random.nextLong(SECOND / 3));
        machines.assertTruthIsInside();
      }
    }
    machines.assertThePastIsInside();
    ClockComparison summary = machines.summary();
    assertThat(summary.readings()).isEqualTo(120);
    assertThat(summary.steps()).isZero();
    assertThat(summary.describedSteps()).isEmpty();
    // A reading's delay is at most 5 s in either direction, and is mostly below 2 ms.
    assertThat(summary.minErrorNanos()).isPositive().isLessThan(MILLI);
    assertThat(summary.maxErrorNanos()).isGreaterThan(summary.minErrorNanos());
    assertThat(summary.last().errorNanos())
        .isBetween(summary.minErrorNanos(), summary.maxErrorNanos());
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void aStepInMidRunIsNamedWithItsTimeAndSize(long seed) {
    TwoMachines machines = new TwoMachines(seed);
    boolean forward = machines.random.nextBoolean();
    long size = (forward ? 1 : -1) * machines.random.nextLong(20 * MILLI, 2 * SECOND);
    boolean there = machines.random.nextBoolean();
    int stepSecond = 1 + machines.random.nextInt(58);
    double stepAtSeconds = -1;
    for (int second = 0; second < 60; second++) {
      machines.time.advance(SECOND / 2 + machines.random.nextLong(SECOND / 2));
      if (second == stepSecond + 1) {
        // No reading has shown the step yet; afterwards, the truth is inside here too.
        machines.truth.put(machines.here.nanoTime(), machines.offsetNanos());
      } else {
        machines.assertTruthIsInside();
      }
      if (second == stepSecond) {
        stepAtSeconds = (machines.here.nanoTime() - machines.startNanos) / 1e9;
        (there ? machines.there : machines.here).step(there ? size : -size);
      } else {
        machines.read(100 * MICRO, machines.random.nextLong(MILLI));
        machines.assertTruthIsInside();
      }
    }
    ClockComparison summary = machines.summary();
    assertThat(summary.steps()).isEqualTo(1);
    Step step = summary.describedSteps().get(0);
    assertThat(Math.abs(step.nanos() - size)).isLessThanOrEqualTo(step.errorNanos());
    assertThat(step.errorNanos()).isLessThan(5 * MILLI);
    if (there) {
      // A local clock that is set has two times for the same moment, or none.
      assertThat(stepAtSeconds).isBetween(step.afterSeconds(), step.bySeconds());
      assertThat(step.bySeconds() - step.afterSeconds()).isLessThan(3);
      machines.assertThePastIsInside();
    }
  }

  @Test
  void aStepIsDescribedInOneLine() {
    TwoMachines machines = new TwoMachines(1, 0, SECOND, -20);
    machines.read(100 * MICRO, 100 * MICRO);
    machines.time.advance(10 * SECOND);
    machines.there.step(-2 * SECOND);
    machines.read(100 * MICRO, 100 * MICRO);
    assertThat(machines.summary().describedSteps().get(0).text())
        .isEqualTo("a step of -2.00 s +- 5.20 ms between 0.0 s and 10.0 s");
  }

  /** An answer that takes long shows little, and the interval ages meanwhile. */
  @Test
  void aHeavilyDelayedReadingNeitherNarrowsNorWidens() {
    TwoMachines machines = new TwoMachines(1, 0, SECOND, -20);
    machines.read(100 * MICRO, 100 * MICRO);
    ClockOffset before = machines.tracker.at(machines.here.nanoTime());
    machines.read(3 * SECOND, 3 * SECOND);
    assertThat(machines.tracker.at(machines.here.nanoTime()).errorNanos())
        .isCloseTo(before.aged(6 * SECOND).errorNanos(), within(100L));
    // What is delayed in one direction only bounds the offset by the other.
    machines.read(3 * SECOND, 0);
    machines.assertTruthIsInside();
    assertThat(machines.tracker.at(machines.here.nanoTime()).errorNanos())
        .isLessThan(before.aged(9 * SECOND).errorNanos() - MILLI);
  }

  @Test
  void anAnswerFromBeforeAStepIsNoSecondStep() {
    ClockTracker tracker = new ClockTracker();
    tracker.read(0, 0, MILLI);
    // Sent at 2 s and answered before the step, received after a reading that shows it.
    tracker.read(3 * SECOND, 13 * SECOND, 3 * SECOND + MILLI);
    tracker.read(2 * SECOND, 2 * SECOND + MILLI, 4 * SECOND);
    ClockComparison summary = tracker.summary(0).orElseThrow();
    assertThat(summary.readings()).isEqualTo(3);
    assertThat(summary.steps()).isEqualTo(1);
    assertThat(tracker.at(4 * SECOND).nanos()).isCloseTo(10 * SECOND, within(2 * MILLI));
  }

  @Test
  void aStepWhileAnAnswerIsUnderWayIsBetweenTheReadings() {
    ClockTracker tracker = new ClockTracker();
    // The other clock was read at 0 and set at 50 ms; the answer was received at 100 ms.
    tracker.read(0, 0, 100 * MILLI);
    tracker.read(SECOND, 11 * SECOND, SECOND + MILLI);
    assertThat(tracker.at(60 * MILLI).lowNanos()).isNegative();
    assertThat(tracker.at(60 * MILLI).highNanos()).isGreaterThanOrEqualTo(10 * SECOND);
    Step step = tracker.summary(0).orElseThrow().describedSteps().get(0);
    assertThat(step.afterSeconds()).isZero();
    assertThat(step.bySeconds()).isEqualTo(1.001);
  }

  /** A proxy that delays one direction moves the middle by half of that, and the error with it. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void asymmetricDelaysAreInTheError(boolean request) {
    TwoMachines machines = new TwoMachines(3);
    for (int second = 0; second < 10; second++) {
      machines.read(request ? 30 * MILLI : 0, request ? 0 : 30 * MILLI);
      machines.assertTruthIsInside();
      machines.time.advance(SECOND);
    }
    assertThat(machines.summary().minErrorNanos()).isCloseTo(15 * MILLI, within(100 * MICRO));
    ClockOffset offset = machines.tracker.at(machines.here.nanoTime());
    assertThat(Math.abs(offset.nanos() - machines.offsetNanos())).isGreaterThan(14 * MILLI);
  }

  @Test
  void theDriftIsBoundedByTheFirstAndTheLastReading() {
    TwoMachines machines = new TwoMachines(4, -SECOND, SECOND, 80);
    for (int second = 0; second < 60; second++) {
      machines.read(100 * MICRO, 100 * MICRO);
      machines.time.advance(SECOND);
    }
    Drift drift = Objects.requireNonNull(machines.summary().drift());
    assertThat(drift.ppm()).isCloseTo(100, within(drift.errorPpm() + 0.1));
    assertThat(drift.errorPpm()).isLessThan(4);
    assertThat(drift.seconds()).isCloseTo(59, within(0.1));
  }

  /** Such as a virtual machine whose clock runs wild. */
  @Test
  void aClockThatDriftsFasterThanAllowedShowsStepsOfWhichTheFirstAreDescribed() {
    TwoMachines machines = new TwoMachines(5, 0, 0, 3_000);
    for (int second = 0; second < 60; second++) {
      machines.read(100 * MICRO, 100 * MICRO);
      machines.assertTruthIsInside();
      machines.time.advance(SECOND);
    }
    assertThat(machines.summary().steps()).isEqualTo(59);
    assertThat(machines.summary().describedSteps()).hasSize(20);
  }

  @Test
  void aMomentToComeIsMappedToTheOtherClockWithItsError() {
    TwoMachines machines = new TwoMachines(6, 0, SECOND, 80);
    machines.read(100 * MICRO, 100 * MICRO);
    long t0 = machines.here.nanoTime() + 3 * SECOND;
    ClockOffset offset = machines.tracker.at(t0);
    machines.time.advance(t0 - machines.here.nanoTime());
    machines.time.advance(t0 - machines.here.nanoTime());
    assertThat(machines.here.nanoTime()).isCloseTo(t0, within(10L));
    assertThat(Math.abs(t0 + offset.nanos() - machines.there.nanoTime()))
        .isGreaterThan(200 * MICRO)
        .isLessThanOrEqualTo(offset.errorNanos());
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void theOtherMachineMapsItsTimeByTheStamp(long seed) {
    TwoMachines machines = new TwoMachines(seed);
    machines.readByAnyNetwork();
    for (int second = 0; second < 10; second++) {
      machines.readByAnyNetwork();
      ClockStamp stamp = machines.tracker.stamp(7);
      assertThat(stamp.id()).isEqualTo(7);
      machines.time.advance(machines.random.nextLong(2 * SECOND));
      long there = machines.there.nanoTime();
      assertThat(Math.abs(there + stamp.anchorNanos() - machines.here.nanoTime()))
          .isLessThanOrEqualTo(stamp.errorNanosAt(there));
    }
  }

  /** The edge of the millisecond is met from one side and from the other. */
  @Test
  void manyReadingsOfAClockInMillisShowMoreThanAMillisecond() {
    TwoMachines machines = new TwoMachines(7, 0, 3 * SECOND + 123_456, -20);
    for (int reading = 0; reading < 100; reading++) {
      machines.time.advance(machines.random.nextLong(2 * MILLI));
      long before = machines.here.nanoTime();
      machines.time.advance(20 * MICRO);
      long shown = machines.there.nanoTime() / MILLI * MILLI;
      machines.time.advance(20 * MICRO);
      machines.tracker.read(before, shown, machines.here.nanoTime(), MILLI);
      machines.assertTruthIsInside();
    }
    assertThat(machines.tracker.at(machines.here.nanoTime()).errorNanos()).isLessThan(100 * MICRO);
    assertThat(machines.summary().steps()).isZero();
  }

  @Test
  void withoutAReadingNothingIsKnown() {
    ClockTracker tracker = new ClockTracker();
    assertThat(tracker.at(0)).isEqualTo(ClockOffset.UNKNOWN);
    assertThat(tracker.summary(0)).isEmpty();
    assertThat(tracker.stamp(7).errorNanos()).isEqualTo(ClockOffset.UNKNOWN.errorNanos());
    tracker.read(0, 10, 2);
    assertThat(tracker.summary(0).orElseThrow().drift()).isNull();
  }
}
