package io.brokerbench.mqtt;

import io.brokerbench.driver.Delivery;
import io.brokerbench.driver.FirstFailure;
import io.brokerbench.driver.Receiver;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** What one subscriber receives, and hands on once somebody wants it. Thread-safe. */
final class Subscriber implements Inbox {

  private final Map<String, Integer> queues = new HashMap<>();
  private final int qos;
  private final boolean mayComeAgain;
  private final LongAdder otherQos;
  private final LongAdder deliveries = new LongAdder();
  private final FirstFailure failure = new FirstFailure();
  private volatile @Nullable Receiver receiver;

  /**
   * A subscriber that listens to nothing yet.
   *
   * @param names of its topics
   * @param topics their numbers, from 0, in the same order
   * @param qos with which messages are to come
   * @param otherQos counts those that come with another
   */
  Subscriber(List<String> names, int[] topics, int qos, LongAdder otherQos) {
    for (int i = 0; i < topics.length; i++) {
      queues.put(names.get(i), topics[i]);
    }
    this.qos = qos;
    // With QoS 2 what comes again is a fault, whatever the broker says of it.
    this.mayComeAgain = qos < 2;
    this.otherQos = otherQos;
  }

  void begin(Receiver wanted) {
    receiver = wanted;
  }

  void end() {
    receiver = null;
  }

  /** How many messages it received. */
  long deliveries() {
    return deliveries.sum();
  }

  /** What escaped while it handed messages on; null if nothing did. */
  @Nullable Throwable failure() {
    return failure.get();
  }

  @Override
  public boolean takesTime() {
    return true;
  }

  /** Client libraries hide what is thrown here, or close the connection for it. */
  @Override
  public void arrived(String topic, byte[] body, int arrivedQos, boolean again) {
    try {
      deliver(topic, body, arrivedQos, again);
    } catch (RuntimeException | Error e) {
      failure.keep(e);
    }
  }

  private void deliver(String topic, byte[] body, int arrivedQos, boolean again) {
    Receiver current = receiver;
    Integer queue = queues.get(topic);
    if (current == null || queue == null) {
      return;
    }
    deliveries.increment();
    if (arrivedQos != qos) {
      otherQos.increment();
    }
    boolean unused =
        current.receive(
            new Delivery(
                body, queue, Delivery.NOT_TOLD, Delivery.NOT_TOLD, again && mayComeAgain ? 1 : 0));
  }
}
