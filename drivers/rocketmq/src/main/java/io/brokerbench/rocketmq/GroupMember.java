package io.brokerbench.rocketmq;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import org.apache.rocketmq.client.exception.MQClientException;
import org.apache.rocketmq.client.impl.factory.MQClientInstance;
import org.apache.rocketmq.common.message.MessageQueue;

/**
 * A client in a consumer group. Not thread-safe, except for {@link #rebalances()}.
 *
 * <p>All members join before the first one consumes, so that no rebalance follows the start.
 */
interface GroupMember extends AutoCloseable {

  /** The client's part that is shared by the members of this process, one for each client id. */
  MQClientInstance client();

  /** Client id, by which brokers identify the member. */
  default String id() {
    return client().getClientId();
  }

  /** Connects and registers with the brokers; consumes nothing yet. */
  void join() throws MQClientException;

  /** Whether brokers list this client among the members of the group. */
  default boolean listed() {
    return true;
  }

  /** Whether the client knows its topics, so that it receives all queues at once. */
  default boolean ready() {
    return true;
  }

  /**
   * Starts to consume.
   *
   * @param share queues of this member, used if queues are assigned explicitly
   */
  void begin(Collection<MessageQueue> share) throws MQClientException;

  /**
   * Queues of the topics assigned now; a queue without an id stands for all queues of its broker.
   */
  Set<MessageQueue> queues();

  /** Triggers a rebalance. */
  default void rebalance() {
    client().rebalanceImmediately();
  }

  /**
   * Versions of the subscriptions by topic, in milliseconds since the epoch; empty if requests
   * carry the subscription themselves. A broker refuses requests with a version that it does not
   * know.
   */
  default Map<String, Long> subscriptionVersions() {
    return Map.of();
  }

  /**
   * Sends a heartbeat with the subscriptions, unless a heartbeat is in progress.
   *
   * @return whether a heartbeat was sent, or none is needed
   */
  default boolean announce() {
    return true;
  }

  /** Number of changes of the assigned queues of a topic so far. */
  long rebalances();

  /** Commits the progress to the brokers and shuts down. */
  @Override
  void close();
}
