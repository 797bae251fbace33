package io.brokerbench.rocketmq.receive;

import io.brokerbench.driver.FirstFailure;
import io.brokerbench.driver.Receiver;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
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
 *
 * <p>Where a client moves an offset when messages were consumed or sent back, a message is settled
 * when the offset has passed it: later than its listener returned, if an earlier message of the
 * queue is being consumed.
 */
public final class Deliveries {

  private static final int[] NONE = {};

  private final Receiver receiver;
  private final FirstFailure failure;

  /** Indexes of the queues by topic, by broker, by queue id. */
  private final Map<String, Map<String, int[]>> indexes = new HashMap<>();

  /** Of the queues in which clients move offsets. */
  private final Map<MessageQueue, Unsettled> unsettled = new ConcurrentHashMap<>();

  /**
   * @param queues queues of all topics; a delivery names its queue by the index in this list
   * @param failure keeps the first exception thrown by the receiver
   */
  public Deliveries(Receiver receiver, List<MessageQueue> queues, FirstFailure failure) {
    this.receiver = receiver;
    this.failure = failure;
    for (int i = 0; i < queues.size(); i++) {
      MessageQueue queue = queues.get(i);
      Map<String, int[]> ofTopic =
          indexes.computeIfAbsent(queue.getTopic(), topic -> new HashMap<>());
      int[] ofBroker = ofTopic.getOrDefault(queue.getBrokerName(), NONE);
      int[] longer = Arrays.copyOf(ofBroker, Math.max(ofBroker.length, queue.getQueueId() + 1));
      longer[queue.getQueueId()] = i;
      ofTopic.put(queue.getBrokerName(), longer);
    }
  }

  /**
   * Delivers messages that arrived together, up to the first one that is not consumed; returns the
   * number of those before it, which is none on an exception.
   */
  int deliver(List<MessageExt> messages) {
    return tryDeliver(messages, null);
  }

  /**
   * The same for messages of one queue, in which the client moves an offset.
   *
   * @param queue as the client names it to its offset store
   */
  int deliver(List<MessageExt> messages, MessageQueue queue) {
    return tryDeliver(messages, unsettled.computeIfAbsent(queue, first -> new Unsettled()));
  }

  private int tryDeliver(List<MessageExt> messages, @Nullable Unsettled ofQueue) {
    try {
      return deliver(messages, receiver.together(), ofQueue);
    } catch (RuntimeException | Error e) {
      failure.keep(e);
      return 0;
    }
  }

  /** Settles the messages of a queue before an offset, which the client has reached. */
  void passed(MessageQueue queue, long offset) {
    Unsettled ofQueue = unsettled.get(queue);
    try {
      if (ofQueue != null) {
        ofQueue.settle(offset, receiver);
      }
    } catch (RuntimeException | Error e) {
      failure.keep(e);
    }
  }

  private int deliver(List<MessageExt> messages, Receiver together, @Nullable Unsettled ofQueue) {
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
      boolean isConsumed =
          together.receive(
              message.getBody(),
              queue(message, ofBroker),
              message.getBornTimestamp(),
              message.getStoreTimestamp(),
              message.getReconsumeTimes());
      long delivery = together.delivery();
      if (ofQueue != null && delivery != Receiver.UNTIMED) {
        ofQueue.add(message.getQueueOffset(), delivery);
      }
      if (!isConsumed) {
        break;
      }
      consumed++;
    }
    return consumed;
  }

  /** Reports that a delivering thread has failed. */
  void failed(Throwable cause) {
    failure.keep(cause);
  }

  /** Index of the message's queue; 0 for redeliveries from a retry topic, which do not have it. */
  private static int queue(MessageExt message, int[] ofBroker) {
    int id = message.getQueueId();
    boolean retried =
        message.getReconsumeTimes() > 0
            && (message.getProperty(MessageConst.PROPERTY_RETRY_TOPIC) != null
                || message.getTopic().startsWith(MixAll.RETRY_GROUP_TOPIC_PREFIX));
    return id >= ofBroker.length || retried ? 0 : ofBroker[id];
  }

  /** Messages of one queue that its offset has not passed. Thread-safe. */
  private static final class Unsettled {

    private static final int FIRST_SIZE = 8;

    private long[] offsets = new long[FIRST_SIZE];
    private long[] deliveries = new long[FIRST_SIZE];
    private int count;
    private long lowest = Long.MAX_VALUE;

    synchronized void add(long offset, long delivery) {
      if (count == offsets.length) {
        offsets = Arrays.copyOf(offsets, 2 * count);
        deliveries = Arrays.copyOf(deliveries, 2 * count);
      }
      offsets[count] = offset;
      deliveries[count] = delivery;
      count++;
      lowest = Math.min(lowest, offset);
    }

    synchronized void settle(long toOffset, Receiver receiver) {
      if (toOffset <= lowest) {
        return;
      }
      int settled = 0;
      long lowestLeft = Long.MAX_VALUE;
      for (int i = 0; i < count; i++) {
        if (offsets[i] < toOffset) {
          long delivery = deliveries[i];
          offsets[i] = offsets[settled];
          deliveries[i] = deliveries[settled];
          deliveries[settled] = delivery;
          settled++;
        } else {
          lowestLeft = Math.min(lowestLeft, offsets[i]);
        }
      }
      receiver.settled(deliveries, settled);
      count -= settled;
      System.arraycopy(offsets, settled, offsets, 0, count);
      System.arraycopy(deliveries, settled, deliveries, 0, count);
      lowest = lowestLeft;
    }
  }
}
