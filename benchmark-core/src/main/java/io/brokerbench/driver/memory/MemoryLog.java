package io.brokerbench.driver.memory;

import io.brokerbench.clock.Clock;
import io.brokerbench.clock.ClockStamp;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The log of an in-memory broker, with scripted faults: of each topic the only queue, in one order
 * of all. Each reader has its own position; messages that all readers have passed take no memory.
 * Thread-safe.
 */
final class MemoryLog {

  static final class Entry {
    final long place;
    final int topic;
    final byte[] body;
    final long storedNanos;
    final long storedMillis;
    private @Nullable Entry next;

    /**
     * Creates an entry at this place in the order of the log, from 0.
     *
     * @param storedNanos on the broker's clock
     * @param storedMillis on the wall clock
     */
    Entry(long place, int topic, byte[] body, long storedNanos, long storedMillis) {
      this.place = place;
      this.topic = topic;
      this.body = body;
      this.storedNanos = storedNanos;
      this.storedMillis = storedMillis;
    }
  }

  private static final long WAIT_MILLIS = 20;

  /**
   * Empty waits in a row after which no message is expected: a sender may lack a processor for
   * some.
   */
  private static final int WAITS_UNTIL_END = 25;

  private final MemoryScript.Faults faults;
  private final boolean keep;
  private final AtomicLong size = new AtomicLong();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition more = lock.newCondition();
  private final List<byte[]> kept = new ArrayList<>();
  private final Queue<Entry> displaced =
      new PriorityQueue<>((one, other) -> Long.compare(one.place, other.place));
  private Entry last = new Entry(-1, 0, new byte[0], 0, 0);
  private boolean read;
  private long appended;

  /**
   * @param keep whether all bodies are kept for {@link #bodies}
   */
  MemoryLog(MemoryScript.Faults faults, boolean keep) {
    this.faults = faults;
    this.keep = keep;
  }

  /** Stores a message with its faults, with the current time of the broker's clock. */
  void append(long index, int topic, byte[] body, Clock clock) {
    if (faults.lost().test(index)) {
      return;
    }
    int copies = faults.duplicated().test(index) ? 2 : 1;
    size.addAndGet(copies);
    if (!keep && !read) {
      return;
    }
    long nowNanos = clock.nanoTime();
    long nowMillis = ClockStamp.wallMillis(clock);
    byte[] stored = body.clone();
    if (faults.corrupted().test(index)) {
      stored[stored.length - 1] ^= 1;
    }
    int late = faults.displaced().applyAsInt(index);
    lock.lock();
    try {
      for (int i = 0; i < copies; i++) {
        if (late > 0) {
          displaced.add(new Entry(appended + late, topic, stored, nowNanos, nowMillis));
        } else {
          put(new Entry(appended, topic, stored, nowNanos, nowMillis));
        }
      }
      appended++;
      while (!displaced.isEmpty() && displaced.element().place < appended) {
        put(displaced.remove());
      }
    } finally {
      lock.unlock();
    }
  }

  private void put(Entry entry) {
    if (keep) {
      kept.add(entry.body);
    }
    if (read) {
      last.next = entry;
      last = entry;
      more.signalAll();
    }
  }

  /** Number of messages stored so far, including displaced ones that are still to come. */
  long size() {
    return size.get();
  }

  /** All stored messages, in order; empty if they are not kept. */
  List<byte[]> bodies() {
    lock.lock();
    try {
      flush();
      return List.copyOf(kept);
    } finally {
      lock.unlock();
    }
  }

  /** Stores displaced messages at once, because no further messages are expected. */
  private void flush() {
    while (!displaced.isEmpty()) {
      put(displaced.remove());
    }
  }

  /** Creates a reader of the messages stored from now on. */
  Reader reader() {
    lock.lock();
    try {
      read = true;
      return new Reader(last);
    } finally {
      lock.unlock();
    }
  }

  /** A position in the log. Thread-safe. */
  final class Reader {

    private Entry position;
    private int waits;

    private Reader(Entry position) {
      this.position = position;
    }

    /**
     * The next message; null if none arrives within 20 ms. Displaced ones that nothing follows come
     * after half a second.
     */
    @Nullable Entry next() throws InterruptedException {
      lock.lock();
      try {
        long left = TimeUnit.MILLISECONDS.toNanos(WAIT_MILLIS);
        while (position.next == null && left > 0) {
          left = more.awaitNanos(left);
        }
        waits = position.next == null ? waits + 1 : 0;
        if (waits >= WAITS_UNTIL_END) {
          flush();
        }
        Entry next = position.next;
        if (next != null) {
          position = next;
        }
        return next;
      } finally {
        lock.unlock();
      }
    }
  }
}
