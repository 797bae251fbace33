package io.brokerbench.record;

/** How a transaction ends, as its producer tells the broker. */
public enum Resolution {
  /** The message becomes visible. */
  COMMIT,
  /** It never does. */
  ROLLBACK,
  /** Not known yet: the broker asks again. */
  UNKNOWN
}
