package io.brokerbench.driver;

import io.brokerbench.clock.Clock;
import io.brokerbench.schedule.Pacer;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The only consumer of a group of an in-memory broker, in a thread of its own. It takes the time
 * for a message that the script has, and then hands it over.
 */
final class MemorySubscription implements Subscription {

  private static final long REDELIVERY_NANOS = 10_000_000;

  private final MemoryLog.Reader log;
  private final MemoryServer server;
  private final Pacer pacer;
  private final long beganNanos;
  private final Receiver receiver;
  private final MemoryBroker broker;
  private final AtomicLong progress = new AtomicLong();
  private final AtomicLong retries = new AtomicLong();
  private final FirstFailure failure = new FirstFailure();
  private final Thread thread = new Thread(this::consume, "memory-consumer");
  private volatile boolean closed;

  /**
   * Begins.
   *
   * @param ratePerSecond messages that it is given at most; 0 for no such limit
   */
  MemorySubscription(
      MemoryLog.Reader log,
      double ratePerSecond,
      Receiver receiver,
      MemoryBroker broker,
      Clock clock) {
    this.log = log;
    this.server = new MemoryServer(ratePerSecond);
    this.pacer = new Pacer(clock, 0, () -> closed);
    this.beganNanos = clock.nanoTime();
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
          pacer.awaitUntil(server.serve(Math.max(beganNanos, entry.storedNanos), 1));
          if (!closed) {
            deliver(entry, 0);
            progress.incrementAndGet();
          }
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException | Error e) {
      failure.keep(e);
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
      broker.later(REDELIVERY_NANOS, () -> deliverAgain(entry, attempt + 1));
    }
  }

  /** In a thread of the broker, which hides what a task throws. */
  private void deliverAgain(MemoryLog.Entry entry, int attempt) {
    try {
      deliver(entry, attempt);
    } catch (RuntimeException | Error e) {
      failure.keep(e);
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

  @Override
  public @Nullable Throwable failure() {
    return failure.get();
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
