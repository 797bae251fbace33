package io.brokerbench.rocketmq;

import java.util.Collection;
import java.util.Set;
import org.apache.rocketmq.client.exception.MQClientException;
import org.apache.rocketmq.common.message.MessageQueue;

/**
 * A client in the consumer group. Driven by one thread; {@link #rebalances()} may be asked by any.
 *
 * <p>All members join before the first begins, so that queues need not change hands at the start.
 */
interface Member extends AutoCloseable {

  /** By this name the brokers know it. */
  String id();

  /** Connects and becomes known to the brokers; consumes nothing yet. */
  void join() throws MQClientException;

  /** Whether brokers list it among the group's members. */
  default boolean listed() {
    return true;
  }

  /** Whether it knows the topics, so that beginning it gets all queues at once. */
  default boolean ready() {
    return true;
  }

  /**
   * Begins to consume.
   *
   * @param share the queues it is to have, if it has to be told
   */
  void begin(Collection<MessageQueue> share) throws MQClientException;

  /** The queues it has; one without a number stands for all of its broker. */
  Set<MessageQueue> queues();

  /** Has it look again who is to have which queue. */
  void rebalance();

  /** How often its queues changed so far. */
  long rebalances();

  /** Stops, with its progress told to the brokers. */
  @Override
  void close();
}
