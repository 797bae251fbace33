package io.brokerbench.record;

/** What the sender knows of a message when its send has ended. */
public enum Outcome {
  /** The broker took it and kept the promise of its configuration. */
  ACKED,
  /** The broker, or the client before it, refused it: it is not stored. */
  REJECTED,
  /** Nobody told: it may be stored or not, now or later. */
  UNKNOWN
}
