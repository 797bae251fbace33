package io.brokerbench.schedule;

/** How messages are spread around the asked rate. */
public enum Arrivals {
  /** Evenly. */
  UNIFORM,
  /** As a Poisson process: independent of each other. */
  POISSON
}
