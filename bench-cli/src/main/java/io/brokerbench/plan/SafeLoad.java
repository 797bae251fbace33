package io.brokerbench.plan;

/**
 * The load that a master was found to bear, and with what.
 *
 * @param perSecond messages for one master, 1 to 10⁹
 * @param messageBytes body of a message
 * @param slaves of the master
 * @param groups of consumers that got every message
 * @param origin for people: where it is from
 */
public record SafeLoad(double perSecond, long messageBytes, int slaves, int groups, String origin) {

  public SafeLoad {
    Ranges.rate("safe-load", perSecond);
  }

  /**
   * What a master bears of messages of another size: larger ones in the same bytes, smaller ones in
   * the same number, as if only bytes or only messages cost. In truth both do, so it is never more
   * than the master was seen to bear of either.
   */
  double perSecondOf(long bytes) {
    return perSecond * Math.min(1, (double) messageBytes / bytes);
  }
}
