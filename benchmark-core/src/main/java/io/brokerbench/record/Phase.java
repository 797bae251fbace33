package io.brokerbench.record;

/** The part of a run to which a message belongs, by its intended time. */
public enum Phase {
  /** Before the measured time; recorded and kept, but not in the figures. */
  WARMUP,
  /** The measured time. */
  MEASURED
}
