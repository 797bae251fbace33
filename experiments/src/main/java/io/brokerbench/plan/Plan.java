package io.brokerbench.plan;

import io.brokerbench.units.Text;
import io.brokerbench.units.Units;
import java.util.ArrayList;
import java.util.List;

/**
 * The number of brokers that a peak load requires.
 *
 * @param found the safe load of one master
 * @param demand the required load
 * @param bearable safe load of one master in messages of the demanded size per second, measured or
 *     extrapolated
 * @param cardFull messages per second at which its network card is saturated
 * @param masters smallest sufficient number of masters
 */
public record Plan(SafeLoad found, Demand demand, double bearable, double cardFull, long masters) {

  /** Keeps rounding errors from increasing a whole quotient by one. */
  private static final double ROUNDING = 1 - 1e-9;

  public static Plan of(SafeLoad found, Demand demand) {
    double bearable = found.perSecondOf(demand.messageBytes());
    double cardFull = demand.networkBitsPerSecond() / CardLoad.of(1, demand).busier();
    double usable = Math.min(bearable, cardFull) * (1 - demand.headroom());
    long masters = (long) Math.ceil(demand.peakPerSecond() / usable * ROUNDING);
    return new Plan(found, demand, bearable, cardFull, masters);
  }

  public long slaves() {
    return masters * demand.slaves();
  }

  /** Messages per second for each master at the peak. */
  public double perMaster() {
    return demand.peakPerSecond() / masters;
  }

  /** Whether the network card saturates below the safe load. */
  public boolean limitedByCard() {
    return cardFull < bearable;
  }

  /** The load on each master's network card at the peak. */
  public CardLoad card() {
    return CardLoad.of(perMaster(), demand);
  }

  /** The assumptions of the plan that were not measured, one sentence each. */
  public List<String> extrapolations() {
    List<String> all = new ArrayList<>();
    if (masters > 1) {
      all.add(
          Text.of(
              "one master was measured; %s are taken to bear %s times as much",
              Units.count(masters), Units.count(masters)));
    }
    long bytes = demand.messageBytes();
    if (bytes != found.messageBytes()) {
      all.add(
          Text.of(
              "messages of %d B were measured; of %d B as many %s are taken to be borne",
              found.messageBytes(), bytes, bytes > found.messageBytes() ? "bytes" : "messages"));
    }
    other("slave", found.slaves(), demand.slaves(), all);
    other("consumer group", found.groups(), demand.groups(), all);
    if (limitedByCard()) {
      all.add(
          Text.of(
              "the card's limit, %s msg/s, is arithmetic: the safe load was found on a faster one",
              Units.rate(cardFull)));
    }
    return all;
  }

  private static void other(String what, int found, int demanded, List<String> all) {
    if (found != demanded) {
      all.add(
          Text.of(
              "%s was measured; with %s a master is taken to bear the same",
              count(found, what), count(demanded, what)));
    }
  }

  static String count(int count, String what) {
    return count == 1 ? "1 " + what : count + " " + what + "s";
  }
}
