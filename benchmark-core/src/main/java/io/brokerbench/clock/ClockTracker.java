package io.brokerbench.clock;

import io.brokerbench.results.clocks.ClockComparison;
import io.brokerbench.results.clocks.ClockComparison.Drift;
import io.brokerbench.results.clocks.ClockComparison.Moment;
import io.brokerbench.results.clocks.ClockComparison.Step;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The offset of another clock from a local one over a run, by readings that may overlap. Either
 * clock may be a wall clock or a machine's {@link Clock#nanoTime()}; a local clock that is never
 * set is the better choice, because a step of either is one of the offset. Thread-safe.
 *
 * <p>Each reading narrows the interval of the offset, which is aged before. A reading that excludes
 * it shows a step: a clock was set, or slewed by more than 500 ppm; the interval is then that of
 * this reading. A step that is smaller than the errors of the readings around it may remain
 * undetected, and the interval then misses the offset by at most its size.
 */
public final class ClockTracker {

  /**
   * Number of steps that a summary describes: a clock that drifts too fast shows one per second.
   */
  private static final int DESCRIBED_STEPS = 20;

  private static final double NANOS_PER_SECOND = 1e9;
  private static final double PPM = 1e6;

  private final List<Stretch> stretches = new ArrayList<>();
  private long readings;
  private long minErrorNanos = Long.MAX_VALUE;
  private long maxErrorNanos;

  /** A time without a step. */
  private static final class Stretch {
    final long firstNanos;
    ClockOffset first;
    long lastSentNanos;
    long lastNanos;
    ClockOffset last;

    Stretch(ClockOffset reading, long sentNanos, long receivedNanos) {
      this.firstNanos = receivedNanos;
      this.first = reading;
      this.lastSentNanos = sentNanos;
      this.lastNanos = receivedNanos;
      this.last = reading;
    }

    /** Takes a reading into account; returns false if it excludes the interval. */
    boolean narrow(ClockOffset reading, long sentNanos, long receivedNanos) {
      long now = Math.max(lastNanos, receivedNanos);
      Optional<ClockOffset> both =
          last.aged(now - lastNanos).intersection(reading.aged(now - receivedNanos));
      if (both.isEmpty()) {
        return false;
      }
      first = first.intersection(reading.aged(receivedNanos - firstNanos)).orElse(first);
      last = both.get();
      lastNanos = now;
      lastSentNanos = Math.max(lastSentNanos, sentNanos);
      return true;
    }

    /** Whether the last reading was received during this one. */
    boolean isDuring(long sentNanos, long receivedNanos) {
      return sentNanos < lastNanos && lastNanos <= receivedNanos;
    }

    ClockOffset at(long localNanos) {
      ClockOffset byLast = last.aged(localNanos - lastNanos);
      return first.aged(localNanos - firstNanos).intersection(byLast).orElse(byLast);
    }

    /** Mean drift from the first to the last reading. */
    @Nullable Drift drift() {
      double nanos = lastNanos - firstNanos;
      if (nanos == 0) {
        return null;
      }
      ClockOffset change = last.minus(first);
      double low = change.lowNanos() / nanos * PPM;
      double high = change.highNanos() / nanos * PPM;
      return new Drift(nanos / NANOS_PER_SECOND, (low + high) / 2, (high - low) / 2);
    }
  }

  /**
   * Takes a reading into account; called in the order in which answers are received.
   *
   * @param sentNanos local clock when the request was sent
   * @param otherNanos the other clock, read at any moment between request and answer
   * @param receivedNanos local clock when the answer was received
   * @throws IllegalArgumentException if it was received before it was sent
   */
  public void read(long sentNanos, long otherNanos, long receivedNanos) {
    read(sentNanos, otherNanos, receivedNanos, 1);
  }

  /**
   * Takes a reading into account of a clock that shows its time in a coarse unit.
   *
   * @param otherNanos truncated to a multiple of the unit
   * @param unitNanos nanoseconds in the unit
   */
  public synchronized void read(
      long sentNanos, long otherNanos, long receivedNanos, long unitNanos) {
    ClockOffset reading = ClockOffset.ofReading(sentNanos, otherNanos, receivedNanos, unitNanos);
    readings++;
    Stretch current = stretches.isEmpty() ? null : newest();
    if (current != null) {
      long before = current.last.aged(receivedNanos - current.lastNanos).errorNanos();
      maxErrorNanos = Math.max(maxErrorNanos, before);
    }
    if (current == null || !current.narrow(reading, sentNanos, receivedNanos)) {
      if (current != null && current.isDuring(sentNanos, receivedNanos)) {
        // The other clock may have been read before a step that the last reading shows.
        return;
      }
      stretches.add(new Stretch(reading, sentNanos, receivedNanos));
    }
    long error = newest().last.errorNanos();
    minErrorNanos = Math.min(minErrorNanos, error);
    maxErrorNanos = Math.max(maxErrorNanos, error);
  }

  private Stretch newest() {
    return stretches.get(stretches.size() - 1);
  }

  /**
   * The offset at a moment of the local clock, in the past or in the future; {@link
   * ClockOffset#UNKNOWN} without a reading. Between the readings around a step it contains the
   * offsets before and after.
   */
  public synchronized ClockOffset at(long localNanos) {
    for (int i = stretches.size() - 1; i >= 0; i--) {
      Stretch stretch = stretches.get(i);
      if (localNanos >= stretch.firstNanos || i == 0) {
        ClockOffset offset = stretch.at(localNanos);
        return i + 1 < stretches.size() && localNanos > stretch.lastSentNanos
            ? offset.hull(stretches.get(i + 1).at(localNanos))
            : offset;
      }
    }
    return ClockOffset.UNKNOWN;
  }

  /**
   * The stamp by which the process of the other clock maps its time to the local clock, from now
   * on.
   *
   * @param id of the other clock, {@link ClockStamp#ownId()} in that process
   */
  public synchronized ClockStamp stamp(int id) {
    if (stretches.isEmpty()) {
      return new ClockStamp(id, 0, 0, ClockOffset.UNKNOWN.errorNanos());
    }
    ClockOffset offset = newest().last;
    long otherNanos = newest().lastNanos + offset.nanos();
    return new ClockStamp(id, otherNanos, -offset.nanos(), offset.errorNanos());
  }

  /**
   * The readings so far; empty without any.
   *
   * @param startNanos local time from which the summary counts its seconds
   */
  public synchronized Optional<ClockComparison> summary(long startNanos) {
    if (stretches.isEmpty()) {
      return Optional.empty();
    }
    Stretch oldest = stretches.get(0);
    int steps = stretches.size() - 1;
    return Optional.of(
        new ClockComparison(
            readings,
            moment(oldest.firstNanos - startNanos, oldest.first),
            moment(newest().lastNanos - startNanos, newest().last),
            minErrorNanos,
            maxErrorNanos,
            stretches.stream()
                .max(Comparator.comparingLong(each -> each.lastNanos - each.firstNanos))
                .map(Stretch::drift)
                .orElse(null),
            steps,
            IntStream.range(0, Math.min(DESCRIBED_STEPS, steps))
                .mapToObj(i -> step(stretches.get(i), stretches.get(i + 1), startNanos))
                .toList()));
  }

  private static Moment moment(long sinceStartNanos, ClockOffset offset) {
    return new Moment(sinceStartNanos / NANOS_PER_SECOND, offset.nanos(), offset.errorNanos());
  }

  private static Step step(Stretch before, Stretch after, long startNanos) {
    ClockOffset size = after.first.minus(before.at(after.firstNanos));
    return new Step(
        (before.lastSentNanos - startNanos) / NANOS_PER_SECOND,
        (after.firstNanos - startNanos) / NANOS_PER_SECOND,
        size.nanos(),
        size.errorNanos());
  }
}
