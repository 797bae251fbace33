package io.brokerbench.plan;

/**
 * The load to plan brokers for.
 *
 * @param peakPerSecond messages of all producers together, 1 to 10⁹
 * @param messageBytes body of a message, 1 B to 1 GiB
 * @param slaves slaves of each master, 0 to 100
 * @param groups consumer groups that receive every message, 0 to 1,000
 * @param headroom share of each ceiling that remains unused at the peak, at least 0, below 1
 * @param networkBitsPerSecond capacity of each broker's network card in each direction
 */
public record Demand(
    double peakPerSecond,
    long messageBytes,
    int slaves,
    int groups,
    double headroom,
    double networkBitsPerSecond) {

  private static final long LARGEST_MESSAGE = 1L << 30;
  private static final int MOST_SLAVES = 100;
  private static final int MOST_GROUPS = 1_000;
  private static final double SLOWEST_CARD = 1e3;
  private static final double FASTEST_CARD = 1e13;

  public Demand {
    PlanLimits.rate("peak", peakPerSecond);
    PlanLimits.check(
        messageBytes >= 1 && messageBytes <= LARGEST_MESSAGE, "size", "1 to 1g", messageBytes);
    PlanLimits.check(slaves >= 0 && slaves <= MOST_SLAVES, "slaves", "0 to 100", slaves);
    PlanLimits.check(groups >= 0 && groups <= MOST_GROUPS, "groups", "0 to 1000", groups);
    PlanLimits.check(
        headroom >= 0 && headroom < 1, "headroom", "0 to below 100 percent", headroom * 100);
    PlanLimits.check(
        networkBitsPerSecond >= SLOWEST_CARD && networkBitsPerSecond <= FASTEST_CARD,
        "network",
        "1k to 10000G bits per second",
        networkBitsPerSecond);
  }
}
