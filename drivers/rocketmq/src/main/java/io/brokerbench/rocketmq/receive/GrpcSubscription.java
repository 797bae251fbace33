package io.brokerbench.rocketmq.receive;

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
import io.brokerbench.rocketmq.connect.RocketMqOptions;
import io.brokerbench.workload.ConsumptionSettings;
import io.brokerbench.workload.Filter;
import java.io.IOException;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.rocketmq.client.apis.ClientException;
import org.apache.rocketmq.client.apis.ClientServiceProvider;
import org.apache.rocketmq.client.apis.consumer.ConsumeResult;
import org.apache.rocketmq.client.apis.consumer.FilterExpression;
import org.apache.rocketmq.client.apis.consumer.FilterExpressionType;
import org.apache.rocketmq.client.apis.consumer.PushConsumer;
import org.apache.rocketmq.client.apis.message.MessageView;
import org.jspecify.annotations.Nullable;

/**
 * The running clients of a consumer group that receive through the proxies. A delivery does not
 * name its queue, because brokers deliver single messages of any queue.
 */
public final class GrpcSubscription implements Subscription {

  /** A client fetches its assignment a second after its start, and then requests messages. */
  private static final long FIRST_REQUEST_MILLIS = 2_000;

  private final RocketMqOptions options;
  private final Receiver receiver;
  private final List<PushConsumer> clients = new ArrayList<>();
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
  public static GrpcSubscription start(
      RocketMqOptions options, Proxies proxies, String group, Span indexes, Receiver receiver)
      throws BrokerException, InterruptedException {
    GrpcSubscription subscription = new GrpcSubscription(options, receiver);
    ClientLogs.quietGrpc();
    try {
      for (int i = 0; i < indexes.count(options.consumer().consumption().clients()); i++) {
        subscription.open(proxies, group);
      }
      Thread.sleep(FIRST_REQUEST_MILLIS);
      return subscription;
    } catch (ClientException | UnknownHostException | RuntimeException e) {
      subscription.close();
      throw proxies.notStarted(e);
    } catch (InterruptedException e) {
      subscription.close();
      throw e;
    }
  }

  private synchronized void open(Proxies proxies, String group)
      throws ClientException, UnknownHostException {
    ConsumptionSettings consumption = options.consumer().consumption();
    FilterExpression filter = filter(consumption.filter());
    clients.add(
        ClientServiceProvider.loadService()
            .newPushConsumerBuilder()
            .setClientConfiguration(proxies.configuration())
            .setConsumerGroup(group)
            .setSubscriptionExpressions(
                options.topics().stream()
                    .collect(Collectors.toMap(Function.identity(), topic -> filter)))
            .setConsumptionThreadCount(consumption.threads())
            .setMessageListener(this::deliver)
            .build());
  }

  private static FilterExpression filter(Filter filter) {
    return switch (filter.type()) {
      case NONE -> FilterExpression.SUB_ALL;
      case TAG -> new FilterExpression(filter.expression(), FilterExpressionType.TAG);
      case SQL92 -> new FilterExpression(filter.expression(), FilterExpressionType.SQL92);
    };
  }

  private ConsumeResult deliver(MessageView message) {
    try {
      ByteBuffer body = message.getBody();
      byte[] bytes = new byte[body.remaining()];
      body.get(bytes);
      boolean consumed =
          receiver.receive(
              bytes,
              UNKNOWN_QUEUE,
              message.getBornTimestamp(),
              UNKNOWN_TIME,
              message.getDeliveryAttempt() - 1);
      return consumed ? ConsumeResult.SUCCESS : ConsumeResult.FAILURE;
    } catch (RuntimeException | Error e) {
      failure.keep(e);
      return ConsumeResult.FAILURE;
    }
  }

  @Override
  public Map<String, Long> counts() {
    return Map.of();
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
                .map(client -> CompletableFuture.runAsync(() -> close(client), closing))
                .toArray(CompletableFuture[]::new))
        .join();
    closing.shutdown();
    clients.clear();
  }

  private static void close(PushConsumer client) {
    try {
      client.close();
    } catch (IOException e) {
      // The client is no longer needed.
    }
  }
}
