package io.brokerbench.record;

import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import org.jspecify.annotations.Nullable;

/**
 * Records one metric from many threads without locks or allocation, and hands out what came since
 * the last time. {@link #record} may be called by any thread, {@link #flip} by one.
 *
 * <p>Three significant digits from 1 ns to one hour. What lies outside is counted, never clamped.
 * Senders share a few recorders, so that a thousand of them need no thousand histograms.
 */
public final class LatencyRecorder {

  /** The largest latency that is recorded. */
  public static final long MAX_NANOS = 3_600_000_000_000L;

  private static final int DIGITS = 3;
  private static final int STRIPES = 8;

  private final Recorder[] stripes = new Recorder[STRIPES];
  private final @Nullable Histogram[] spares = new Histogram[STRIPES];
  private final LongAdder outOfRange = new LongAdder();

  public LatencyRecorder() {
    for (int i = 0; i < STRIPES; i++) {
      stripes[i] = new Recorder(1, MAX_NANOS, DIGITS);
    }
  }

  /** A histogram of the range and precision that all recorders have. */
  public static Histogram emptyHistogram() {
    return new Histogram(1, MAX_NANOS, DIGITS);
  }

  /**
   * Records a latency.
   *
   * @param sender whose message it was; spreads the load
   */
  public void record(int sender, long nanos) {
    if (nanos < 0 || nanos > MAX_NANOS) {
      outOfRange.increment();
    } else {
      stripes[sender & (STRIPES - 1)].recordValue(nanos);
    }
  }

  /** All that came since the last call. The histogram is the caller's. */
  public Histogram flip() {
    Histogram merged = emptyHistogram();
    for (int i = 0; i < STRIPES; i++) {
      Histogram interval = stripes[i].getIntervalHistogram(spares[i]);
      merged.add(interval);
      spares[i] = interval;
    }
    return merged;
  }

  /** How many latencies were negative or above an hour. */
  public long outOfRange() {
    return outOfRange.sum();
  }
}
