package io.brokerbench.rocketmq;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.driver.FirstFailure;
import io.brokerbench.driver.Receiver;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.rocketmq.common.message.MessageExt;
import org.apache.rocketmq.common.message.MessageQueue;
import org.junit.jupiter.api.Test;

final class DeliveriesTest {

  /** Two queues of each topic and broker. */
  private final List<MessageQueue> queues =
      Stream.of("t-0", "t-1")
          .flatMap(topic -> Stream.of("a", "b").map(broker -> new MessageQueue(topic, broker, 0)))
          .flatMap(
              queue ->
                  Stream.of(queue, new MessageQueue(queue.getTopic(), queue.getBrokerName(), 1)))
          .toList();

  private final List<Integer> delivered = new ArrayList<>();

  private final Deliveries deliveries =
      new Deliveries(
          (body, queue, born, stored, attempt) -> delivered.add(queue), queues, new FirstFailure());

  private static MessageExt message(String topic, String broker, int queue) {
    MessageExt message = new MessageExt();
    message.setTopic(topic);
    message.setBrokerName(broker);
    message.setQueueId(queue);
    message.setBody(new byte[1]);
    return message;
  }

  @Test
  void theQueuesOfAllTopicsHaveDifferentNumbers() {
    assertThat(
            deliveries.deliver(
                queues.stream()
                    .map(
                        queue ->
                            message(queue.getTopic(), queue.getBrokerName(), queue.getQueueId()))
                    .toList()))
        .isEqualTo(8);
    assertThat(delivered).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
  }

  @Test
  void messagesThatArriveTogetherMayBeOfSeveralTopics() {
    int unused =
        deliveries.deliver(
            List.of(message("t-0", "a", 1), message("t-1", "a", 1), message("t-0", "a", 0)));
    assertThat(delivered).containsExactly(1, 5, 0);
  }

  /** With the number of another queue, its messages would seem out of order there. */
  @Test
  void aQueueThatCameLaterHasNoNumber() {
    int unused =
        deliveries.deliver(
            List.of(message("t-0", "a", 2), message("t-0", "c", 0), message("t-0", "a", 0)));
    assertThat(delivered).containsExactly(Receiver.UNKNOWN_QUEUE, Receiver.UNKNOWN_QUEUE, 0);
    assertThat(deliveries.fromNewQueues()).isEqualTo(2);
  }

  @Test
  void aQueueBelowTheOthersMayComeLaterToo() {
    Deliveries ofOneQueue =
        new Deliveries(
            (body, queue, born, stored, attempt) -> delivered.add(queue),
            List.of(new MessageQueue("t-0", "a", 1)),
            new FirstFailure());
    int unused = ofOneQueue.deliver(List.of(message("t-0", "a", 1), message("t-0", "a", 0)));
    assertThat(delivered).containsExactly(0, Receiver.UNKNOWN_QUEUE);
  }

  @Test
  void whatComesFromARetryTopicHasNoQueue() {
    MessageExt again = message("%RETRY%g", "a", 1);
    again.setReconsumeTimes(1);
    int unused = deliveries.deliver(List.of(message("t-1", "b", 1), again));
    assertThat(delivered).containsExactly(7, 0);
    assertThat(deliveries.fromNewQueues()).isZero();
  }
}
