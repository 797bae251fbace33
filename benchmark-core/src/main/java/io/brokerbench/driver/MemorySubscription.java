package io.brokerbench.driver;

import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;

/** The only consumer of an in-memory broker, in a thread of its own. */
final class MemorySubscription implements Subscription {

  private static final long REDELIVERY_NANOS = 10_000_000;

  private final MemoryLog log;
  private final Receiver receiver;
  private final MemoryBroker broker;
  private final AtomicLong progress = new AtomicLong();
  private final AtomicLong retries = new AtomicLong();
  private final Thread thread = new Thread(this::consume, "memory-consumer");
  private volatile boolean closed;

  MemorySubscription(MemoryLog log, Receiver receiver, MemoryBroker broker) {
    this.log = log;
    this.receiver = receiver;
    this.broker = broker;
    thread.setDaemon(true);
    thread.start();
  }

  private void consume() {
    try {
      while (!closed) {
        MemoryLog.Entry entry = log.next();
        if (entry != null) {
          deliver(entry, 0);
          progress.incrementAndGet();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void deliver(MemoryLog.Entry entry, int attempt) {
    if (closed) {
      return;
    }
    Delivery delivery =
        new Delivery(entry.body, 0, entry.storedMillis, entry.storedMillis, attempt);
    if (!receiver.receive(delivery)) {
      retries.incrementAndGet();
      broker.later(REDELIVERY_NANOS, () -> deliver(entry, attempt + 1));
    }
  }

  @Override
  public OptionalLong progress() {
    return OptionalLong.of(progress.get());
  }

  @Override
  public Map<String, Long> counts() {
    return Map.of("retries", retries.get());
  }

  /** When it returns, nothing is delivered any more but what is just being redelivered. */
  @Override
  public void close() {
    closed = true;
    thread.interrupt();
    boolean interrupted = false;
    while (thread.isAlive() && thread != Thread.currentThread()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
