package io.brokerbench.driver.memory;

import io.brokerbench.clock.Clock;
import io.brokerbench.driver.FirstFailure;
import io.brokerbench.driver.Receiver;
import io.brokerbench.driver.Subscription;
import io.brokerbench.schedule.Pacer;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ObjLongConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The only consumer of a group of an in-memory broker, in a separate thread. It delivers each
 * message after the service time that the script specifies.
 */
final class MemorySubscription implements Subscription {

  private static final long REDELIVERY_NANOS = 10_000_000;

  private final MemoryLog.Reader log;
  private final MemoryServer server;
  private final Pacer pacer;
  private final long beganNanos;
  private final Predicate<byte[]> wanted;
  private final Receiver receiver;
  private final ObjLongConsumer<Receiver> acknowledgement;
  private final MemoryBroker broker;
  private final AtomicLong progress = new AtomicLong();
  private final AtomicLong retries = new AtomicLong();
  private final FirstFailure failure = new FirstFailure();
  private final Thread thread = new Thread(this::consume, "memory-consumer");
  private volatile boolean closed;

  /**
   * Starts the consumer.
   *
   * @param wanted whether the group receives a message with this body
   */
  MemorySubscription(
      MemoryLog.Reader log,
      MemoryScript.Delivery script,
      int group,
      Predicate<byte[]> wanted,
      Receiver receiver,
      MemoryBroker broker,
      Clock clock) {
    this.log = log;
    this.server = new MemoryServer(script.groupRate(group));
    this.pacer = new Pacer(clock, 0, () -> closed);
    this.beganNanos = clock.nanoTime();
    this.wanted = wanted;
    this.receiver = receiver;
    this.acknowledgement = script.acknowledgement();
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
    if (closed || !wanted.test(entry.body)) {
      return;
    }
    boolean consumed =
        receiver.receive(entry.body, entry.topic, entry.storedMillis, entry.storedMillis, attempt);
    acknowledgement.accept(receiver, receiver.delivery());
    if (!consumed) {
      retries.incrementAndGet();
      broker.later(REDELIVERY_NANOS, () -> deliverAgain(entry, attempt + 1));
    }
  }

  /** Runs in a thread of the broker, which hides exceptions of its tasks. */
  private void deliverAgain(MemoryLog.Entry entry, int attempt) {
    try {
      deliver(entry, attempt);
    } catch (RuntimeException | Error e) {
      failure.keep(e);
    }
  }

  /** Number of messages consumed. */
  long progress() {
    return progress.get();
  }

  @Override
  public Map<String, Long> counts() {
    return Map.of("retries", retries.get());
  }

  @Override
  public @Nullable Throwable failure() {
    return failure.get();
  }

  /** Stops the consumer; afterwards only a redelivery that is under way may still arrive. */
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
