package io.brokerbench.record;

/** End of a transaction, as its producer reports it to the broker. */
public enum Resolution {
  /** The message becomes visible. */
  COMMIT,
  /** The message never becomes visible. */
  ROLLBACK,
  /** Not known yet: the broker sends another check-back. */
  UNKNOWN
}
