package io.brokerbench.result;

/**
 * A figure that was looked at again and again: how it began, its most, how it ended. For one
 * thread.
 */
public final class Span {

  private static final long UNKNOWN = -1;

  private long first = UNKNOWN;
  private long max = UNKNOWN;
  private long last = UNKNOWN;

  /** Without a value. */
  public Span() {}

  /** With the values that another one has now. */
  public Span(Span other) {
    first = other.first;
    max = other.max;
    last = other.last;
  }

  /** Takes a value; a negative one is not known, and left out. */
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

  /** Whether it ever had a value; without, all below are negative. */
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
