package io.brokerbench.it;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * The fields of a message body, which the tests read independently according to the documented
 * layout: magic (2), outcome (1), clock error (1), run (4), producer (2), sequence (6), ...,
 * checksum (4), 40 bytes in all.
 *
 * @param local outcome of the local transaction: 0 committed, 1 rolled back, 2 unknown
 */
record Header(int run, Name name, int local) {

  /** A message's name. */
  record Name(int producer, long sequence) {}

  private static final int BYTES = 40;
  private static final int CHECKSUM_AT = 36;

  /** The header of a body; empty if it is not a body of brokerbench. */
  static Optional<Header> of(byte[] body) {
    if (body.length < BYTES || body[0] != 0x62 || body[1] != 0x62) {
      return Optional.empty();
    }
    ByteBuffer bytes = ByteBuffer.wrap(body);
    int expected = crc(body, 0, CHECKSUM_AT) ^ crc(body, BYTES, body.length - BYTES);
    if (bytes.getInt(CHECKSUM_AT) != expected) {
      throw new AssertionError("a message in the topic has a wrong checksum");
    }
    long sequence =
        Short.toUnsignedLong(bytes.getShort(10)) << 32 | Integer.toUnsignedLong(bytes.getInt(12));
    return Optional.of(
        new Header(
            bytes.getInt(4),
            new Name(Short.toUnsignedInt(bytes.getShort(8)), sequence),
            body[2] & 3));
  }

  private static int crc(byte[] bytes, int offset, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, offset, length);
    return (int) crc.getValue();
  }
}
