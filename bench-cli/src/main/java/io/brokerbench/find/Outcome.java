package io.brokerbench.find;

/** What a probe says of the rate that it offered. */
enum Outcome {
  /** The rate is sustained. */
  HELD,
  /** It is not. */
  FAILED,
  /** Whether it is cannot be told from a probe of this length. */
  TOO_SHORT,
  /** Nothing: the run is invalid, and the rate is not the reason. */
  VOID;

  /** Whether it is evidence, for or against the rate. */
  boolean answers() {
    return this == HELD || this == FAILED;
  }
}
