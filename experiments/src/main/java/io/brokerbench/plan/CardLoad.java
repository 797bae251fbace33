package io.brokerbench.plan;

/**
 * The load that messages put on the network card of a master: inbound from producers, outbound to
 * consumers and slaves. A card has its full capacity in each direction, so the busier direction
 * counts.
 *
 * <p>RocketMQ stores, replicates and delivers each message in a record with {@value #RECORD_BYTES}
 * bytes of overhead (the lengths that its {@code calMsgLength} adds up for IPv4). A full Ethernet
 * frame takes {@value #FRAME_BYTES} byte times for {@value #SEGMENT_BYTES} of payload: 14 B header,
 * 4 B checksum, 8 B preamble, 12 B gap (IEEE 802.3), 20 B IPv4, 20 B TCP and 12 B timestamps (RFC
 * 7323). Not counted, because they depend on the use: topic and properties, requests, replies,
 * acknowledgements of TCP, segments that are not full. The result is therefore a lower bound.
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
