package io.brokerbench.fault;

import io.brokerbench.record.SendOutcome;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Intended time, response and outcome of each message of a run, and when the last consumer group
 * received it, for the analysis of faults: eight bytes per message, twelve with consumers.
 *
 * <p>The resolution is 0.1 ms: intended times are rounded down, responses and receipts up. Intended
 * times and receipts reach to 59.6 h after the origin and responses to 29.8 h; values out of range
 * are refused, never clamped. A message without an outcome has an unknown one, which it never
 * reached.
 *
 * <p>Each sender records its messages in its own thread; outcomes and receipts are recorded in any,
 * without a lock. What is recorded while the messages are read may be missing there.
 */
public final class SentMessages {

  /** Maximum intended time since the origin, exclusive. */
  static final long MAX_INTENDED_NANOS = (1L << 31) * PackedMessage.TICK_NANOS;

  /** Messages per chunk. */
  private static final int CHUNK = 1 << 12;

  /** Numbers of a message: intended time and answer. */
  private static final int UNCONSUMED_WIDTH = 2;

  /** The same and the receipt. */
  private static final int CONSUMED_WIDTH = 3;

  /** Receives messages in the order of their senders and sequences. */
  @FunctionalInterface
  interface Reader {
    void read(int sender, long sequence, long packed);
  }

  private static final class Row {
    private volatile AtomicIntegerArray[] chunks = new AtomicIntegerArray[4];
    private volatile long attempted;

    /** The chunk of a new message; for the thread of the sender. */
    AtomicIntegerArray grow(long sequence, int width) {
      int index = (int) (sequence / CHUNK);
      AtomicIntegerArray[] all = chunks;
      if (sequence % CHUNK != 0) {
        return all[index];
      }
      if (index == all.length) {
        all = Arrays.copyOf(all, 2 * index);
      }
      all[index] = new AtomicIntegerArray(width * CHUNK);
      // Also publishes the new chunk where the array has not changed.
      chunks = all;
      return all[index];
    }
  }

  private final Row[] rows;
  private final int width;
  private final long originNanos;

  /**
   * Creates a book without messages.
   *
   * @param senders number of senders, which have the indexes from 0
   * @param consumed whether consumers receive the messages
   * @param originNanos a moment on the monotonic clock of the run at which no message is due yet
   */
  public SentMessages(int senders, boolean consumed, long originNanos) {
    this.rows = new Row[senders];
    Arrays.setAll(rows, i -> new Row());
    this.width = consumed ? CONSUMED_WIDTH : UNCONSUMED_WIDTH;
    this.originNanos = originNanos;
  }

  /**
   * Records the messages of a request just before they are passed to the client: {@code sequence}
   * and those after it. For the thread of the sender.
   *
   * @param intendedNanos their intended time on the monotonic clock of the run
   * @throws IllegalArgumentException if the intended time is out of range, or the messages are not
   *     the next ones of their sender
   */
  public void attempted(int sender, long sequence, int messages, long intendedNanos) {
    Row row = rows[sender];
    int tick = intendedTick(intendedNanos);
    if (sequence != row.attempted) {
      throw new IllegalArgumentException(
          "message " + sequence + " of sender " + sender + " does not follow " + row.attempted);
    }
    for (long next = sequence; next < sequence + messages; next++) {
      row.grow(next, width).setPlain(entry(next), tick);
    }
    row.attempted = sequence + messages;
  }

  /**
   * Records the outcome of the messages of a request, once, in any thread.
   *
   * @param responseNanos from their intended time to their outcome
   * @throws IllegalArgumentException if the response is out of range, or a message was not
   *     attempted
   */
  public void ended(
      int sender, long sequence, int messages, SendOutcome outcome, long responseNanos) {
    int answer = PackedMessage.answer(outcome, responseNanos);
    checkAttempted(sender, sequence, messages);
    AtomicIntegerArray[] chunks = rows[sender].chunks;
    for (long next = sequence; next < sequence + messages; next++) {
      chunks[(int) (next / CHUNK)].setRelease(entry(next) + 1, answer);
    }
  }

  private void checkAttempted(int sender, long sequence, int messages) {
    if (sequence < 0 || sequence + messages > rows[sender].attempted) {
      throw new IllegalArgumentException(
          "message " + sequence + " of sender " + sender + " was not attempted");
    }
  }

  /** Position of a message in its chunk. */
  private int entry(long sequence) {
    return width * (int) (sequence % CHUNK);
  }

  /** Position of a message's receipt in its chunk. */
  private int receiptEntry(long sequence) {
    if (width != CONSUMED_WIDTH) {
      throw new IllegalStateException("the book is one without consumers");
    }
    return entry(sequence) + 2;
  }

  /**
   * Records that a consumer group received a message for the first time, in any thread. Of several
   * groups the latest counts.
   *
   * @param nanos on the monotonic clock of the run
   * @throws IllegalArgumentException if the time is out of range, or the message was not attempted
   * @throws IllegalStateException if the book is one without consumers
   */
  public void received(int sender, long sequence, long nanos) {
    long tick =
        Math.floorDiv(nanos - originNanos + PackedMessage.TICK_NANOS - 1, PackedMessage.TICK_NANOS);
    if (tick <= 0 || tick > Integer.MAX_VALUE) {
      throw new IllegalArgumentException("receipt out of range: " + (nanos - originNanos) + " ns");
    }
    checkAttempted(sender, sequence, 1);
    rows[sender].chunks[(int) (sequence / CHUNK)].accumulateAndGet(
        receiptEntry(sequence), (int) tick, Math::max);
  }

  /** When the last group received a message, in ticks since the origin; 0 if none did. */
  long receivedTick(int sender, long sequence) {
    return rows[sender].chunks[(int) (sequence / CHUNK)].get(receiptEntry(sequence));
  }

  /** Number of messages. */
  long size() {
    return Arrays.stream(rows).mapToLong(row -> row.attempted).sum();
  }

  /** Reads each message once; senders must have stopped. */
  void read(Reader reader) {
    for (int sender = 0; sender < rows.length; sender++) {
      long attempted = rows[sender].attempted;
      AtomicIntegerArray[] chunks = rows[sender].chunks;
      for (long sequence = 0; sequence < attempted; sequence++) {
        AtomicIntegerArray chunk = chunks[(int) (sequence / CHUNK)];
        int entry = entry(sequence);
        reader.read(
            sender, sequence, PackedMessage.of(chunk.getPlain(entry), chunk.getAcquire(entry + 1)));
      }
    }
  }

  /**
   * An intended time in ticks since the origin, rounded down.
   *
   * @throws IllegalArgumentException if it is out of range
   */
  int intendedTick(long nanos) {
    return PackedMessage.intendedTick(nanos - originNanos);
  }

  /** A moment of the run's monotonic clock in ticks since the origin, rounded down. */
  long tick(long nanos) {
    return Math.floorDiv(nanos - originNanos, PackedMessage.TICK_NANOS);
  }
}
