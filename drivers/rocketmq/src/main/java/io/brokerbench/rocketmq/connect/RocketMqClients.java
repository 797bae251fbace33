package io.brokerbench.rocketmq.connect;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.tls.ClientTls;
import io.brokerbench.record.RandomId;
import io.brokerbench.units.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.apache.rocketmq.acl.common.AclClientRPCHook;
import org.apache.rocketmq.acl.common.SessionCredentials;
import org.apache.rocketmq.client.ClientConfig;
import org.apache.rocketmq.client.consumer.AllocateMessageQueueStrategy;
import org.apache.rocketmq.client.consumer.DefaultLitePullConsumer;
import org.apache.rocketmq.client.consumer.DefaultMQPushConsumer;
import org.apache.rocketmq.client.consumer.store.ReadOffsetType;
import org.apache.rocketmq.client.consumer.store.RemoteBrokerOffsetStore;
import org.apache.rocketmq.client.exception.MQBrokerException;
import org.apache.rocketmq.client.exception.MQClientException;
import org.apache.rocketmq.client.impl.MQClientManager;
import org.apache.rocketmq.client.impl.factory.MQClientInstance;
import org.apache.rocketmq.client.producer.DefaultMQProducer;
import org.apache.rocketmq.client.producer.TransactionMQProducer;
import org.apache.rocketmq.common.message.MessageQueue;
import org.apache.rocketmq.remoting.RPCHook;
import org.apache.rocketmq.remoting.exception.RemotingException;
import org.apache.rocketmq.remoting.exception.RemotingTimeoutException;
import org.apache.rocketmq.remoting.netty.NettyClientConfig;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.apache.rocketmq.remoting.protocol.SerializeType;
import org.jspecify.annotations.Nullable;

/**
 * Creates the client instances of a session, each with its own connections. Closes the producers;
 * consumers are closed by the code that opened them. Not thread-safe, except that several threads
 * may create consumers.
 */
public final class RocketMqClients implements AutoCloseable {

  private static final String GROUP = "brokerbench_producer";

  /**
   * Name of no topic. Producers name a topic after which brokers may model a missing one; without
   * it, a message that a frozen worker sends too late cannot create the removed topic once more.
   */
  private static final String NO_MODEL = "brokerbench_no_model";

  /**
   * Polling interval of the two threads of automatic batching, which run although batching is off:
   * every 10 ms by default. Shutdown waits one interval for each of them.
   */
  private static final int IDLE_ACCUMULATOR_MILLIS = 250;

  /** Attempts to list the network interfaces; interfaces do not vanish that often in a row. */
  private static final int LOOKS = 5;

  private final RocketMqOptions options;
  private final String nameServers;
  private final @Nullable HostVerifyingTls tls;
  private final List<DefaultMQProducer> open = new ArrayList<>();
  private final String id = RandomId.ofName();
  private final AtomicInteger made = new AtomicInteger();

  private RocketMqClients(
      RocketMqOptions options, String nameServers, @Nullable HostVerifyingTls tls) {
    this.options = options;
    this.nameServers = nameServers;
    this.tls = tls;
  }

  /** The clients of a cluster, without any client yet. */
  public static RocketMqClients of(RocketMqOptions options, Cluster cluster)
      throws BrokerException {
    @Nullable HostVerifyingTls tls = null;
    if (options.tls().isPresent()) {
      ClientTls settings = options.tls().get();
      tls = new HostVerifyingTls(settings.context(cluster.authority()), settings.verifying());
    }
    return new RocketMqClients(options, cluster.address(), tls);
  }

  /** Why TLS with a broker failed for good; empty if it did not. */
  public Optional<String> tlsFailure() {
    return Optional.ofNullable(tls).flatMap(HostVerifyingTls::failure);
  }

  /** A started producer. */
  public DefaultMQProducer open() throws BrokerException {
    RPCHook hook = hook();
    return start(made(() -> new DefaultMQProducer(GROUP, hook, options.trace(), null)), hook);
  }

  /**
   * A started producer for transactions.
   *
   * @param group producer group that receives the check-backs
   */
  public TransactionMQProducer openTransactional(String group, TransactionHandlers handlers)
      throws BrokerException {
    RPCHook hook = hook();
    TransactionMQProducer client =
        made(() -> new TransactionMQProducer(group, hook, options.trace(), (String) null));
    client.setTransactionListener(handlers);
    return start(client, hook);
  }

  /** A consumer that has not been started. */
  // The setter of the offset store is deprecated without a replacement.
  @SuppressWarnings("deprecation")
  public DefaultMQPushConsumer pushConsumer(String group, AllocateMessageQueueStrategy allocation) {
    RPCHook hook = hook();
    DefaultMQPushConsumer consumer =
        made(() -> new DefaultMQPushConsumer(group, hook, allocation, options.trace(), null));
    prepare(consumer, hook);
    consumer.setOffsetStore(offsets(consumer, group, hook));
    return consumer;
  }

  /** A consumer that has not been started. */
  public DefaultLitePullConsumer pullConsumer(
      String group, AllocateMessageQueueStrategy allocation) {
    RPCHook hook = hook();
    DefaultLitePullConsumer consumer = made(() -> new DefaultLitePullConsumer(group, hook));
    consumer.setAllocateMessageQueueStrategy(allocation);
    consumer.setEnableMsgTrace(options.trace());
    prepare(consumer, hook);
    consumer.setOffsetStore(offsets(consumer, group, hook));
    return consumer;
  }

  /** An offset store on the client instance that start() will find by its name, set before. */
  private static OrderedOffsets offsets(ClientConfig client, String group, @Nullable RPCHook hook) {
    return new OrderedOffsets(
        MQClientManager.getInstance().getOrCreateMQClientInstance(client, hook), group);
  }

  /** The underlying instance of a client that was passed to {@link #prepare}. */
  public static MQClientInstance instance(ClientConfig client) {
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
   * Creates a client. A client's constructor lists all network interfaces, and throws a
   * NullPointerException if one vanishes meanwhile, as those of containers do; then it is retried.
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
    client.setCreateTopicKey(NO_MODEL);
    client.setRetryTimesWhenSendFailed(options.retries());
    client.setRetryTimesWhenSendAsyncFailed(options.retries());
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
    client.setPollNameServerInterval(options.routePollMillis());
    client.setInstanceName(Text.of("brokerbench-%d-%s", made.getAndIncrement(), id));
    client.setVipChannelEnabled(options.vip());
    client.setUseTLS(tls != null);
    // start() finds the instance by its name: everything in the name must be set before.
    MQClientInstance instance =
        MQClientManager.getInstance().getOrCreateMQClientInstance(client, hook);
    instance
        .getMQClientAPIImpl()
        .getRemotingClient()
        .registerRPCHook(new HeaderFormat(SerializeType.valueOf(options.headerFormat())));
    if (options.direct()) {
      NettyClientConfig netty = instance.getNettyClientConfig();
      netty.setDisableNettyWorkerGroup(true);
      netty.setDisableCallbackExecutor(true);
    }
    if (tls != null) {
      tls.install(instance);
    }
  }

  @Override
  public void close() {
    open.forEach(DefaultMQProducer::shutdown);
    open.clear();
  }

  /**
   * Writes the headers of requests in a format. The client's own setting is one of the whole JVM,
   * in which runs with several formats may follow each other.
   */
  private record HeaderFormat(SerializeType type) implements RPCHook {

    @Override
    public void doBeforeRequest(String address, RemotingCommand request) {
      request.setSerializeTypeCurrentRPC(type);
    }

    @Override
    public void doAfterResponse(
        String address, RemotingCommand request, RemotingCommand response) {}
  }

  /**
   * Commits a consumer's offsets in order, so that the offset recorded by the broker after the
   * consumer is closed is the consumer's final one. Thread-safe.
   *
   * <p>The client's own store commits in two ways and waits for neither: in one-way requests, every
   * five seconds and on close, and within pull requests, which carry the offset at the time of the
   * request. A broker handles the two in different thread pools and keeps the offset that it
   * handles last, so a pull request that waits for a thread reverts later commits. Here, pull
   * requests carry no offset, and each commit is answered before the next one is sent.
   */
  private static final class OrderedOffsets extends RemoteBrokerOffsetStore {

    private boolean silent;

    OrderedOffsets(MQClientInstance instance, String group) {
      super(instance, group);
    }

    /** Only pull requests read from memory alone; without an offset there, they carry none. */
    @Override
    public long readOffset(MessageQueue queue, ReadOffsetType type) {
      return type == ReadOffsetType.READ_FROM_MEMORY ? -1 : super.readOffset(queue, type);
    }

    @Override
    public synchronized void persistAll(Set<MessageQueue> queues) {
      silent = false;
      super.persistAll(queues);
    }

    @Override
    public synchronized void persist(MessageQueue queue) {
      silent = false;
      super.persist(queue);
    }

    /** Waits for the answer, unless the request for an earlier queue timed out. */
    @Override
    public synchronized void updateConsumeOffsetToBroker(
        MessageQueue queue, long offset, boolean oneWay)
        throws RemotingException, MQBrokerException, InterruptedException, MQClientException {
      try {
        super.updateConsumeOffsetToBroker(queue, offset, silent);
      } catch (RemotingTimeoutException e) {
        silent = true;
        throw e;
      }
    }
  }
}
