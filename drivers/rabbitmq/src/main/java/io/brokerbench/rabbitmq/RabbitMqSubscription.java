package io.brokerbench.rabbitmq;

import io.brokerbench.clock.Clock;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.DaemonThreads;
import io.brokerbench.driver.FirstFailure;
import io.brokerbench.driver.Receiver;
import io.brokerbench.driver.Seat.Span;
import io.brokerbench.driver.Subscription;
import io.brokerbench.rabbitmq.connect.Connections;
import io.brokerbench.rabbitmq.connect.DeliveryAttempts;
import io.brokerbench.rabbitmq.connect.RabbitMqConsumerOptions;
import io.brokerbench.rabbitmq.connect.RabbitMqOptions;
import io.brokerbench.rabbitmq.connect.SharedConnection;
import io.brokerbench.rabbitmq.connect.SharedConnection.Use;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** The running consumers of a group. */
final class RabbitMqSubscription implements Subscription {

  private static final String THREADS = "brokerbench-consumers";
  private static final long RETRY_MILLIS = 500;
  private static final long SLOWEST_TICK_NANOS = 50_000_000;
  private static final long FASTEST_TICK_NANOS = 1_000_000;
  private static final int AT_ONCE = 16;
  private static final int CLOSE_SECONDS = 10;

  private final List<RabbitMqConsumer> members = new ArrayList<>();
  private final LongAdder begunAgain = new LongAdder();
  private final ScheduledExecutorService ticks =
      Executors.newSingleThreadScheduledExecutor(DaemonThreads.named(THREADS));
  private final ScheduledExecutorService repairs =
      Executors.newSingleThreadScheduledExecutor(DaemonThreads.named(THREADS));
  private final ExecutorService repairers =
      Executors.newFixedThreadPool(AT_ONCE, DaemonThreads.named(THREADS));
  private final FirstFailure failure = new FirstFailure();
  private final Clock clock = Clock.system();
  private volatile boolean closed;

  /**
   * Starts consumers of a group.
   *
   * @param clients indexes of the clients whose consumers are started
   */
  static RabbitMqSubscription start(
      RabbitMqOptions options, Span clients, Connections connections, int group, Receiver receiver)
      throws BrokerException {
    RabbitMqSubscription subscription = new RabbitMqSubscription();
    try {
      subscription.begin(options, clients, connections, group, receiver);
      return subscription;
    } catch (Throwable e) {
      subscription.close();
      throw e;
    }
  }

  private void begin(
      RabbitMqOptions options, Span clients, Connections connections, int group, Receiver receiver)
      throws BrokerException {
    RabbitMqConsumerOptions consumers = options.consumers();
    List<String> names = options.queues().names(group);
    DeliveryAttempts attempts = new DeliveryAttempts();
    int channels = options.access().channels();
    for (int client : clients.below(consumers.clients()).toArray()) {
      int index = client * consumers.threads();
      SharedConnection trunk = null;
      for (int thread = 0; thread < consumers.threads(); thread++) {
        if (trunk == null || thread % channels == 0) {
          trunk = new SharedConnection(connections, index, "consumer " + index, Use.CONSUMERS);
        }
        int[] queues = options.queues().share(index, consumers.perGroup());
        RabbitMqConsumer member =
            new RabbitMqConsumer(options, trunk, names, queues, receiver, attempts, failure);
        members.add(member);
        member.begin();
        index++;
      }
    }
    if (consumers.ackWithinNanos() > 0 && !consumers.autoAck() && consumers.ackEvery() > 1) {
      long period =
          Math.min(
              SLOWEST_TICK_NANOS, Math.max(FASTEST_TICK_NANOS, consumers.ackWithinNanos() / 4));
      ScheduledFuture<?> unused =
          ticks.scheduleAtFixedRate(
              () -> members.forEach(member -> member.tick(clock.nanoTime())),
              period,
              period,
              TimeUnit.NANOSECONDS);
    }
    ScheduledFuture<?> unused =
        repairs.scheduleWithFixedDelay(
            () -> repair(members), RETRY_MILLIS, RETRY_MILLIS, TimeUnit.MILLISECONDS);
  }

  /**
   * Begins lost consumers again, several at a time: a node that accepts a connection and does not
   * answer keeps each of them waiting.
   */
  void repair(List<RabbitMqConsumer> consumers) {
    try {
      List<Future<Object>> unused =
          repairers.invokeAll(
              consumers.stream()
                  .filter(RabbitMqConsumer::isLost)
                  .map(member -> Executors.callable(() -> beginAgain(member)))
                  .toList());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void beginAgain(RabbitMqConsumer member) {
    try {
      member.abandon();
      member.begin();
      begunAgain.increment();
      if (closed) {
        // close() did not see its new channel.
        member.end();
      }
    } catch (BrokerException e) {
      // The next repair tries again.
    } catch (RuntimeException | Error e) {
      failure.keep(e);
    }
  }

  @Override
  public Map<String, Long> counts() {
    return Map.of("begunAgain", begunAgain.sum());
  }

  @Override
  public @Nullable Throwable failure() {
    return failure.get();
  }

  @Override
  public void close() {
    closed = true;
    ticks.shutdownNow();
    repairs.shutdownNow();
    repairers.shutdownNow();
    ExecutorService closers = Executors.newFixedThreadPool(AT_ONCE, DaemonThreads.named(THREADS));
    members.forEach(member -> closers.execute(member::end));
    closers.shutdown();
    try {
      boolean unused = closers.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
