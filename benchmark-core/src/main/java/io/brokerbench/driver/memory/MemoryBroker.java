package io.brokerbench.driver.memory;

import io.brokerbench.clock.Clock;
import io.brokerbench.driver.Completion;
import io.brokerbench.driver.ConnectionFailedException;
import io.brokerbench.driver.DaemonThreads;
import io.brokerbench.driver.IdleConnection;
import io.brokerbench.driver.Outgoing;
import io.brokerbench.driver.Producer;
import io.brokerbench.driver.Receiver;
import io.brokerbench.driver.Session;
import io.brokerbench.driver.TransactionHandler;
import io.brokerbench.record.Ledger;
import io.brokerbench.record.MessageHeader;
import io.brokerbench.record.Resolution;
import io.brokerbench.record.SendOutcome;
import io.brokerbench.schedule.Pacer;
import io.brokerbench.workload.Load.SendMode;
import io.brokerbench.workload.Workload;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * An in-process broker that behaves as its script specifies: it tests the benchmark itself and
 * shows the lower bound of its figures. Thread-safe.
 */
public final class MemoryBroker implements AutoCloseable {

  private static final int MAX_CHECKS = 15;

  /**
   * Delay of a check-back after a transaction ended unknown or the previous check-back had no
   * result.
   */
  private static final long CHECK_NANOS = 10_000_000;

  private final Clock clock;
  private final Pacer pacer;
  private final MemoryScript script;
  private final MemoryScript.Service service;
  private final AtomicLong arrivals = new AtomicLong();
  private final MemoryLog log;
  private final MemoryServer server;
  private final ExecutorService served =
      Executors.newSingleThreadExecutor(DaemonThreads.named("memory-server"));
  private final ScheduledExecutorService answers =
      Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("memory-broker"));
  private final AtomicLong outstanding = new AtomicLong();
  private final AtomicLong waiting = new AtomicLong();
  private final AtomicLong connecting = new AtomicLong();
  private final AtomicLong connections = new AtomicLong();
  private volatile boolean closed;

  public MemoryBroker(Clock clock, MemoryScript script) {
    this.clock = clock;
    this.pacer = new Pacer(clock, 0, () -> closed);
    this.script = script;
    this.service = script.service();
    this.log = new MemoryLog(script.faults(), script.keepLog());
    this.server = new MemoryServer(service.ratePerSecond());
  }

  /**
   * Number of messages in the log, including duplicates, without lost messages, and of those that
   * wait for their delivery.
   */
  public long storedCount() {
    return waiting.get() + log.size();
  }

  /** Number of answers, check-backs and redeliveries that it still has to make. */
  public long outstanding() {
    return outstanding.get();
  }

  /** Number of open connections of clients alongside the load. */
  public long connections() {
    return connections.get();
  }

  /** Headers in log order; only if the script keeps the log. */
  public List<MessageHeader> log() {
    return log.bodies().stream().map(body -> MessageHeader.read(body).orElseThrow()).toList();
  }

  /** Opens a session for this workload; closing it closes the broker. */
  public Session session(Workload workload) {
    int groups = workload.consumption().any() ? workload.consumption().groups() : 0;
    return new MemorySession(
        this, workload, IntStream.range(0, groups).mapToObj(group -> log.reader()).toList());
  }

  /** Creates a producer; see {@link Producer} for its thread rules. */
  Producer producer(SendMode mode) {
    return (messages, completion) -> {
      long first = arrivals.getAndAdd(messages.length);
      if (service.ratePerSecond() > 0) {
        enqueue(first, messages, mode, completion);
        return;
      }
      for (int i = 0; i < messages.length; i++) {
        store(first + i, messages[i].topic, messages[i].body, messages[i].deliverAtMillis);
      }
      answer(first, mode, completion);
    };
  }

  /** Lets the server store the messages after all earlier ones. */
  private void enqueue(long first, Outgoing[] messages, SendMode mode, Completion completion) {
    int topic = messages[0].topic;
    long deliverAtMillis = messages[0].deliverAtMillis;
    byte[][] bodies = Stream.of(messages).map(message -> message.body).toArray(byte[][]::new);
    long servedNanos = server.serve(clock.nanoTime(), bodies.length);
    Runnable serve =
        () -> {
          pacer.awaitUntil(servedNanos);
          if (closed) {
            return;
          }
          for (int i = 0; i < bodies.length; i++) {
            store(first + i, topic, bodies[i], deliverAtMillis);
          }
          if (mode != SendMode.ONEWAY) {
            answer(first, mode, completion);
          }
        };
    if (mode == SendMode.SYNC) {
      serve.run();
      return;
    }
    if (mode == SendMode.ONEWAY) {
      completion.complete(SendOutcome.UNKNOWN, Ledger.ONEWAY);
    }
    served.execute(serve);
  }

  /** Creates a transactional producer, which waits for its answers. */
  Producer transactionalProducer(TransactionHandler handler) {
    return (messages, completion) -> {
      pacer.awaitUntil(server.serve(clock.nanoTime(), messages.length));
      for (Outgoing message : messages) {
        long index = arrivals.getAndIncrement();
        Resolution end = handler.execute(message.body);
        if (end == Resolution.COMMIT) {
          store(index, message.topic, message.body, 0);
        }
        if (end == Resolution.UNKNOWN) {
          askBack(index, message.topic, message.body.clone(), handler, 1);
        } else if (script.askedAgain().test(index)) {
          byte[] body = message.body.clone();
          later(CHECK_NANOS, () -> handler.check(body, 1));
        }
        answer(index, SendMode.SYNC, completion);
      }
    };
  }

  private void askBack(long index, int topic, byte[] body, TransactionHandler handler, int number) {
    later(
        CHECK_NANOS,
        () -> {
          Resolution resolution = handler.check(body, number);
          if (resolution != Resolution.UNKNOWN && script.askedAgain().test(index)) {
            resolution = handler.check(body, number);
          }
          if (resolution == Resolution.COMMIT) {
            store(index, topic, body, 0);
          } else if (resolution == Resolution.UNKNOWN && number < MAX_CHECKS) {
            askBack(index, topic, body, handler, number + 1);
          }
        });
  }

  private void answer(long first, SendMode mode, Completion completion) {
    if (mode == SendMode.ONEWAY) {
      completion.complete(SendOutcome.UNKNOWN, Ledger.ONEWAY);
      return;
    }
    long serviceNanos = service.nanos().applyAsLong(first);
    if (serviceNanos == 0 && service.stalls().isEmpty()) {
      completion.complete(SendOutcome.ACKED, "OK");
      return;
    }
    long answeredNanos = service.afterStalls(clock.nanoTime()) + serviceNanos;
    if (mode == SendMode.SYNC) {
      pacer.awaitUntil(answeredNanos);
    }
    long left = answeredNanos - clock.nanoTime();
    if (left <= 0) {
      completion.complete(SendOutcome.ACKED, "OK");
    } else {
      later(left, () -> completion.complete(SendOutcome.ACKED, "OK"));
    }
  }

  /** Stores a message, at once or at the time of its delivery; it counts from now on. */
  private void store(long index, int topic, byte[] body, long deliverAtMillis) {
    OptionalLong shiftMillis = script.delivery().shiftMillis();
    if (deliverAtMillis == 0 || shiftMillis.isEmpty()) {
      log.append(index, topic, body, clock);
      return;
    }
    waiting.incrementAndGet();
    byte[] kept = body.clone();
    at(
        Instant.ofEpochMilli(deliverAtMillis + shiftMillis.getAsLong()),
        () -> {
          log.append(index, topic, kept, clock);
          waiting.decrementAndGet();
        });
  }

  /** Runs a task at a time of the broker's clock, which may be behind the one of the executor. */
  private void at(Instant due, Runnable task) {
    later(
        Duration.between(clock.now(), due).toNanos(),
        () -> {
          if (clock.now().isBefore(due)) {
            at(due, task);
          } else {
            task.run();
          }
        });
  }

  /** Delivers wanted messages of the log to a group, from its position on, in a separate thread. */
  MemorySubscription subscribe(
      int group, MemoryLog.Reader position, Predicate<byte[]> wanted, Receiver receiver) {
    return new MemorySubscription(
        position, script.delivery(), group, wanted, receiver, this, clock);
  }

  /** Opens a connection of a client alongside the load. */
  IdleConnection connect() throws ConnectionFailedException {
    long attempt = connecting.getAndIncrement();
    pacer.awaitUntil(clock.nanoTime() + script.connecting().nanos().applyAsLong(attempt));
    if (script.connecting().refused().test(attempt)) {
      throw new ConnectionFailedException("refused", null);
    }
    connections.incrementAndGet();
    return new IdleConnection() {
      @Override
      public void subscribe() {}

      @Override
      public boolean isOpen() {
        return true;
      }

      @Override
      public void close() {
        connections.decrementAndGet();
      }
    };
  }

  /** Runs a task after a delay, unless the broker is closed by then. */
  void later(long nanos, Runnable task) {
    outstanding.incrementAndGet();
    var unused =
        answers.schedule(
            () -> {
              try {
                task.run();
              } finally {
                outstanding.decrementAndGet();
              }
            },
            nanos,
            TimeUnit.NANOSECONDS);
  }

  @Override
  public void close() {
    closed = true;
    served.shutdownNow();
    answers.shutdownNow();
  }
}
