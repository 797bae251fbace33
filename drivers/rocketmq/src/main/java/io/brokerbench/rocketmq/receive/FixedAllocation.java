package io.brokerbench.rocketmq.receive;

import java.util.List;
import org.apache.rocketmq.client.consumer.AllocateMessageQueueStrategy;
import org.apache.rocketmq.client.consumer.rebalance.AllocateMessageQueueAveragely;
import org.apache.rocketmq.common.message.MessageQueue;

/**
 * Gives a client the same queues of a topic whatever other clients the group has; the group's retry
 * topic is dealt evenly.
 */
record FixedAllocation(String topic, List<MessageQueue> queues)
    implements AllocateMessageQueueStrategy {

  private static final AllocateMessageQueueStrategy EVENLY = new AllocateMessageQueueAveragely();

  @Override
  public List<MessageQueue> allocate(
      String group, String client, List<MessageQueue> all, List<String> clients) {
    return all.get(0).getTopic().equals(topic)
        ? all.stream().filter(queues::contains).toList()
        : EVENLY.allocate(group, client, all, clients);
  }

  @Override
  public String getName() {
    return "FIXED";
  }
}
