package io.brokerbench.compare;

/** Which way a figure is to go. */
public enum Better {
  /** Rates. */
  HIGHER,
  /** Latencies and costs. */
  LOWER;

  /** The ratio turned so that above one is worse. */
  Ratio worsening(Ratio ratio) {
    return this == HIGHER ? ratio.inverse() : ratio;
  }

  /**
   * Whether the estimate alone is worse by more than a share of the base: with 0.1 a rate below 90
   * % of the base's, a latency above 110 %.
   */
  boolean beyond(Ratio ratio, double limit) {
    return this == HIGHER ? ratio.estimate() < 1 - limit : ratio.estimate() > 1 + limit;
  }
}
