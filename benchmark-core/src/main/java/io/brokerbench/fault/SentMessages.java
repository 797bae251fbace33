package io.brokerbench.fault;

import io.brokerbench.clock.Clock;
import io.brokerbench.record.SendOutcome;
import io.brokerbench.units.Text;
import io.brokerbench.workload.ConsumptionSettings;
import io.brokerbench.workload.Workload;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.Consumer;
import java.util.function.LongUnaryOperator;
import java.util.stream.Stream;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * Intended time, response and outcome of each message of a run, its queue, and when each consumer
 * group received it first, for the analysis of faults: eight bytes per message, with consumers
 * twelve, and four for each group.
 *
 * <p>The resolution is 0.1 ms: intended times are rounded down, responses and receipts up. Intended
 * times and receipts reach to 59.6 h after the origin and responses to 29.8 h; values out of range
 * are refused, never clamped. A message without an outcome has an unknown one, which it never
 * reached.
 *
 * <p>Each sender records its messages in its own thread; outcomes and receipts are recorded in any.
 * A lock is taken only where 4,096 messages need new memory. What is recorded while the messages
 * are read may be missing there.
 *
 * <p>If several processes (workers) send and receive the messages of a run, each exports what it
 * recorded once its senders and consumers have stopped, and one process (the controller) accepts
 * that into a book of its own. A receipt may be recorded where its message was not sent.
 */
public final class SentMessages {

  /** Maximum intended time since the origin, exclusive. */
  static final long MAX_INTENDED_NANOS = (1L << 31) * PackedMessage.TICK_NANOS;

  /** Maximum sequence of a message, exclusive. */
  private static final long MAX_SEQUENCE = 1L << 31;

  /** Messages per chunk. */
  private static final int CHUNK = 1 << 12;

  /** Columns before those of the receipts of each group. */
  private static final int INTENDED = 0;

  private static final int ANSWERS = 1;

  /** Numbers of queues, from 1. */
  private static final int QUEUES = 2;

  private static final int RECEIPTS = 3;

  /** Bytes before the numbers of an exported chunk: sender, column, first sequence, origin. */
  private static final int HEAD = 2 * Integer.BYTES + 2 * Long.BYTES;

  /** Receives messages in the order of their senders and sequences. */
  @FunctionalInterface
  interface Reader {
    void read(int sender, long sequence, long packed);
  }

  /** A number for each message of a sender; 0 where none was recorded. */
  private static final class Column {
    private volatile AtomicIntegerArray[] chunks = {};

    /** The chunk that has a message. */
    AtomicIntegerArray of(long sequence) {
      int index = (int) (sequence / CHUNK);
      AtomicIntegerArray[] all = chunks;
      return index < all.length ? all[index] : grown(index)[index];
    }

    private synchronized AtomicIntegerArray[] grown(int index) {
      AtomicIntegerArray[] before = chunks;
      if (index < before.length) {
        return before;
      }
      AtomicIntegerArray[] all = Arrays.copyOf(before, index + 1);
      for (int i = before.length; i <= index; i++) {
        all[i] = new AtomicIntegerArray(CHUNK);
      }
      chunks = all;
      return all;
    }

    int get(long sequence) {
      int index = (int) (sequence / CHUNK);
      AtomicIntegerArray[] all = chunks;
      return index < all.length ? all[index].getAcquire(entry(sequence)) : 0;
    }
  }

  private static final class Row {
    /** Intended ticks, answers, queues, and the ticks of the receipts of each group. */
    final Column[] columns;

    volatile long attempted;

    Row(int groups) {
      this.columns = Stream.generate(Column::new).limit(RECEIPTS + groups).toArray(Column[]::new);
    }
  }

  private final Row[] rows;
  private final int groups;
  private final long originNanos;

  /**
   * @param senders number of senders, which have the indexes from 0
   * @param groups number of consumer groups that receive the messages
   * @param originNanos a moment on the monotonic clock of this process at which no message is due
   *     yet
   */
  SentMessages(int senders, int groups, long originNanos) {
    this.rows = Stream.generate(() -> new Row(groups)).limit(senders).toArray(Row[]::new);
    this.groups = groups;
    this.originNanos = originNanos;
  }

  /** Creates the book of a run, before any of its messages is due. */
  public static SentMessages of(Workload workload, Clock clock) {
    ConsumptionSettings consumption = workload.consumption();
    return new SentMessages(
        workload.load().threads(),
        consumption.any() ? consumption.groupNames().size() : 0,
        clock.nanoTime());
  }

  /**
   * Records the messages of a request just before they are passed to the client: {@code sequence}
   * and those after it. For the thread of the sender.
   *
   * @param intendedNanos their intended time on the monotonic clock of this process
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
      row.columns[INTENDED].of(next).setPlain(entry(next), tick);
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
    answered(sender, sequence, messages, PackedMessage.answer(outcome, responseNanos));
  }

  private void answered(int sender, long sequence, int messages, int answer) {
    if (sequence < 0 || sequence + messages > rows[sender].attempted) {
      throw new IllegalArgumentException(
          "message " + sequence + " of sender " + sender + " was not attempted");
    }
    for (long next = sequence; next < sequence + messages; next++) {
      rows[sender].columns[ANSWERS].of(next).setRelease(entry(next), answer);
    }
  }

  private static int entry(long sequence) {
    return (int) (sequence % CHUNK);
  }

  /**
   * Records that a consumer group received a message, in any thread; the earliest time counts.
   *
   * @param queue index of its queue in the topic, from 0, or -1 if it is unknown; that of the first
   *     group counts
   * @param nanos on the monotonic clock of this process
   * @throws IllegalArgumentException if the time or the sequence is out of range
   */
  public void received(int group, int sender, long sequence, int queue, long nanos) {
    received(group, sender, sequence, nanos);
    if (group == 0) {
      queued(sender, sequence, queue + 1);
    }
  }

  private void queued(int sender, long sequence, int number) {
    rows[sender].columns[QUEUES].of(sequence).setRelease(entry(sequence), number);
  }

  private void received(int group, int sender, long sequence, long nanos) {
    long tick =
        Math.floorDiv(nanos - originNanos + PackedMessage.TICK_NANOS - 1, PackedMessage.TICK_NANOS);
    if (tick <= 0 || tick > Integer.MAX_VALUE || sequence < 0 || sequence >= MAX_SEQUENCE) {
      throw new IllegalArgumentException(
          Text.of("receipt out of range: message %d after %d ns", sequence, nanos - originNanos));
    }
    rows[sender]
        .columns[RECEIPTS + group]
        .of(sequence)
        .accumulateAndGet(
            entry(sequence),
            (int) tick,
            (before, now) -> before == 0 ? now : Math.min(before, now));
  }

  /** When the last group received a message, in ticks since the origin; 0 if none did. */
  long receivedTick(int sender, long sequence) {
    long last = 0;
    for (int group = 0; group < groups; group++) {
      last = Math.max(last, rows[sender].columns[RECEIPTS + group].get(sequence));
    }
    return last;
  }

  /** Index of a message's queue, from 0; -1 if unknown, or the first group did not receive it. */
  int queue(int sender, long sequence) {
    return rows[sender].columns[QUEUES].get(sequence) - 1;
  }

  long size() {
    return Arrays.stream(rows).mapToLong(row -> row.attempted).sum();
  }

  /** Reads each message once; senders must have stopped. */
  void read(Reader reader) {
    for (int sender = 0; sender < rows.length; sender++) {
      Row row = rows[sender];
      long attempted = row.attempted;
      for (long sequence = 0; sequence < attempted; sequence++) {
        reader.read(
            sender,
            sequence,
            PackedMessage.of(
                row.columns[INTENDED].get(sequence), row.columns[ANSWERS].get(sequence)));
      }
    }
  }

  /**
   * Passes on all messages and receipts, compressed, in chunks of at most 17 KiB; senders and
   * consumers must have stopped.
   */
  public void export(Consumer<byte[]> chunks) {
    for (int sender = 0; sender < rows.length; sender++) {
      Row row = rows[sender];
      for (int column = 0; column < row.columns.length; column++) {
        AtomicIntegerArray[] all = row.columns[column].chunks;
        for (int i = 0; i < all.length; i++) {
          long first = (long) i * CHUNK;
          int length = column < QUEUES ? (int) Math.min(CHUNK, row.attempted - first) : CHUNK;
          chunks.accept(packed(sender, column, first, all[i], length));
        }
      }
    }
  }

  /** Numbers are their distance from the one before: most are small, and take less room. */
  private byte[] packed(
      int sender, int column, long first, AtomicIntegerArray numbers, int length) {
    ByteBuffer plain = ByteBuffer.allocate(HEAD + length * Integer.BYTES);
    plain.putInt(sender).putInt(column).putLong(first).putLong(originNanos);
    int before = 0;
    for (int i = 0; i < length; i++) {
      plain.putInt(numbers.get(i) - before);
      before = numbers.get(i);
    }
    Deflater deflater = new Deflater(Deflater.BEST_SPEED);
    try {
      deflater.setInput(plain.array());
      deflater.finish();
      byte[] packed = new byte[plain.capacity() + HEAD];
      return Arrays.copyOf(packed, deflater.deflate(packed));
    } finally {
      deflater.end();
    }
  }

  /**
   * Adds a chunk of another process. The chunks of a process come in the order of their export,
   * those of several processes in any, by one thread at a time.
   *
   * @param toThisClock maps a time of the monotonic clock of that process to that of this one
   * @throws IllegalArgumentException if the chunk is malformed, or has a value out of range
   */
  public void accept(byte[] chunk, LongUnaryOperator toThisClock) {
    ByteBuffer plain = unpacked(chunk);
    int sender = plain.getInt();
    int column = plain.getInt();
    long first = plain.getLong();
    long origin = plain.getLong();
    if (sender < 0
        || sender >= rows.length
        || column < 0
        || column >= RECEIPTS + groups
        || first < 0
        || first >= MAX_SEQUENCE) {
      throw new IllegalArgumentException("times of an unknown sender, group or message");
    }
    int number = 0;
    for (long sequence = first; plain.remaining() >= Integer.BYTES; sequence++) {
      number += plain.getInt();
      if (column == ANSWERS) {
        answered(sender, sequence, 1, number);
      } else if (column == INTENDED) {
        attempted(sender, sequence, 1, nanos(toThisClock, origin, number));
      } else if (column == QUEUES && number != 0) {
        queued(sender, sequence, number);
      } else if (number != 0) {
        received(column - RECEIPTS, sender, sequence, nanos(toThisClock, origin, number));
      }
    }
  }

  private static long nanos(LongUnaryOperator toThisClock, long origin, int tick) {
    return toThisClock.applyAsLong(origin + tick * PackedMessage.TICK_NANOS);
  }

  private static ByteBuffer unpacked(byte[] chunk) {
    byte[] plain = new byte[HEAD + CHUNK * Integer.BYTES];
    Inflater inflater = new Inflater();
    try {
      inflater.setInput(chunk);
      int length = inflater.inflate(plain);
      if (!inflater.finished() || length < HEAD) {
        throw new IllegalArgumentException("times of another length");
      }
      return ByteBuffer.wrap(plain, 0, length);
    } catch (DataFormatException e) {
      throw new IllegalArgumentException("times that cannot be unpacked", e);
    } finally {
      inflater.end();
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
