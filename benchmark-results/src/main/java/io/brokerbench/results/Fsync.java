package io.brokerbench.results;

/**
 * Appends of 4 KiB, each forced to the brokers' disk, one after the other, before the load.
 *
 * @param perSecond forced appends per second
 * @param latency of an append and its force
 * @param share of this rate at which the run's messages were acknowledged; above 1 where a force
 *     serves several messages
 */
public record Fsync(double perSecond, Times latency, double share) {

  /**
   * Durations. Percentiles are by nearest rank.
   *
   * @param count at least 1
   */
  public record Times(int count, long p50Nanos, long p99Nanos) {}
}
