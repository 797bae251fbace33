package io.brokerbench.schedule;

/**
 * Counts the messages that a schedule makes due, incrementally while the run goes on, so that the
 * final call has little to count. For one thread.
 */
@FunctionalInterface
public interface DueCount {

  /**
   * Number of messages of all requests due from {@code fromNanos} (inclusive) to {@code toNanos}
   * (exclusive), whether they were sent or not.
   *
   * @param fromNanos since the start of the run; the start of the measured time, or {@code toNanos}
   *     while that is unknown. Messages counted before stay on their side of this boundary.
   * @param toNanos since the start of the run; not less than in any earlier call
   */
  long due(long fromNanos, long toNanos);
}
