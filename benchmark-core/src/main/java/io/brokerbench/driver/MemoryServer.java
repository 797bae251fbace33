package io.brokerbench.driver;

/**
 * The times of a single server with a queue before it: messages are served one after the other,
 * each as long as any other, and who comes while it is busy waits. It keeps no clock and nobody
 * waiting: what was told late does not put off what comes behind it. Thread-safe.
 */
final class MemoryServer {

  private static final double NANOS_PER_SECOND = 1e9;

  private final double ratePerSecond;
  private long busyFromNanos;
  private long served;
  private long freeNanos = Long.MIN_VALUE;

  /**
   * An idle server.
   *
   * @param ratePerSecond messages that it serves if it is never idle; 0 if it takes no time at all
   */
  MemoryServer(double ratePerSecond) {
    this.ratePerSecond = ratePerSecond;
  }

  /** When the last of these messages is served, which come together at {@code arrivalNanos}. */
  long serve(long arrivalNanos, int messages) {
    return ratePerSecond == 0 ? arrivalNanos : queue(arrivalNanos, messages);
  }

  private synchronized long queue(long arrivalNanos, int messages) {
    if (arrivalNanos >= freeNanos) {
      busyFromNanos = arrivalNanos;
      served = 0;
    }
    served += messages;
    // From the begin of the busy time: fractions of a nanosecond do not add up.
    freeNanos = busyFromNanos + (long) Math.ceil(served * NANOS_PER_SECOND / ratePerSecond);
    return freeNanos;
  }
}
