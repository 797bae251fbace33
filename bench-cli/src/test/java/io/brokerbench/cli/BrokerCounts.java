package io.brokerbench.cli;

import static org.awaitility.Awaitility.await;

import io.brokerbench.rocketmq.connect.ClientLogs;
import java.time.Duration;
import org.apache.rocketmq.client.impl.MQClientAPIImpl;
import org.apache.rocketmq.client.producer.DefaultMQProducer;
import org.apache.rocketmq.remoting.protocol.admin.TopicOffset;

/** What the only broker of a cluster of RocketMQ holds, by its own account. */
final class BrokerCounts implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final long ANSWER_MILLIS = 120_000;

  private final DefaultMQProducer client;
  private final String broker;

  /**
   * Connects, and waits until the broker is registered.
   *
   * @param nameServer its address
   * @param broker address of the broker
   */
  BrokerCounts(String nameServer, String broker) throws Exception {
    ClientLogs.quietRemoting();
    this.broker = broker;
    client = new DefaultMQProducer("brokerbench-counts");
    client.setNamesrvAddr(nameServer);
    client.start();
    await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(() -> !api().getBrokerClusterInfo(ANSWER_MILLIS).getBrokerAddrTable().isEmpty());
  }

  // Deprecated without a successor.
  @SuppressWarnings("deprecation")
  private MQClientAPIImpl api() {
    return client.getDefaultMQProducerImpl().getMqClientFactory().getMQClientAPIImpl();
  }

  /** Number of messages ever stored in a topic. */
  long messages(String topic) throws Exception {
    return api().getTopicStatsInfo(broker, topic, ANSWER_MILLIS).getOffsetTable().values().stream()
        .mapToLong(TopicOffset::getMaxOffset)
        .sum();
  }

  /** Waits until the name server does not know a topic any more. */
  void awaitGone(String topic) {
    await()
        .atMost(PATIENCE)
        .until(
            () -> !api().getTopicListFromNameServer(ANSWER_MILLIS).getTopicList().contains(topic));
  }

  @Override
  public void close() {
    client.shutdown();
  }
}
