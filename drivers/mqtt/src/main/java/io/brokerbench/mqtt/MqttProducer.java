package io.brokerbench.mqtt;

import io.brokerbench.driver.BlockingCompletion;
import io.brokerbench.driver.Completion;
import io.brokerbench.driver.Outgoing;
import io.brokerbench.driver.Producer;
import io.brokerbench.mqtt.connect.ConnectionPlan.Publisher;
import io.brokerbench.mqtt.connect.Outcomes;
import io.brokerbench.record.SendOutcome;
import java.util.List;

/** Sends the messages of one sender through its publishers in turn. Not thread-safe. */
final class MqttProducer implements Producer {

  private final List<Publisher> publishers;
  private final int sendTimeoutMillis;
  private int turn;
  private long round;

  /**
   * @param sendTimeoutMillis time limit of the wait for each answer; 0 for no wait
   */
  MqttProducer(List<Publisher> publishers, int sendTimeoutMillis) {
    this.publishers = publishers;
    this.sendTimeoutMillis = sendTimeoutMillis;
  }

  @Override
  public void send(Outgoing[] batch, Completion completion) {
    Outgoing message = batch[0];
    // Messages of a shard always use the same publisher and topic.
    int place = message.shard >= 0 ? message.shard % publishers.size() : turn;
    Publisher publisher = publishers.get(place);
    List<String> topics = publisher.topics();
    String topic =
        topics.get(
            (int)
                ((message.shard >= 0 ? message.shard / publishers.size() : round) % topics.size()));
    if (message.shard < 0 && ++turn == publishers.size()) {
      turn = 0;
      round++;
    }
    if (sendTimeoutMillis == 0) {
      publisher.client().publish(topic, message.body, completion);
      return;
    }
    BlockingCompletion answer = new BlockingCompletion(completion);
    publisher.client().publish(topic, message.body, answer);
    if (!answer.await(sendTimeoutMillis)) {
      answer.complete(SendOutcome.UNKNOWN, Outcomes.TIME_OUT);
    }
  }
}
