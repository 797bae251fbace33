package io.brokerbench.schedule;

/**
 * The intended times of one sender, since the start of the run. Never decreasing; neither reads a
 * clock nor waits. Not thread-safe: each sender has its own.
 */
@FunctionalInterface
public interface IntendedTimes {

  /** The next intended time, in nanoseconds since the start of the run. */
  long nextNanos();
}
