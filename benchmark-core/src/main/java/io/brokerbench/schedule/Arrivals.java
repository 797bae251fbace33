package io.brokerbench.schedule;

/** Distribution of messages around the configured rate. */
public enum Arrivals {
  /** Evenly spaced. */
  UNIFORM,
  /** A Poisson process: messages arrive independently of each other. */
  POISSON
}
