package io.brokerbench.record;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * The first {@value #BYTES} bytes of a body: which message it is, and when it should have left. Big
 * endian: magic and version (4), run (4), producer (4), sequence (8), intended time (8), checksum
 * (4).
 *
 * <p>The checksum is CRC32C of the 28 bytes before it, exclusive-or CRC32C of the bytes behind the
 * header: those are the same for many messages, so a sender reckons them once.
 *
 * @param run number of the run
 * @param producer index of the sender thread
 * @param sequence of the producer's messages, from 0
 * @param intendedNanos when it should have left, on the sender's monotonic clock
 */
public record MessageHeader(int run, int producer, long sequence, long intendedNanos) {

  /** Bodies shorter than this carry no header. */
  public static final int BYTES = 32;

  private static final int MAGIC = 0x62626831;
  private static final int CHECKED_BYTES = 28;
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  /**
   * Reads a body's header.
   *
   * @return empty if the body is too short, is not ours, or was changed on its way
   */
  public static Optional<MessageHeader> read(byte[] body) {
    if (body.length < BYTES || (int) INT.get(body, 0) != MAGIC) {
      return Optional.empty();
    }
    int checksum = checksum(body, 0, CHECKED_BYTES) ^ tailChecksum(body);
    if ((int) INT.get(body, CHECKED_BYTES) != checksum) {
      return Optional.empty();
    }
    return Optional.of(
        new MessageHeader(
            (int) INT.get(body, 4),
            (int) INT.get(body, 8),
            (long) LONG.get(body, 12),
            (long) LONG.get(body, 20)));
  }

  /** The share of the bytes behind the header in its checksum. */
  public static int tailChecksum(byte[] body) {
    return checksum(body, BYTES, body.length - BYTES);
  }

  private static int checksum(byte[] bytes, int offset, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, offset, length);
    return (int) crc.getValue();
  }

  /** Writes the headers of one producer without allocating. Not thread-safe. */
  public static final class Writer {
    private final int run;
    private final int producer;
    private final CRC32C crc = new CRC32C();

    public Writer(int run, int producer) {
      this.run = run;
      this.producer = producer;
    }

    /**
     * Writes a header over the first {@value MessageHeader#BYTES} bytes of {@code body}.
     *
     * @param tailChecksum of this body, as {@link MessageHeader#tailChecksum} reckons it
     */
    public void write(byte[] body, long sequence, long intendedNanos, int tailChecksum) {
      INT.set(body, 0, MAGIC);
      INT.set(body, 4, run);
      INT.set(body, 8, producer);
      LONG.set(body, 12, sequence);
      LONG.set(body, 20, intendedNanos);
      crc.reset();
      crc.update(body, 0, CHECKED_BYTES);
      INT.set(body, CHECKED_BYTES, (int) crc.getValue() ^ tailChecksum);
    }
  }
}
