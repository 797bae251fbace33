package io.brokerbench.record;

import io.brokerbench.clock.ClockStamp;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.zip.CRC32C;

/**
 * The first {@value #BYTES} bytes of a body: identity of the message, intended time, and outcome of
 * its transaction. Big endian: magic (2), outcome (1), clock error as a power of two of nanoseconds
 * (1), run (4), producer (2) and sequence (6), intended time (8), clock anchor (8), clock id (4),
 * checksum (4).
 *
 * <p>The checksum is CRC32C of the 36 bytes before it, exclusive-or CRC32C of the bytes after the
 * header: the latter are the same for many messages, so a sender computes their part only once.
 *
 * @param run number of the run, random
 * @param producer index of the sender thread, 0 to 65,535
 * @param sequence number of the message within its producer, from 0, below 2^48
 * @param intendedNanos intended time on the sender's monotonic clock
 * @param outcome of its transaction; committed if there is none
 * @param clock of the sender, with its error at the intended time
 * @param intact whether the checksum matches; if not, all other fields are unreliable
 */
public record MessageHeader(
    int run,
    int producer,
    long sequence,
    long intendedNanos,
    TransactionOutcome outcome,
    ClockStamp clock,
    boolean intact) {

  /** Minimum size of a body with a header. */
  public static final int BYTES = 40;

  private static final int MAGIC = 0x6262;
  private static final int CHECKED_BYTES = 36;
  private static final int SEQUENCE_BITS = 48;
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  /**
   * Reads the header of a body.
   *
   * @return empty if the body is too short or was not created by brokerbench
   */
  public static Optional<MessageHeader> read(byte[] body) {
    if (body.length < BYTES) {
      return Optional.empty();
    }
    int first = (int) INT.get(body, 0);
    if (first >>> 16 != MAGIC) {
      return Optional.empty();
    }
    long number = (long) LONG.get(body, 8);
    long intendedNanos = (long) LONG.get(body, 16);
    int checksum = checksum(body, 0, CHECKED_BYTES) ^ tailChecksum(body);
    return Optional.of(
        new MessageHeader(
            (int) INT.get(body, 4),
            (int) (number >>> SEQUENCE_BITS),
            number & (1L << SEQUENCE_BITS) - 1,
            intendedNanos,
            TransactionOutcome.ofByte(first >> 8 & 0xFF),
            new ClockStamp(
                (int) INT.get(body, 32),
                intendedNanos,
                (long) LONG.get(body, 24),
                1L << Math.min(62, first & 0xFF)),
            (int) INT.get(body, CHECKED_BYTES) == checksum));
  }

  /** Checksum of the bytes after the header. */
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
    private final long producer;
    private final Supplier<ClockStamp> clock;
    private final CRC32C crc = new CRC32C();

    /**
     * Creates a writer.
     *
     * @param clock returns the latest stamp of the sender's clock
     */
    public Writer(int run, int producer, Supplier<ClockStamp> clock) {
      this.run = run;
      this.producer = (long) producer << SEQUENCE_BITS;
      this.clock = clock;
    }

    /**
     * Writes a header over the first {@value MessageHeader#BYTES} bytes of {@code body}.
     *
     * @param tailChecksum of this body, from {@link MessageHeader#tailChecksum}
     */
    public void write(
        byte[] body,
        long sequence,
        long intendedNanos,
        TransactionOutcome outcome,
        int tailChecksum) {
      ClockStamp stamp = clock.get();
      long errorNanos = Math.max(1, stamp.errorNanosAt(intendedNanos));
      int errorExponent = Long.SIZE - Long.numberOfLeadingZeros(errorNanos - 1);
      INT.set(body, 0, MAGIC << 16 | (outcome.toByte() & 0xFF) << 8 | errorExponent);
      INT.set(body, 4, run);
      LONG.set(body, 8, producer | sequence);
      LONG.set(body, 16, intendedNanos);
      LONG.set(body, 24, stamp.anchorNanos());
      INT.set(body, 32, stamp.id());
      crc.reset();
      crc.update(body, 0, CHECKED_BYTES);
      INT.set(body, CHECKED_BYTES, (int) crc.getValue() ^ tailChecksum);
    }
  }
}
