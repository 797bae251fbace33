package io.brokerbench.measurement;

import io.brokerbench.results.Extent;

/**
 * Extent of a figure that is sampled repeatedly, whether or not its source was read again since the
 * last sample. For one thread.
 */
public final class ExtentTracker {

  private static final long UNKNOWN = -1;

  /** A single reading, repeated by every sample, has no extent. */
  private static final long MIN_READINGS = 2;

  /** Number of samples, one per second, in which a source has time for that many readings. */
  private static final long MANY_SAMPLES = 5;

  private long first = UNKNOWN;
  private long max = UNKNOWN;
  private long last = UNKNOWN;
  private long samples;
  private long knownSamples;
  private long aboveZero;
  private long readings;

  /**
   * Adds a value; a negative one means unknown.
   *
   * @param readAnew whether the source was read since the last sample
   */
  public void add(long value, boolean readAnew) {
    samples++;
    if (value < 0) {
      return;
    }
    if (knownSamples == 0) {
      first = value;
    }
    max = Math.max(max, value);
    last = value;
    knownSamples++;
    aboveZero += value > 0 ? 1 : 0;
    readings += readAnew ? 1 : 0;
  }

  /**
   * Whether there is a value, and the source was read often enough for an extent: at least twice,
   * unless there are only a few samples.
   */
  public boolean known() {
    return knownSamples > 0 && (readings >= MIN_READINGS || samples < MANY_SAMPLES);
  }

  /** The extent of the values so far; negative without one. */
  public Extent extent() {
    return new Extent(first, max, last, (double) aboveZero / Math.max(1, knownSamples), readings);
  }
}
