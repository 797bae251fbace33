package io.brokerbench.rocketmq.inspect;

import java.util.ArrayList;
import java.util.List;
import org.apache.rocketmq.common.message.MessageQueue;

/**
 * Destination of a session's messages.
 *
 * @param queues writable queues of all topics on all masters, topic by topic; empty without
 *     producers
 * @param readQueues readable queues of all topics, topic by topic; empty without consumers
 * @param topics which knows those that were created for the session
 */
public record Destination(
    Brokers brokers, List<MessageQueue> queues, List<MessageQueue> readQueues, RunTopics topics) {

  /**
   * Readable queues of one of several clients: every n-th of them, where n is the number of
   * clients.
   */
  public List<MessageQueue> share(int client, int clients) {
    List<MessageQueue> share = new ArrayList<>();
    for (int i = client; i < readQueues.size(); i += clients) {
      share.add(readQueues.get(i));
    }
    return share;
  }
}
