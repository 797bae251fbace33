package io.brokerbench.rocketmq.inspect;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.rocketmq.common.message.MessageQueue;

/**
 * Destination of a session's messages.
 *
 * @param queues writable queues of the topic on all masters; empty without producers
 * @param readQueues readable queues of the topic; empty without consumers
 * @param createdTopic the topic if it was created for the session, which then deletes it
 */
public record Destination(
    Brokers brokers,
    List<MessageQueue> queues,
    List<MessageQueue> readQueues,
    Optional<RunTopic> createdTopic) {

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
