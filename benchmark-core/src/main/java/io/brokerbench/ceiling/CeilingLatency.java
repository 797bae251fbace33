package io.brokerbench.ceiling;

import java.util.Arrays;

/**
 * Latency of a repeated operation. Percentiles are by nearest rank, so they are measured values.
 *
 * @param count number of operations, at least 1
 * @param p50Nanos median in nanoseconds
 * @param p99Nanos 99th percentile in nanoseconds
 */
public record CeilingLatency(int count, long p50Nanos, long p99Nanos) {

  private static final double MEDIAN = 0.5;
  private static final double TAIL = 0.99;

  static CeilingLatency of(long[] nanos) {
    if (nanos.length == 0) {
      throw new IllegalArgumentException("no times");
    }
    long[] sorted = nanos.clone();
    Arrays.sort(sorted);
    return new CeilingLatency(sorted.length, rank(sorted, MEDIAN), rank(sorted, TAIL));
  }

  private static long rank(long[] sorted, double share) {
    return sorted[(int) Math.ceil(share * sorted.length) - 1];
  }
}
