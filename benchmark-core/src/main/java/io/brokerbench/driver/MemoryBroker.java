package io.brokerbench.driver;

import io.brokerbench.clock.Clock;
import io.brokerbench.record.Ledger;
import io.brokerbench.record.MessageHeader;
import io.brokerbench.record.Outcome;
import io.brokerbench.workload.Load.SendMode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A broker in this process that does what its script says: it proves the measuring machine, and
 * shows the floor of its figures. Thread-safe.
 */
public final class MemoryBroker implements AutoCloseable {

  private final Clock clock;
  private final MemoryScript script;
  private final AtomicLong arrivals = new AtomicLong();
  private final AtomicLong stored = new AtomicLong();
  private final ReentrantLock lock = new ReentrantLock();
  private final List<byte[]> log = new ArrayList<>();
  private final ScheduledExecutorService answers =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "memory-broker");
            thread.setDaemon(true);
            return thread;
          });

  /** An empty broker that acts by {@code script} and lets time pass by {@code clock}. */
  public MemoryBroker(Clock clock, MemoryScript script) {
    this.clock = clock;
    this.script = script;
  }

  /** Messages in the log, duplicates counted, lost ones not. */
  public long storedCount() {
    return stored.get();
  }

  /** Headers in the order of the log; only where the script says that the log is kept. */
  public List<MessageHeader> log() {
    lock.lock();
    try {
      return log.stream().map(body -> MessageHeader.read(body).orElseThrow()).toList();
    } finally {
      lock.unlock();
    }
  }

  /** A session that sends in this mode; closing it closes the broker. */
  public Session session(SendMode mode) {
    return new MemorySession(this, mode);
  }

  /** A producer; see {@link Producer} for its thread rules. */
  Producer producer(SendMode mode) {
    return new Producer() {
      @Override
      public void send(Outgoing[] messages, Completion completion) {
        accept(messages, mode, completion);
      }

      @Override
      public void close() {}
    };
  }

  private void accept(Outgoing[] messages, SendMode mode, Completion completion) {
    long first = arrivals.getAndAdd(messages.length);
    for (int i = 0; i < messages.length; i++) {
      store(first + i, messages[i].body);
    }
    if (mode == SendMode.ONEWAY) {
      completion.complete(Outcome.UNKNOWN, Ledger.ONEWAY);
      return;
    }
    long serviceNanos = script.serviceNanos().applyAsLong(first);
    if (serviceNanos == 0 && script.stalls().isEmpty()) {
      completion.complete(Outcome.ACKED, "OK");
      return;
    }
    answer(completion, mode, script.afterStalls(clock.nanoTime()) + serviceNanos);
  }

  private void answer(Completion completion, SendMode mode, long answeredNanos) {
    switch (mode) {
      case ONEWAY -> throw new IllegalStateException("nobody waits for an answer");
      case SYNC -> {
        for (long left; (left = answeredNanos - clock.nanoTime()) > 0; ) {
          clock.park(left);
        }
        completion.complete(Outcome.ACKED, "OK");
      }
      case ASYNC -> {
        long left = answeredNanos - clock.nanoTime();
        if (left <= 0) {
          completion.complete(Outcome.ACKED, "OK");
        } else {
          var unused =
              answers.schedule(
                  () -> completion.complete(Outcome.ACKED, "OK"), left, TimeUnit.NANOSECONDS);
        }
      }
    }
  }

  private void store(long index, byte[] body) {
    if (script.lost().test(index)) {
      return;
    }
    int copies = script.duplicated().test(index) ? 2 : 1;
    stored.addAndGet(copies);
    if (!script.keepLog()) {
      return;
    }
    lock.lock();
    try {
      for (int i = 0; i < copies; i++) {
        // A reordered message takes the place of the one before it.
        int place = script.reordered().test(index) ? Math.max(0, log.size() - 1) : log.size();
        log.add(place, body.clone());
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    answers.shutdownNow();
  }
}
