package io.brokerbench.rocketmq;

import static io.brokerbench.driver.Receiver.UNKNOWN_QUEUE;
import static io.brokerbench.driver.Receiver.UNKNOWN_TIME;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.DaemonThreads;
import io.brokerbench.driver.FirstFailure;
import io.brokerbench.driver.Receiver;
import io.brokerbench.driver.Seat.Span;
import io.brokerbench.driver.Subscription;
import io.brokerbench.rocketmq.connect.ClientLogs;
import io.brokerbench.rocketmq.connect.Proxies;
import io.brokerbench.rocketmq.connect.RocketMqConsumerOptions.Model;
import io.brokerbench.rocketmq.connect.RocketMqMessages;
import io.brokerbench.rocketmq.connect.RocketMqOptions;
import io.brokerbench.workload.Filter;
import java.io.Closeable;
import java.io.IOException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.rocketmq.client.apis.ClientConfiguration;
import org.apache.rocketmq.client.apis.ClientException;
import org.apache.rocketmq.client.apis.ClientServiceProvider;
import org.apache.rocketmq.client.apis.consumer.ConsumeResult;
import org.apache.rocketmq.client.apis.consumer.FilterExpression;
import org.apache.rocketmq.client.apis.consumer.FilterExpressionType;
import org.apache.rocketmq.client.apis.message.MessageView;
import org.jspecify.annotations.Nullable;

/**
 * The running clients of a consumer group that receive through the proxies: push consumers, whose
 * client requests messages and acknowledges them, or simple consumers, whose threads do. A delivery
 * does not name its queue, because brokers deliver single messages of any queue.
 */
final class GrpcSubscription implements Subscription {

  /** A push consumer fetches its assignment a second after its start, then requests messages. */
  private static final long FIRST_REQUEST_MILLIS = 2_000;

  private final RocketMqOptions options;
  private final Receiver receiver;
  private final List<Closeable> clients = new ArrayList<>();
  private final LongAdder failedRequests = new LongAdder();
  private final FirstFailure failure = new FirstFailure();

  private GrpcSubscription(RocketMqOptions options, Receiver receiver) {
    this.options = options;
    this.receiver = receiver;
  }

  /**
   * Starts the clients and returns when they request messages.
   *
   * @param group name of the group
   * @param indexes of those clients of the group that are started
   */
  static GrpcSubscription start(
      RocketMqOptions options, Proxies proxies, String group, Span indexes, Receiver receiver)
      throws BrokerException, InterruptedException {
    GrpcSubscription subscription = new GrpcSubscription(options, receiver);
    ClientLogs.quietGrpc();
    try {
      for (int i = 0; i < indexes.count(options.consumer().consumption().clients()); i++) {
        subscription.open(proxies, group);
      }
      if (!subscription.simple()) {
        Thread.sleep(FIRST_REQUEST_MILLIS);
      }
      return subscription;
    } catch (ClientException | UnknownHostException | RuntimeException e) {
      subscription.close();
      throw proxies.notStarted(e);
    } catch (InterruptedException e) {
      subscription.close();
      throw e;
    }
  }

  private boolean simple() {
    return options.consumer().model() == Model.SIMPLE;
  }

  private synchronized void open(Proxies proxies, String group)
      throws ClientException, UnknownHostException {
    ClientConfiguration configuration = proxies.configuration();
    clients.add(simple() ? openSimple(configuration, group) : openPush(configuration, group));
  }

  private Closeable openSimple(ClientConfiguration configuration, String group)
      throws ClientException {
    return GrpcSimpleConsumer.start(
        ClientServiceProvider.loadService()
            .newSimpleConsumerBuilder()
            .setClientConfiguration(configuration)
            .setConsumerGroup(group)
            .setSubscriptionExpressions(subscriptions())
            .setAwaitDuration(GrpcSimpleConsumer.AWAIT)
            .build(),
        options.consumer().consumption(),
        receiver,
        failedRequests,
        failure);
  }

  private Closeable openPush(ClientConfiguration configuration, String group)
      throws ClientException {
    return ClientServiceProvider.loadService()
        .newPushConsumerBuilder()
        .setClientConfiguration(configuration)
        .setConsumerGroup(group)
        .setSubscriptionExpressions(subscriptions())
        .setConsumptionThreadCount(options.consumer().consumption().threads())
        .setMessageListener(this::consume)
        .build();
  }

  private Map<String, FilterExpression> subscriptions() {
    FilterExpression filter = filter(options.consumer().consumption().filter());
    return options.topics().stream()
        .collect(Collectors.toMap(Function.identity(), topic -> filter));
  }

  private static FilterExpression filter(Filter filter) {
    return switch (filter.type()) {
      case NONE -> FilterExpression.SUB_ALL;
      case TAG -> new FilterExpression(filter.expression(), FilterExpressionType.TAG);
      case SQL92 -> new FilterExpression(filter.expression(), FilterExpressionType.SQL92);
    };
  }

  /** The listener of a push consumer. */
  private ConsumeResult consume(MessageView message) {
    try {
      return deliver(message, receiver) ? ConsumeResult.SUCCESS : ConsumeResult.FAILURE;
    } catch (RuntimeException | Error e) {
      failure.keep(e);
      return ConsumeResult.FAILURE;
    }
  }

  /** Whether the receiver consumed the message. */
  static boolean deliver(MessageView message, Receiver receiver) {
    return receiver.receive(
        RocketMqMessages.body(message),
        UNKNOWN_QUEUE,
        message.getBornTimestamp(),
        UNKNOWN_TIME,
        message.getDeliveryAttempt() - 1);
  }

  /** The failed requests of simple consumers; push consumers do not report theirs. */
  @Override
  public Map<String, Long> counts() {
    return simple() ? Map.of("failedRequests", failedRequests.sum()) : Map.of();
  }

  @Override
  public @Nullable Throwable failure() {
    return failure.get();
  }

  /** Closes all clients at the same time: each waits for the answers to its last requests. */
  @Override
  public synchronized void close() {
    ExecutorService closing = Executors.newCachedThreadPool(DaemonThreads.named("grpc-close"));
    CompletableFuture.allOf(
            clients.stream()
                .map(client -> CompletableFuture.runAsync(() -> end(client), closing))
                .toArray(CompletableFuture[]::new))
        .join();
    closing.shutdown();
    clients.clear();
  }

  static void end(Closeable client) {
    try {
      client.close();
    } catch (IOException | RuntimeException e) {
      // The client is no longer needed, and the rest of the session has to be closed.
    }
  }
}
