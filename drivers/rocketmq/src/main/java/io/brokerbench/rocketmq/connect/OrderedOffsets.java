package io.brokerbench.rocketmq.connect;

import java.util.Set;
import org.apache.rocketmq.client.consumer.store.ReadOffsetType;
import org.apache.rocketmq.client.consumer.store.RemoteBrokerOffsetStore;
import org.apache.rocketmq.client.exception.MQBrokerException;
import org.apache.rocketmq.client.exception.MQClientException;
import org.apache.rocketmq.client.impl.factory.MQClientInstance;
import org.apache.rocketmq.common.message.MessageQueue;
import org.apache.rocketmq.remoting.exception.RemotingException;
import org.apache.rocketmq.remoting.exception.RemotingTimeoutException;

/**
 * Commits a consumer's offsets in order, so that the offset recorded by the broker after the
 * consumer is closed is the consumer's final one. Thread-safe.
 *
 * <p>The client's own store commits in two ways and waits for neither: in one-way requests, every
 * five seconds and on close, and within pull requests, which carry the offset at the time of the
 * request. A broker handles the two in different thread pools and keeps the offset that it handles
 * last, so a pull request that waits for a thread reverts later commits. Here, pull requests carry
 * no offset, and each commit is answered before the next one is sent.
 */
final class OrderedOffsets extends RemoteBrokerOffsetStore {

  private boolean silent;

  OrderedOffsets(MQClientInstance instance, String group) {
    super(instance, group);
  }

  /** Only pull requests read from memory alone; without an offset there, they carry none. */
  @Override
  public long readOffset(MessageQueue queue, ReadOffsetType type) {
    return type == ReadOffsetType.READ_FROM_MEMORY ? -1 : super.readOffset(queue, type);
  }

  @Override
  public synchronized void persistAll(Set<MessageQueue> queues) {
    silent = false;
    super.persistAll(queues);
  }

  @Override
  public synchronized void persist(MessageQueue queue) {
    silent = false;
    super.persist(queue);
  }

  /** Waits for the answer, unless the request for an earlier queue timed out. */
  @Override
  public synchronized void updateConsumeOffsetToBroker(
      MessageQueue queue, long offset, boolean oneWay)
      throws RemotingException, MQBrokerException, InterruptedException, MQClientException {
    try {
      super.updateConsumeOffsetToBroker(queue, offset, silent);
    } catch (RemotingTimeoutException e) {
      silent = true;
      throw e;
    }
  }
}
