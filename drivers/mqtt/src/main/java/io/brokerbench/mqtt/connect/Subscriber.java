package io.brokerbench.mqtt.connect;

import io.brokerbench.driver.FirstFailure;
import io.brokerbench.driver.Receiver;
import io.brokerbench.record.MessageHeader;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Passes the messages of one subscriber to the receiver, once there is one. Thread-safe. */
public final class Subscriber implements MessageListener {

  private final Function<String, @Nullable Integer> queues;
  private final int qos;
  private final LongAdder otherQos;
  private final LongAdder deliveries = new LongAdder();
  private final FirstFailure failure = new FirstFailure();
  private volatile @Nullable Receiver receiver;

  /**
   * Creates a subscriber without a receiver.
   *
   * @param queues the index of a topic, from 0, by the name under which its messages arrive; null
   *     for a topic of others
   * @param qos expected QoS of deliveries
   * @param otherQos counts deliveries of brokerbench's messages with another QoS
   */
  Subscriber(Function<String, @Nullable Integer> queues, int qos, LongAdder otherQos) {
    this.queues = queues;
    this.qos = qos;
    this.otherQos = otherQos;
  }

  public void begin(Receiver wanted) {
    receiver = wanted;
  }

  public void end() {
    receiver = null;
  }

  /** Number of messages received. */
  public long deliveries() {
    return deliveries.sum();
  }

  /** First exception thrown by the receiver; null if there is none. */
  public @Nullable Throwable failure() {
    return failure.get();
  }

  @Override
  public boolean takesTime() {
    return true;
  }

  /** Keeps exceptions: client libraries would hide them or close the connection. */
  @Override
  public void arrived(String topic, byte[] body, int arrivedQos, boolean again) {
    try {
      deliver(topic, body, arrivedQos, again);
    } catch (RuntimeException | Error e) {
      failure.keep(e);
    }
  }

  @Override
  public void acknowledged() {
    try {
      Receiver current = receiver;
      if (current != null) {
        current.settled(current.delivery());
      }
    } catch (RuntimeException | Error e) {
      failure.keep(e);
    }
  }

  private void deliver(String topic, byte[] body, int arrivedQos, boolean again) {
    Receiver current = receiver;
    Integer queue = queues.apply(topic);
    if (current == null || queue == null) {
      return;
    }
    deliveries.increment();
    // Other software publishes to the same topic with the QoS that it wants.
    if (arrivedQos != qos && MessageHeader.read(body).isPresent()) {
      otherQos.increment();
    }
    boolean unused =
        current.receive(body, queue, Receiver.UNKNOWN_TIME, Receiver.UNKNOWN_TIME, again ? 1 : 0);
  }
}
