package io.brokerbench.rocketmq;

import io.brokerbench.driver.FirstFailure;
import io.brokerbench.driver.Receiver;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import org.apache.rocketmq.common.MixAll;
import org.apache.rocketmq.common.message.MessageConst;
import org.apache.rocketmq.common.message.MessageExt;
import org.apache.rocketmq.common.message.MessageQueue;
import org.jspecify.annotations.Nullable;

/**
 * Passes messages to the receiver. Thread-safe if the receiver is.
 *
 * <p>The client treats an exception as "consume later", or lets its thread die, and reports
 * nothing; exceptions are kept here.
 */
final class Deliveries {

  private static final int[] NONE = {};

  private final Receiver receiver;
  private final FirstFailure failure;

  /** Indexes of the queues by topic, by broker, by queue id. */
  private final Map<String, Map<String, int[]>> indexes = new HashMap<>();

  private final LongAdder fromNewQueues = new LongAdder();

  /**
   * @param queues queues of all topics; a delivery names its queue by the index in this list, and
   *     one from a queue that a topic got later names none
   * @param failure keeps the first exception thrown by the receiver
   */
  Deliveries(Receiver receiver, List<MessageQueue> queues, FirstFailure failure) {
    this.receiver = receiver;
    this.failure = failure;
    for (int i = 0; i < queues.size(); i++) {
      MessageQueue queue = queues.get(i);
      Map<String, int[]> ofTopic =
          indexes.computeIfAbsent(queue.getTopic(), topic -> new HashMap<>());
      int[] ofBroker = ofTopic.getOrDefault(queue.getBrokerName(), NONE);
      int[] longer = Arrays.copyOf(ofBroker, Math.max(ofBroker.length, queue.getQueueId() + 1));
      Arrays.fill(longer, ofBroker.length, longer.length, Receiver.UNKNOWN_QUEUE);
      longer[queue.getQueueId()] = i;
      ofTopic.put(queue.getBrokerName(), longer);
    }
  }

  /**
   * Delivers messages that arrived together, up to the first one that is not consumed; returns the
   * number of those before it, which is none on an exception.
   */
  int deliver(List<MessageExt> messages) {
    try {
      return deliver(messages, receiver.together());
    } catch (RuntimeException | Error e) {
      failure.keep(e);
      return 0;
    }
  }

  private int deliver(List<MessageExt> messages, Receiver together) {
    int consumed = 0;
    @Nullable String topic = null;
    @Nullable String broker = null;
    int[] ofBroker = NONE;
    for (MessageExt message : messages) {
      // Messages of one call come from one queue, those of a poll from several.
      if (!Objects.equals(broker, message.getBrokerName())
          || !Objects.equals(topic, message.getTopic())) {
        topic = message.getTopic();
        broker = message.getBrokerName();
        ofBroker = indexes.getOrDefault(topic, Map.of()).getOrDefault(broker, NONE);
      }
      if (!together.receive(
          message.getBody(),
          queue(message, ofBroker),
          message.getBornTimestamp(),
          message.getStoreTimestamp(),
          message.getReconsumeTimes())) {
        break;
      }
      consumed++;
    }
    return consumed;
  }

  /** Deliveries from queues that the topics did not have at first. */
  long fromNewQueues() {
    return fromNewQueues.sum();
  }

  /** Reports that a delivering thread has failed. */
  void failed(Throwable cause) {
    failure.keep(cause);
  }

  /** Index of the message's queue; 0 for redeliveries from a retry topic, which do not have it. */
  private int queue(MessageExt message, int[] ofBroker) {
    boolean retried =
        message.getReconsumeTimes() > 0
            && (message.getProperty(MessageConst.PROPERTY_RETRY_TOPIC) != null
                || message.getTopic().startsWith(MixAll.RETRY_GROUP_TOPIC_PREFIX));
    if (retried) {
      return 0;
    }
    int id = message.getQueueId();
    int index = id < ofBroker.length ? ofBroker[id] : Receiver.UNKNOWN_QUEUE;
    if (index == Receiver.UNKNOWN_QUEUE) {
      fromNewQueues.increment();
    }
    return index;
  }
}
