package io.brokerbench.record;

/**
 * The parts of a run, in their order. A message belongs to one of the first two, by its intended
 * time; an interval to that in which it began.
 */
public enum Phase {
  /** Before the measured time; recorded and kept, but not in the figures. */
  WARMUP,
  /** The measured time. */
  MEASURED,
  /** After the end of the load, until every send has its outcome. */
  SETTLING,
  /** After that, until consumers have what they are to get. */
  DRAIN;

  /** Whether messages are due in it. */
  public boolean underLoad() {
    return this == WARMUP || this == MEASURED;
  }
}
