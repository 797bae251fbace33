package io.brokerbench.driver.memory;

/**
 * Service times of a single server with a queue: messages are served one after the other, each with
 * the same service time, and wait while the server is busy. It neither reads a clock nor blocks
 * threads: a late notification does not delay later messages. Thread-safe.
 */
final class MemoryServer {

  private static final double NANOS_PER_SECOND = 1e9;

  private final double ratePerSecond;
  private long busyFromNanos;
  private long served;
  private long freeNanos = Long.MIN_VALUE;

  /**
   * @param ratePerSecond service rate in messages per second; 0 for a service time of zero
   */
  MemoryServer(double ratePerSecond) {
    this.ratePerSecond = ratePerSecond;
  }

  /**
   * Time at which the last of these messages is served, which arrive together at {@code
   * arrivalNanos}.
   */
  long serve(long arrivalNanos, int messages) {
    return ratePerSecond == 0 ? arrivalNanos : queue(arrivalNanos, messages);
  }

  private synchronized long queue(long arrivalNanos, int messages) {
    if (arrivalNanos >= freeNanos) {
      busyFromNanos = arrivalNanos;
      served = 0;
    }
    served += messages;
    // Computed from the start of the busy time, so that fractions of a nanosecond do not add up.
    freeNanos = busyFromNanos + (long) Math.ceil(served * NANOS_PER_SECOND / ratePerSecond);
    return freeNanos;
  }
}
