package io.brokerbench.schedule;

/**
 * The times at which one sender should send, since the start of the run. Never falls; knows no
 * clock and waits for nobody. Not thread-safe: each sender has its own.
 */
@FunctionalInterface
public interface IntendedTimes {

  /** The next intended time, in nanoseconds since the start of the run. */
  long nextNanos();
}
