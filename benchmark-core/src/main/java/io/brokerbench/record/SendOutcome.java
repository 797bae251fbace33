package io.brokerbench.record;

/** Outcome of a message from the sender's view. */
public enum SendOutcome {
  /** The broker acknowledged the message and kept the promise of its configuration. */
  ACKED,
  /** The broker, or the client before it, rejected the message: it is not stored. */
  REJECTED,
  /** No answer: the message may or may not be stored, now or later. */
  UNKNOWN
}
