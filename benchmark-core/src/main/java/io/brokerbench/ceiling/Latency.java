package io.brokerbench.ceiling;

import java.util.Arrays;

/**
 * How long one and the same thing took. Percentiles are by nearest rank, so they are times that
 * occurred.
 *
 * @param count how often it was done, at least 1
 * @param p50Nanos the median
 * @param p99Nanos the 99th percentile
 */
public record Latency(int count, long p50Nanos, long p99Nanos) {

  private static final double MEDIAN = 0.5;
  private static final double TAIL = 0.99;

  static Latency of(long[] nanos) {
    if (nanos.length == 0) {
      throw new IllegalArgumentException("no times");
    }
    long[] sorted = nanos.clone();
    Arrays.sort(sorted);
    return new Latency(sorted.length, rank(sorted, MEDIAN), rank(sorted, TAIL));
  }

  private static long rank(long[] sorted, double share) {
    return sorted[(int) Math.ceil(share * sorted.length) - 1];
  }
}
