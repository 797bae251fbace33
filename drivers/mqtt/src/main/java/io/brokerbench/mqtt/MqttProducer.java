package io.brokerbench.mqtt;

import io.brokerbench.driver.Answer;
import io.brokerbench.driver.Completion;
import io.brokerbench.driver.Outgoing;
import io.brokerbench.driver.Producer;
import io.brokerbench.record.Outcome;
import java.util.List;

/** Hands a sender's messages to its publishers in turn. For one thread. */
final class MqttProducer implements Producer {

  /** A connection and the topic that it publishes to next. */
  record Publisher(Client client, List<String> topics) {}

  private final List<Publisher> publishers;
  private final int sendTimeoutMillis;
  private int turn;
  private long round;

  /**
   * Of one sender.
   *
   * @param sendTimeoutMillis how long it waits for each answer; 0 for not at all
   */
  MqttProducer(List<Publisher> publishers, int sendTimeoutMillis) {
    this.publishers = publishers;
    this.sendTimeoutMillis = sendTimeoutMillis;
  }

  @Override
  public void send(Outgoing[] batch, Completion completion) {
    Outgoing message = batch[0];
    // Messages of a stream always go the same way.
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
    Answer answer = new Answer(completion);
    publisher.client().publish(topic, message.body, answer);
    if (!answer.await(sendTimeoutMillis)) {
      answer.complete(Outcome.UNKNOWN, Outcomes.TIME_OUT);
    }
  }

  /** Its connections go with the session. */
  @Override
  public void close() {}
}
