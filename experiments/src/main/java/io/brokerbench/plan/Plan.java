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

  /**
   * The load that messages put on the network card of a master: inbound from producers, outbound to
   * consumers and slaves. A card has its full capacity in each direction, so the busier direction
   * counts.
   *
   * <p>RocketMQ stores, replicates and delivers each message in a record with {@value
   * #RECORD_BYTES} bytes of overhead (the lengths that its {@code calMsgLength} adds up for IPv4).
   * A full Ethernet frame takes {@value #FRAME_BYTES} byte times for {@value #SEGMENT_BYTES} of
   * payload: 14 B header, 4 B checksum, 8 B preamble, 12 B gap (IEEE 802.3), 20 B IPv4, 20 B TCP
   * and 12 B timestamps (RFC 7323). Not counted, because they depend on the use: topic and
   * properties, requests, replies, acknowledgements of TCP, segments that are not full. The result
   * is therefore a lower bound.
   *
   * @param producersIn bits per second
   * @param consumersOut bits per second, to all groups
   * @param slavesOut bits per second, to all slaves
   */
  public record CardLoad(double producersIn, double consumersOut, double slavesOut) {

    static final int RECORD_BYTES = 91;
    static final int FRAME_BYTES = 1538;
    static final int SEGMENT_BYTES = 1448;

    /** The load of that many messages per second at one master. */
    static CardLoad of(double perSecond, Demand demand) {
      double bits =
          perSecond * 8 * (demand.messageBytes() + RECORD_BYTES) * FRAME_BYTES / SEGMENT_BYTES;
      return new CardLoad(bits, bits * demand.groups(), bits * demand.slaves());
    }

    /** Outbound bits per second, to groups and slaves. */
    double out() {
      return consumersOut + slavesOut;
    }

    /** Bits per second in the busier direction. */
    double busier() {
      return Math.max(producersIn, out());
    }
  }

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
    if (masters != found.masters() && scaling.isEmpty()) {
      all.add(
          found.masters() == 1
              ? Text.of(
                  "one master was measured; %s are assumed to sustain %s times as much",
                  Units.count(masters), Units.count(masters))
              : Text.of(
                  "%d masters were measured together; %s assumed to sustain %.1f times as much",
                  found.masters(),
                  masters == 1 ? "1 is" : Units.count(masters) + " are",
                  (double) masters / found.masters()));
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
