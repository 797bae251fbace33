package io.brokerbench.measurement;

/** First, maximum and last value of a figure that is sampled repeatedly. For one thread. */
public final class ExtentTracker {

  private static final long UNKNOWN = -1;

  private long first = UNKNOWN;
  private long max = UNKNOWN;
  private long last = UNKNOWN;

  /** Creates a span without values. */
  public ExtentTracker() {}

  /** Creates a copy. */
  public ExtentTracker(ExtentTracker other) {
    first = other.first;
    max = other.max;
    last = other.last;
  }

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
  }

  /** Whether there is a value; without one, all figures are negative. */
  public boolean known() {
    return first >= 0;
  }

  public long first() {
    return first;
  }

  public long max() {
    return max;
  }

  public long last() {
    return last;
  }
}
