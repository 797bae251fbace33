package io.brokerbench.record;

import io.brokerbench.results.Latency;
import io.brokerbench.results.Latency.Statistic;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
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
 * Threads share a few recorders, so that a thousand senders do not need a thousand histograms.
 */
public final class LatencyRecorder {

  /** Largest latency that is recorded. */
  public static final long MAX_NANOS = 3_600_000_000_000L;

  private static final int DIGITS = 3;
  private static final int STRIPES =
      Math.min(8, Integer.highestOneBit(Runtime.getRuntime().availableProcessors()));

  /** Created on demand: most runs use few metrics. */
  private final AtomicReferenceArray<@Nullable Stripe> stripes =
      new AtomicReferenceArray<>(STRIPES);

  private final LongAdder outOfRange = new LongAdder();
  private final AtomicLong errorNanos = new AtomicLong();

  /** What some of the threads record. */
  private static final class Stripe {
    final Recorder recorder = new Recorder(1, MAX_NANOS, DIGITS);

    /** Whether there may be latencies since the last flip, which takes time even without any. */
    volatile boolean changed;

    @Nullable Histogram spare;

    void record(long nanos) {
      recorder.recordValue(nanos);
      // Afterwards: a flip in between leaves the mark, and the next one finds nothing.
      if (!changed) {
        changed = true;
      }
    }
  }

  /**
   * Creates a histogram with the precision of all recorders. It grows with its values: to add or to
   * copy it takes no time for those that do not occur.
   */
  public static Histogram emptyHistogram() {
    return new Histogram(DIGITS);
  }

  /**
   * The figures of merged latencies. Percentiles are never averaged from other percentiles.
   *
   * @param errorNanos maximum error of each, if it is one between two clocks; smaller figures are
   *     not reported. 0 for one clock
   */
  public static Latency summary(Histogram latencies, long errorNanos) {
    return Latency.of(
        latencies.getTotalCount(),
        statistic -> nanos(latencies, statistic, errorNanos),
        errorNanos > 0 ? errorNanos : null,
        errorNanos > 0 ? latencies.getCountAtValue(0) : null);
  }

  /** Null if its samples are too few, or if it is below the error. */
  private static @Nullable Long nanos(Histogram latencies, Statistic statistic, long errorNanos) {
    if (latencies.getTotalCount() < statistic.leastSamples()) {
      return null;
    }
    long nanos =
        switch (statistic) {
          case MEAN -> Math.round(latencies.getMean());
          case MAX -> latencies.getMaxValue();
          default -> latencies.getValueAtPercentile(statistic.percentile());
        };
    return nanos < errorNanos ? null : (Long) nanos;
  }

  /**
   * Records a latency.
   *
   * @param thread number of the sender or consumer thread, which distributes the recording over the
   *     stripes
   */
  public void record(int thread, long nanos) {
    if (nanos < 0 || nanos > MAX_NANOS) {
      outOfRange.increment();
    } else {
      stripe(thread & (STRIPES - 1)).record(nanos);
    }
  }

  /**
   * Records a latency between two clocks. One that is below zero within the error is zero.
   *
   * @param maxErrorNanos maximum error of the latency
   */
  public void record(int thread, long nanos, long maxErrorNanos) {
    // Before the latency, so that it is in this flip or an earlier one if the latency is.
    if (maxErrorNanos > errorNanos.get()) {
      errorNanos.accumulateAndGet(Math.min(maxErrorNanos, MAX_NANOS), Math::max);
    }
    record(thread, nanos < 0 && nanos >= -maxErrorNanos ? 0 : nanos);
  }

  private Stripe stripe(int index) {
    Stripe stripe = stripes.get(index);
    if (stripe == null) {
      stripes.compareAndSet(index, null, new Stripe());
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
      Stripe stripe = stripes.get(i);
      if (stripe != null && stripe.changed) {
        stripe.changed = false;
        Histogram interval = stripe.recorder.getIntervalHistogram(stripe.spare);
        merged.add(interval);
        stripe.spare = interval;
      }
    }
    return merged;
  }

  /**
   * Returns the maximum error of the latencies recorded since the last call; 0 if all are those of
   * one clock. Called after {@link #flip}.
   */
  public long flipErrorNanos() {
    return errorNanos.getAndSet(0);
  }

  /** Number of latencies that were negative, beyond their error, or above one hour. */
  public long outOfRange() {
    return outOfRange.sum();
  }
}
