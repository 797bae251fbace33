package io.brokerbench.rocketmq;

import io.brokerbench.driver.BrokerException;
import java.util.ArrayList;
import java.util.List;
import org.apache.rocketmq.acl.common.AclClientRPCHook;
import org.apache.rocketmq.acl.common.SessionCredentials;
import org.apache.rocketmq.client.exception.MQClientException;
import org.apache.rocketmq.client.impl.MQClientManager;
import org.apache.rocketmq.client.producer.DefaultMQProducer;
import org.apache.rocketmq.remoting.RPCHook;
import org.apache.rocketmq.remoting.netty.NettyClientConfig;

/** The client instances of a session; all are closed with it. Not thread-safe. */
final class Clients implements AutoCloseable {

  private static final String GROUP = "brokerbench_producer";

  /**
   * Automatic batching is off, yet its two threads look for work every 10 ms unless told; shutting
   * down waits for each that long.
   */
  private static final int IDLE_ACCUMULATOR_MILLIS = 250;

  private final RocketMqOptions options;
  private final String nameServers;
  private final List<DefaultMQProducer> open = new ArrayList<>();

  Clients(RocketMqOptions options, String nameServers) {
    this.options = options;
    this.nameServers = nameServers;
  }

  /** A started client with a connection of its own. */
  DefaultMQProducer open() throws BrokerException {
    RPCHook hook =
        options
            .credentials()
            .<RPCHook>map(
                keys ->
                    new AclClientRPCHook(
                        new SessionCredentials(keys.accessKey(), keys.secretKey())))
            .orElse(null);
    DefaultMQProducer client = new DefaultMQProducer(GROUP, hook, options.trace(), null);
    client.setNamesrvAddr(nameServers);
    client.setInstanceName(
        "brokerbench-%d-%d".formatted(open.size(), System.identityHashCode(this)));
    client.setSendMsgTimeout(options.sendTimeoutMillis());
    client.setMaxMessageSize(options.maxMessageBytes());
    client.setVipChannelEnabled(options.vip());
    client.setUseTLS(options.tls());
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
    if (options.direct()) {
      // The instance is found again by start(), so everything that names it must be set before.
      NettyClientConfig netty =
          MQClientManager.getInstance()
              .getOrCreateMQClientInstance(client, hook)
              .getNettyClientConfig();
      netty.setDisableNettyWorkerGroup(true);
      netty.setDisableCallbackExecutor(true);
    }
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

  @Override
  public void close() {
    open.forEach(DefaultMQProducer::shutdown);
    open.clear();
  }
}
