package io.brokerbench.sample;

import io.brokerbench.clock.Clock;
import io.brokerbench.driver.DaemonThreads;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;
import org.jspecify.annotations.Nullable;

/**
 * Measures pauses of this process of any cause: garbage collector, scheduler, hypervisor. A thread
 * sleeps ten milliseconds at a time and records the delay of each wake-up; a pause longer than the
 * interval is recorded for all wake-ups it covers, as in jHiccup (Gil Tene).
 *
 * <p>{@link #flip} must be called by one thread only.
 */
public final class HiccupMeter implements AutoCloseable {

  private static final long INTERVAL_NANOS = 10_000_000;
  private static final long MAX_NANOS = 3_600_000_000_000L;

  private final Clock clock;
  private final SingleWriterRecorder recorder = new SingleWriterRecorder(1, MAX_NANOS, 2);
  private volatile boolean closed;
  private @Nullable Histogram spare;

  public HiccupMeter(Clock clock) {
    this.clock = clock;
    DaemonThreads.start("hiccup-meter", this::run);
  }

  private void run() {
    while (!closed) {
      long before = clock.nanoTime();
      clock.park(INTERVAL_NANOS);
      long late = clock.nanoTime() - before - INTERVAL_NANOS;
      recorder.recordValueWithExpectedInterval(
          Math.min(MAX_NANOS, Math.max(1, late)), INTERVAL_NANOS);
    }
  }

  /** Hiccups since the last call, in nanoseconds. Valid until the next call. */
  public Histogram flip() {
    Histogram interval = recorder.getIntervalHistogram(spare);
    spare = interval;
    return interval;
  }

  @Override
  public void close() {
    closed = true;
  }
}
