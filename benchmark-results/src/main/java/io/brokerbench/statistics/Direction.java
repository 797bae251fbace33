package io.brokerbench.statistics;

/** Direction in which a figure improves. */
public enum Direction {
  /** Rates. */
  HIGHER,
  /** Latencies and costs. */
  LOWER;

  /** Whether a value is as good as a bound; the bound itself is. */
  public boolean keeps(double value, double bound) {
    return this == HIGHER ? value >= bound : value <= bound;
  }

  /** The words before a bound: {@code at least}, {@code at most}. */
  public String words() {
    return this == HIGHER ? "at least" : "at most";
  }

  /** Orients the ratio so that values above one are worse. */
  public Ratio worsening(Ratio ratio) {
    return this == HIGHER ? ratio.inverse() : ratio;
  }

  /**
   * Whether the estimate is worse by more than a share of the base: with 0.1 a rate below 90 % of
   * the base, a latency above 110 %.
   */
  public boolean beyond(Ratio ratio, double limit) {
    return this == HIGHER ? ratio.estimate() < 1 - limit : ratio.estimate() > 1 + limit;
  }
}
