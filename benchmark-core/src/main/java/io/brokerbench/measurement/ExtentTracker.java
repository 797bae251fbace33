package io.brokerbench.measurement;

import io.brokerbench.results.Extent;

/** Extent of a figure that is sampled repeatedly. For one thread. */
public final class ExtentTracker {

  private static final long UNKNOWN = -1;

  private long first = UNKNOWN;
  private long max = UNKNOWN;
  private long last = UNKNOWN;
  private long samples;
  private long aboveZero;

  /** Adds a value; ignores negative ones, which mean unknown. */
  public void add(long value) {
    if (value < 0) {
      return;
    }
    if (!known()) {
      first = value;
    }
    max = Math.max(max, value);
    last = value;
    samples++;
    aboveZero += value > 0 ? 1 : 0;
  }

  /** Whether there is a value; without one, all figures are negative. */
  public boolean known() {
    return first >= 0;
  }

  /** The extent of the values so far; negative without one. */
  public Extent extent() {
    return new Extent(first, max, last, (double) aboveZero / Math.max(1, samples));
  }
}
