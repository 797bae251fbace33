package io.brokerbench.rocketmq;

import io.brokerbench.driver.Delivery;
import io.brokerbench.driver.FirstFailure;
import io.brokerbench.driver.Receiver;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.rocketmq.common.MixAll;
import org.apache.rocketmq.common.message.MessageConst;
import org.apache.rocketmq.common.message.MessageExt;
import org.apache.rocketmq.common.message.MessageQueue;

/**
 * Hands messages over to the receiver. Thread-safe if the receiver is.
 *
 * <p>The client takes an exception for "later", or lets its thread die, and reports nothing; here
 * it is kept.
 */
final class Deliveries {

  private final Receiver receiver;
  private final FirstFailure failure;
  private final Map<String, int[]> indexes = new HashMap<>();

  /**
   * @param queues of the topic; a delivery names its queue by the index here
   * @param failure keeps what escapes
   */
  Deliveries(Receiver receiver, List<MessageQueue> queues, FirstFailure failure) {
    this.receiver = receiver;
    this.failure = failure;
    for (int i = 0; i < queues.size(); i++) {
      MessageQueue queue = queues.get(i);
      int[] ofBroker = indexes.getOrDefault(queue.getBrokerName(), new int[0]);
      int[] longer =
          java.util.Arrays.copyOf(ofBroker, Math.max(ofBroker.length, queue.getQueueId() + 1));
      longer[queue.getQueueId()] = i;
      indexes.put(queue.getBrokerName(), longer);
    }
  }

  /** Whether the message is consumed; it is not if that fails. */
  boolean deliver(MessageExt message) {
    try {
      return receiver.receive(
          new Delivery(
              message.getBody(),
              queue(message),
              message.getBornTimestamp(),
              message.getStoreTimestamp(),
              message.getReconsumeTimes()));
    } catch (RuntimeException | Error e) {
      failure.keep(e);
      return false;
    }
  }

  /** A thread that delivers cannot go on. */
  void failed(Throwable cause) {
    failure.keep(cause);
  }

  /** 0 for what comes again from the group's own retry topic: its queue is forgotten there. */
  private int queue(MessageExt message) {
    int[] ofBroker = indexes.get(message.getBrokerName());
    int id = message.getQueueId();
    boolean retried =
        message.getProperty(MessageConst.PROPERTY_RETRY_TOPIC) != null
            || message.getTopic().startsWith(MixAll.RETRY_GROUP_TOPIC_PREFIX);
    return ofBroker == null || id >= ofBroker.length || retried ? 0 : ofBroker[id];
  }
}
