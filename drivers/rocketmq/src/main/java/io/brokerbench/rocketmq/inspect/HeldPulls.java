package io.brokerbench.rocketmq.inspect;

import io.brokerbench.driver.BrokerException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import org.apache.rocketmq.client.exception.MQBrokerException;
import org.apache.rocketmq.client.exception.MQClientException;
import org.apache.rocketmq.client.producer.DefaultMQProducer;
import org.apache.rocketmq.common.message.Message;
import org.apache.rocketmq.common.message.MessageQueue;
import org.apache.rocketmq.remoting.exception.RemotingException;

/**
 * Pull requests that brokers hold until a message arrives, also after their consumer has gone. The
 * answer creates the consumer group again if it was deleted, unless the broker has {@code
 * autoCreateSubscriptionGroup=false} (PullRequestHoldService, SubscriptionGroupManager).
 */
public final class HeldPulls {

  /**
   * Time after which no request is held any longer: clients ask for 15 s, and brokers check every 5
   * s.
   */
  public static final Duration LONGEST = Duration.ofSeconds(21);

  /** Time for the answers to requests that {@link #answer} has woken. */
  public static final Duration WOKEN = Duration.ofSeconds(1);

  private static final byte[] BODY = {0};

  private HeldPulls() {}

  /**
   * Makes brokers answer the requests for a topic, by a message to each of its queues.
   *
   * @return whether all queues took it
   */
  public static boolean answer(DefaultMQProducer client, String topic) {
    try {
      for (MessageQueue queue : client.fetchPublishMessageQueues(topic)) {
        client.send(new Message(topic, BODY), queue);
      }
      return true;
    } catch (MQClientException | RemotingException | MQBrokerException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /**
   * Waits until all requests of deleted groups are answered, and deletes the groups that came back.
   *
   * @param masters addresses of the masters
   * @param patience {@link #LONGEST} or, if all requests were woken, {@link #WOKEN}
   */
  public static void outlast(
      Admin admin, List<String> groups, Collection<String> masters, Duration patience)
      throws BrokerException, InterruptedException {
    Thread.sleep(patience.toMillis());
    for (String name : groups) {
      GroupAdmin group = new GroupAdmin(admin, name);
      for (String master : masters) {
        if (group.exists(master)) {
          group.delete(master);
        }
      }
    }
  }
}
