package io.brokerbench.plan;

import io.brokerbench.units.Text;
import io.brokerbench.units.Units;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The number of brokers that a peak load requires.
 *
 * @param found the safe load of one master
 * @param demand the required load
 * @param bearable safe load of each master in messages of the demanded size per second, measured or
 *     extrapolated
 * @param cardFull messages per second at which its network card is saturated
 * @param masters smallest sufficient number of masters
 * @param scaling what several masters sustain together; empty if it was not measured, and each is
 *     assumed to sustain as much as one alone
 */
public record Plan(
    SafeLoad found,
    Demand demand,
    double bearable,
    double cardFull,
    long masters,
    Optional<MasterScaling> scaling) {

  /** Keeps rounding errors from increasing a whole quotient by one. */
  static final double ROUNDING = 1 - 1e-9;

  /**
   * The plan for a demand.
   *
   * @throws IllegalArgumentException if no number of masters bears it, given their scaling
   */
  public static Plan of(SafeLoad found, Demand demand, Optional<MasterScaling> scaling) {
    double alone = found.perSecondOf(demand.messageBytes());
    double cardFull = demand.networkBitsPerSecond() / CardLoad.of(1, demand).busier();
    double contention = scaling.map(MasterScaling::contention).orElse(0.0);
    double used = 1 - demand.headroom();
    double peak = demand.peakPerSecond();
    long bySafeLoad =
        MasterScaling.mastersFor(peak / (alone * used), contention)
            .orElseThrow(() -> beyond(alone * used / contention, peak, scaling.orElseThrow()));
    long byCard = (long) Math.ceil(peak / (cardFull * used) * ROUNDING);
    long masters = Math.max(bySafeLoad, byCard);
    double bearable = alone * MasterScaling.share(contention, masters);
    return new Plan(found, demand, bearable, cardFull, masters, scaling);
  }

  private static IllegalArgumentException beyond(double limit, double peak, MasterScaling scaling) {
    return new IllegalArgumentException(
        Text.of(
            "peak must be below %s/s, got %s/s: %s; however many masters there are, they sustain no more"
                + " at that rate of growth, less the headroom",
            Units.rate(limit), Units.rate(peak), scaling.text()));
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
    if (masters > 1 && scaling.isEmpty()) {
      all.add(
          Text.of(
              "one master was measured; %s are assumed to sustain %s times as much",
              Units.count(masters), Units.count(masters)));
    }
    scaling
        .filter(measured -> masters > measured.masters())
        .ifPresent(
            measured ->
                all.add(
                    Text.of(
                        "1 and %d masters were measured; %s are assumed to sustain %.1f times as much as"
                            + " one",
                        measured.masters(),
                        Units.count(masters),
                        masters * MasterScaling.share(measured.contention(), masters))));
    long bytes = demand.messageBytes();
    if (bytes != found.messageBytes()) {
      all.add(
          Text.of(
              "messages of %d B were measured; of %d B as many %s are assumed to be sustained",
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
              "%s was measured; with %s a master is assumed to sustain the same",
              count(found, what), count(demanded, what)));
    }
  }

  static String count(int count, String what) {
    return count == 1 ? "1 " + what : count + " " + what + "s";
  }
}
