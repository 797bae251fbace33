package io.brokerbench.record;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import org.jspecify.annotations.Nullable;

/**
 * Records one metric from many threads without locks or allocation, and returns the recorded
 * latencies in intervals. {@link #record} may be called by any thread, {@link #flip} by one.
 *
 * <p>Three significant digits from 1 ns to one hour. Values outside are counted, never clamped.
 * Senders share a few recorders, so that a thousand senders do not need a thousand histograms.
 */
public final class LatencyRecorder {

  /** Largest latency that is recorded. */
  public static final long MAX_NANOS = 3_600_000_000_000L;

  private static final int DIGITS = 3;
  private static final int STRIPES =
      Math.min(8, Integer.highestOneBit(Runtime.getRuntime().availableProcessors()));

  /** Created on demand: most runs use few metrics. */
  private final AtomicReferenceArray<@Nullable Recorder> stripes =
      new AtomicReferenceArray<>(STRIPES);

  private final @Nullable Histogram[] spares = new Histogram[STRIPES];
  private final LongAdder outOfRange = new LongAdder();

  /** Creates a histogram with the range and precision of all recorders. */
  public static Histogram emptyHistogram() {
    return new Histogram(1, MAX_NANOS, DIGITS);
  }

  /**
   * Records a latency.
   *
   * @param sender index of the sender, which distributes the recording over the stripes
   */
  public void record(int sender, long nanos) {
    if (nanos < 0 || nanos > MAX_NANOS) {
      outOfRange.increment();
    } else {
      stripe(sender & (STRIPES - 1)).recordValue(nanos);
    }
  }

  private Recorder stripe(int index) {
    Recorder stripe = stripes.get(index);
    if (stripe == null) {
      stripes.compareAndSet(index, null, new Recorder(1, MAX_NANOS, DIGITS));
      stripe = Objects.requireNonNull(stripes.get(index));
    }
    return stripe;
  }

  /** Whether a latency was ever recorded. */
  public boolean used() {
    for (int i = 0; i < STRIPES; i++) {
      if (stripes.get(i) != null) {
        return true;
      }
    }
    return false;
  }

  /** Returns the latencies recorded since the last call. The caller owns the histogram. */
  public Histogram flip() {
    Histogram merged = emptyHistogram();
    for (int i = 0; i < STRIPES; i++) {
      Recorder stripe = stripes.get(i);
      if (stripe != null) {
        Histogram interval = stripe.getIntervalHistogram(spares[i]);
        merged.add(interval);
        spares[i] = interval;
      }
    }
    return merged;
  }

  /** Number of latencies that were negative or above one hour. */
  public long outOfRange() {
    return outOfRange.sum();
  }
}
