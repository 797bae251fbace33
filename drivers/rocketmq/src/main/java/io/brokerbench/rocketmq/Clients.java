package io.brokerbench.rocketmq;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.record.RandomId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.apache.rocketmq.acl.common.AclClientRPCHook;
import org.apache.rocketmq.acl.common.SessionCredentials;
import org.apache.rocketmq.client.ClientConfig;
import org.apache.rocketmq.client.consumer.DefaultLitePullConsumer;
import org.apache.rocketmq.client.consumer.DefaultMQPushConsumer;
import org.apache.rocketmq.client.consumer.rebalance.AllocateMessageQueueAveragely;
import org.apache.rocketmq.client.exception.MQClientException;
import org.apache.rocketmq.client.impl.MQClientManager;
import org.apache.rocketmq.client.impl.factory.MQClientInstance;
import org.apache.rocketmq.client.producer.DefaultMQProducer;
import org.apache.rocketmq.client.producer.TransactionMQProducer;
import org.apache.rocketmq.remoting.RPCHook;
import org.apache.rocketmq.remoting.netty.NettyClientConfig;
import org.jspecify.annotations.Nullable;

/**
 * Makes the client instances of a session, each with a connection of its own. Producers are closed
 * with it, consumers by those who opened them. Not thread-safe.
 */
final class Clients implements AutoCloseable {

  private static final String GROUP = "brokerbench_producer";

  /**
   * Automatic batching is off, yet its two threads look for work every 10 ms unless told; shutting
   * down waits for each that long.
   */
  private static final int IDLE_ACCUMULATOR_MILLIS = 250;

  /** At the network interfaces, of which none goes away that often in so short a time. */
  private static final int LOOKS = 5;

  private final RocketMqOptions options;
  private final String nameServers;
  private final List<DefaultMQProducer> open = new ArrayList<>();
  private final String id = RandomId.ofName();
  private int made;

  Clients(RocketMqOptions options, String nameServers) {
    this.options = options;
    this.nameServers = nameServers;
  }

  /** A started producer. */
  DefaultMQProducer open() throws BrokerException {
    RPCHook hook = hook();
    return start(made(() -> new DefaultMQProducer(GROUP, hook, options.trace(), null)), hook);
  }

  /**
   * A started producer for transactions.
   *
   * @param group to which brokers turn with check-backs
   */
  TransactionMQProducer openTransactional(String group, TransactionHandlers handlers)
      throws BrokerException {
    RPCHook hook = hook();
    TransactionMQProducer client =
        made(() -> new TransactionMQProducer(group, hook, options.trace(), (String) null));
    client.setTransactionListener(handlers);
    return start(client, hook);
  }

  /** A consumer that has not been started. */
  // The setter of the offset store is deprecated without a successor.
  @SuppressWarnings("deprecation")
  DefaultMQPushConsumer pushConsumer(String group) {
    RPCHook hook = hook();
    DefaultMQPushConsumer consumer =
        made(
            () ->
                new DefaultMQPushConsumer(
                    group, hook, new AllocateMessageQueueAveragely(), options.trace(), null));
    prepare(consumer, hook);
    consumer.setOffsetStore(offsets(consumer, group, hook));
    return consumer;
  }

  /** A consumer that has not been started. */
  DefaultLitePullConsumer pullConsumer(String group) {
    RPCHook hook = hook();
    DefaultLitePullConsumer consumer = made(() -> new DefaultLitePullConsumer(group, hook));
    consumer.setEnableMsgTrace(options.trace());
    prepare(consumer, hook);
    consumer.setOffsetStore(offsets(consumer, group, hook));
    return consumer;
  }

  /** Of the instance that start() finds again, since the client is named by now. */
  private static OrderedOffsets offsets(ClientConfig client, String group, @Nullable RPCHook hook) {
    return new OrderedOffsets(
        MQClientManager.getInstance().getOrCreateMQClientInstance(client, hook), group);
  }

  /** What is behind a client that {@link #prepare} has seen. */
  static MQClientInstance instance(ClientConfig client) {
    return MQClientManager.getInstance().getOrCreateMQClientInstance(client, null);
  }

  private @Nullable RPCHook hook() {
    return options
        .credentials()
        .<RPCHook>map(
            keys ->
                new AclClientRPCHook(new SessionCredentials(keys.accessKey(), keys.secretKey())))
        .orElse(null);
  }

  /**
   * A client looks at every network interface while it is made, and fails on a null address if one
   * goes away meanwhile, as those of containers do. The next look finds the rest.
   */
  private static <T> T made(Supplier<T> client) {
    for (int looks = 1; ; looks++) {
      try {
        return client.get();
      } catch (NullPointerException e) {
        if (looks == LOOKS) {
          throw e;
        }
      }
    }
  }

  private <T extends DefaultMQProducer> T start(T client, @Nullable RPCHook hook)
      throws BrokerException {
    client.setSendMsgTimeout(options.sendTimeoutMillis());
    client.setMaxMessageSize(options.maxMessageBytes());
    // A retry would hide a failure and count two attempts as one latency.
    client.setRetryTimesWhenSendFailed(0);
    client.setRetryTimesWhenSendAsyncFailed(0);
    client.setCompressMsgBodyOverHowmuch(Integer.MAX_VALUE);
    options
        .compression()
        .ifPresent(
            compression -> {
              client.setCompressMsgBodyOverHowmuch(compression.overBytes());
              client.setCompressType(compression.type());
              client.setCompressLevel(compression.level());
            });
    prepare(client, hook);
    try {
      client.start();
      if (options.direct()) {
        client.batchMaxDelayMs(IDLE_ACCUMULATOR_MILLIS);
      }
    } catch (MQClientException e) {
      throw new BrokerException("the RocketMQ client does not start: " + e.getErrorMessage(), e);
    }
    open.add(client);
    return client;
  }

  private void prepare(ClientConfig client, @Nullable RPCHook hook) {
    client.setNamesrvAddr(nameServers);
    client.setInstanceName(String.format(Locale.ROOT, "brokerbench-%d-%s", made++, id));
    client.setVipChannelEnabled(options.vip());
    client.setUseTLS(options.tls());
    if (options.direct()) {
      // The instance is found again by start(), so everything that names it must be set before.
      NettyClientConfig netty =
          MQClientManager.getInstance()
              .getOrCreateMQClientInstance(client, hook)
              .getNettyClientConfig();
      netty.setDisableNettyWorkerGroup(true);
      netty.setDisableCallbackExecutor(true);
    }
  }

  @Override
  public void close() {
    open.forEach(DefaultMQProducer::shutdown);
    open.clear();
  }
}
