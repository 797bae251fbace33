package io.brokerbench.plan;

/**
 * What messages ask of the network card of a master: in from producers, out to consumers and
 * slaves. A card carries each way what it is made for, so the busier way counts.
 *
 * <p>Around each message RocketMQ stores, replicates and delivers a record of {@value
 * #RECORD_BYTES} bytes (the lengths that its {@code calMsgLength} adds up for IPv4). Around that, a
 * full Ethernet frame takes {@value #FRAME_BYTES} byte times for {@value #SEGMENT_BYTES} of
 * payload: 14 B header, 4 B checksum, 8 B preamble, 12 B gap (IEEE 802.3), 20 B IPv4, 20 B TCP and
 * 12 B timestamps (RFC 7323). Not counted, for they depend on the use: topic and properties,
 * requests, replies, acknowledgements of TCP, segments that are not full. So it is the least that
 * is carried.
 *
 * @param producersIn bits a second
 * @param consumersOut bits a second, to all groups
 * @param slavesOut bits a second, to all slaves
 */
public record CardLoad(double producersIn, double consumersOut, double slavesOut) {

  static final int RECORD_BYTES = 91;
  static final int FRAME_BYTES = 1538;
  static final int SEGMENT_BYTES = 1448;

  /** Of that many messages a second at one master. */
  static CardLoad of(double perSecond, Demand demand) {
    double bits =
        perSecond * 8 * (demand.messageBytes() + RECORD_BYTES) * FRAME_BYTES / SEGMENT_BYTES;
    return new CardLoad(bits, bits * demand.groups(), bits * demand.slaves());
  }

  /** Bits a second, to groups and slaves. */
  double out() {
    return consumersOut + slavesOut;
  }

  /** Bits a second, the way that there are more. */
  double busier() {
    return Math.max(producersIn, out());
  }
}
