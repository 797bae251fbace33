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
 * <p>A thread that receives messages {@linkplain #decode decodes} one after the other with the same
 * object, which allocates nothing. Not thread-safe.
 */
public final class MessageHeader {

  /** Minimum size of a body with a header. */
  public static final int BYTES = 40;

  private static final int MAGIC = 0x6262;
  private static final int CHECKED_BYTES = 36;
  private static final int SEQUENCE_BITS = 48;
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private final CRC32C crc = new CRC32C();
  private int run;
  private int producer;
  private long sequence;
  private long intendedNanos;
  private TransactionOutcome outcome = TransactionOutcome.COMMITTED;
  private int clockId;
  private long anchorNanos;
  private long errorNanos;
  private boolean intact;

  /**
   * Reads the header of a body.
   *
   * @return empty if the body is too short or was not created by brokerbench
   */
  public static Optional<MessageHeader> read(byte[] body) {
    MessageHeader header = new MessageHeader();
    return header.decode(body) ? Optional.of(header) : Optional.empty();
  }

  /**
   * Replaces all fields by those of the header of a body.
   *
   * @return false, with all fields unchanged, if the body is too short or was not created by
   *     brokerbench
   */
  public boolean decode(byte[] body) {
    if (body.length < BYTES) {
      return false;
    }
    int first = (int) INT.get(body, 0);
    if (first >>> 16 != MAGIC) {
      return false;
    }
    long number = (long) LONG.get(body, 8);
    run = (int) INT.get(body, 4);
    producer = (int) (number >>> SEQUENCE_BITS);
    sequence = number & (1L << SEQUENCE_BITS) - 1;
    intendedNanos = (long) LONG.get(body, 16);
    outcome = TransactionOutcome.ofByte(first >> 8);
    clockId = (int) INT.get(body, 32);
    anchorNanos = (long) LONG.get(body, 24);
    errorNanos = 1L << Math.min(62, first & 0xFF);
    int checksum =
        checksum(crc, body, 0, CHECKED_BYTES) ^ checksum(crc, body, BYTES, body.length - BYTES);
    intact = (int) INT.get(body, CHECKED_BYTES) == checksum;
    return true;
  }

  /** Number of the run, random. */
  public int run() {
    return run;
  }

  /** Index of the sender thread, 0 to 65,535. */
  public int producer() {
    return producer;
  }

  /** Number of the message within its producer, from 0, below 2^48. */
  public long sequence() {
    return sequence;
  }

  /** Intended time on the sender's monotonic clock. */
  public long intendedNanos() {
    return intendedNanos;
  }

  /** Outcome of the message's transaction; committed if there is none. */
  public TransactionOutcome outcome() {
    return outcome;
  }

  /** Id of the sender's clock; see {@link ClockStamp#id}. */
  public int clockId() {
    return clockId;
  }

  /** Added to the intended time yields the common clock. */
  public long anchorNanos() {
    return anchorNanos;
  }

  /** Maximum error of that sum, a power of two. */
  public long errorNanos() {
    return errorNanos;
  }

  /** Intended time on the monotonic clock of a stamp, by the clock that both have in common. */
  public long intendedNanosOn(ClockStamp own) {
    return clockId == own.id() ? intendedNanos : intendedNanos + anchorNanos - own.anchorNanos();
  }

  /**
   * Maximum error of {@link #intendedNanosOn}; 0 if the sender's clock is that of the stamp.
   *
   * @param atNanos time on the clock of the stamp at which the error is valid
   */
  public long errorNanosOn(ClockStamp own, long atNanos) {
    return clockId == own.id() ? 0 : errorNanos + own.errorNanosAt(atNanos);
  }

  /** Whether the checksum matches; if not, all other fields are unreliable. */
  public boolean intact() {
    return intact;
  }

  /** Checksum of the bytes after the header. */
  public static int tailChecksum(byte[] body) {
    return checksum(new CRC32C(), body, BYTES, body.length - BYTES);
  }

  private static int checksum(CRC32C crc, byte[] bytes, int offset, int length) {
    crc.reset();
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
      INT.set(body, CHECKED_BYTES, checksum(crc, body, 0, CHECKED_BYTES) ^ tailChecksum);
    }
  }
}
