package io.brokerbench.schedule;

/**
 * Counts the messages that a schedule makes due while the run goes on: its end then has to count no
 * more than what became due since the last call. For one thread.
 */
@FunctionalInterface
public interface DueCount {

  /**
   * The messages of all requests that are due from {@code fromNanos} to before {@code toNanos},
   * whether they were sent or not.
   *
   * @param fromNanos since the start of the run; the start of the measured time, or {@code toNanos}
   *     while that is not known. What was counted before stays on its side of this boundary.
   * @param toNanos since the start of the run; not before that of any earlier call
   */
  long due(long fromNanos, long toNanos);
}
