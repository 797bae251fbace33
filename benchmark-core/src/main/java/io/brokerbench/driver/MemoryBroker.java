package io.brokerbench.driver;

import io.brokerbench.clock.Clock;
import io.brokerbench.record.Ledger;
import io.brokerbench.record.MessageHeader;
import io.brokerbench.record.Outcome;
import io.brokerbench.record.Resolution;
import io.brokerbench.schedule.Pacer;
import io.brokerbench.workload.Load.SendMode;
import io.brokerbench.workload.Workload;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A broker in this process that does what its script says: it proves the measuring machine, and
 * shows the floor of its figures. Thread-safe.
 */
public final class MemoryBroker implements AutoCloseable {

  private static final int MAX_CHECKS = 15;

  private final Clock clock;
  private final Pacer pacer;
  private final MemoryScript script;
  private final AtomicLong arrivals = new AtomicLong();
  private final MemoryLog log;
  private final MemoryServer server;
  private final ExecutorService served =
      Executors.newSingleThreadExecutor(task -> thread(task, "memory-server"));
  private final ScheduledExecutorService answers =
      Executors.newSingleThreadScheduledExecutor(task -> thread(task, "memory-broker"));
  private volatile boolean closed;

  /** An empty broker that acts by {@code script} and lets time pass by {@code clock}. */
  public MemoryBroker(Clock clock, MemoryScript script) {
    this.clock = clock;
    this.pacer = new Pacer(clock, 0, () -> closed);
    this.script = script;
    this.log = new MemoryLog(script);
    this.server = new MemoryServer(script.serviceRatePerSecond());
  }

  private static Thread thread(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }

  /** Messages in the log, duplicates counted, lost ones not. */
  public long storedCount() {
    return log.size();
  }

  /** Headers in the order of the log; only where the script says that the log is kept. */
  public List<MessageHeader> log() {
    return log.bodies().stream().map(body -> MessageHeader.read(body).orElseThrow()).toList();
  }

  /** A session for this workload; closing it closes the broker. */
  public Session session(Workload workload) {
    int groups = workload.consumption().any() ? workload.consumption().groups() : 0;
    return new MemorySession(
        this, workload, IntStream.range(0, groups).mapToObj(group -> log.reader()).toList());
  }

  /** A producer; see {@link Producer} for its thread rules. */
  Producer producer(SendMode mode) {
    return new Producer() {
      @Override
      public void send(Outgoing[] messages, Completion completion) {
        long first = arrivals.getAndAdd(messages.length);
        if (script.serviceRatePerSecond() > 0) {
          enqueue(first, messages, mode, completion);
          return;
        }
        for (int i = 0; i < messages.length; i++) {
          store(first + i, messages[i].body);
        }
        answer(first, mode, completion);
      }

      @Override
      public void close() {}
    };
  }

  /** Has the server store the messages when it is through with all that came before. */
  private void enqueue(long first, Outgoing[] messages, SendMode mode, Completion completion) {
    byte[][] bodies = Stream.of(messages).map(message -> message.body).toArray(byte[][]::new);
    long servedNanos = server.serve(clock.nanoTime(), bodies.length);
    Runnable serve =
        () -> {
          pacer.awaitUntil(servedNanos);
          if (closed) {
            return;
          }
          for (int i = 0; i < bodies.length; i++) {
            store(first + i, bodies[i]);
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
      completion.complete(Outcome.UNKNOWN, Ledger.ONEWAY);
    }
    served.execute(serve);
  }

  /** A producer that waits for its answers. */
  Producer transactionalProducer(TransactionHandler handler) {
    return new Producer() {
      @Override
      public void send(Outgoing[] messages, Completion completion) {
        pacer.awaitUntil(server.serve(clock.nanoTime(), messages.length));
        for (Outgoing message : messages) {
          long index = arrivals.getAndIncrement();
          Resolution end = handler.execute(message.body);
          if (end == Resolution.COMMIT) {
            store(index, message.body);
          }
          if (end == Resolution.UNKNOWN) {
            askBack(index, message.body.clone(), handler, 1);
          } else if (script.askedAgain().test(index)) {
            byte[] body = message.body.clone();
            later(script.checkNanos(), () -> handler.check(body, 1));
          }
          answer(index, SendMode.SYNC, completion);
        }
      }

      @Override
      public void close() {}
    };
  }

  private void askBack(long index, byte[] body, TransactionHandler handler, int number) {
    later(
        script.checkNanos(),
        () -> {
          Resolution resolution = handler.check(body, number);
          if (resolution != Resolution.UNKNOWN && script.askedAgain().test(index)) {
            resolution = handler.check(body, number);
          }
          if (resolution == Resolution.COMMIT) {
            store(index, body);
          } else if (resolution == Resolution.UNKNOWN && number < MAX_CHECKS) {
            askBack(index, body, handler, number + 1);
          }
        });
  }

  private void answer(long first, SendMode mode, Completion completion) {
    if (mode == SendMode.ONEWAY) {
      completion.complete(Outcome.UNKNOWN, Ledger.ONEWAY);
      return;
    }
    long serviceNanos = script.serviceNanos().applyAsLong(first);
    if (serviceNanos == 0 && script.stalls().isEmpty()) {
      completion.complete(Outcome.ACKED, "OK");
      return;
    }
    long answeredNanos = script.afterStalls(clock.nanoTime()) + serviceNanos;
    if (mode == SendMode.SYNC) {
      pacer.awaitUntil(answeredNanos);
    }
    long left = answeredNanos - clock.nanoTime();
    if (left <= 0) {
      completion.complete(Outcome.ACKED, "OK");
    } else {
      later(left, () -> completion.complete(Outcome.ACKED, "OK"));
    }
  }

  private void store(long index, byte[] body) {
    log.append(index, body, clock);
  }

  /** Hands the log's messages over to a group, from its position on, in a thread of its own. */
  Subscription subscribe(int group, MemoryLog.Reader position, Receiver receiver) {
    return new MemorySubscription(position, script.groupRate(group), receiver, this, clock);
  }

  /** Runs something in a while, unless the broker is closed by then. */
  void later(long nanos, Runnable task) {
    var unused = answers.schedule(task, nanos, TimeUnit.NANOSECONDS);
  }

  @Override
  public void close() {
    closed = true;
    served.shutdownNow();
    answers.shutdownNow();
  }
}
