package io.brokerbench.rocketmq.receive;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.driver.FirstFailure;
import io.brokerbench.driver.Receiver;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
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

  @Test
  void whatComesFromARetryTopicHasNoQueue() {
    MessageExt again = message("%RETRY%g", "a", 1);
    again.setReconsumeTimes(1);
    int unused = deliveries.deliver(List.of(message("t-1", "b", 1), again));
    assertThat(delivered).containsExactly(7, 0);
  }

  /** Numbers the deliveries from 0, and notes which are settled together. */
  private static final class Numbering implements Receiver {

    private final List<Set<Long>> settled = new ArrayList<>();
    private long next;

    @Override
    public boolean receive(
        byte[] body, int queue, long bornMillis, long storedMillis, int attempt) {
      return true;
    }

    @Override
    public long delivery() {
      return next++;
    }

    @Override
    public void settled(long[] numbers, int count) {
      settled.add(LongStream.of(numbers).limit(count).boxed().collect(Collectors.toSet()));
    }
  }

  private static MessageExt at(long offset) {
    MessageExt message = message("t-0", "a", 0);
    message.setQueueOffset(offset);
    return message;
  }

  @Test
  void messagesAreSettledWhenTheOffsetOfTheirQueueHasPassedThem() {
    Numbering receiver = new Numbering();
    Deliveries offsets = new Deliveries(receiver, queues, new FirstFailure());
    MessageQueue queue = queues.get(0);
    MessageQueue other = queues.get(1);
    assertThat(offsets.deliver(List.of(at(5), at(6)), queue)).isEqualTo(2);
    assertThat(offsets.deliver(List.of(at(9)), queue)).isEqualTo(1);
    assertThat(offsets.deliver(List.of(at(7)), queue)).isEqualTo(1);
    offsets.passed(queue, 5);
    offsets.passed(other, 100);
    assertThat(receiver.settled).isEmpty();
    offsets.passed(queue, 8);
    offsets.passed(queue, 8);
    offsets.passed(queue, 10);
    offsets.passed(queue, 10);
    assertThat(receiver.settled).containsExactly(Set.of(0L, 1L, 3L), Set.of(2L));
  }

  @Test
  void messagesThatWaitForAnEarlierOneAreSettledWithIt() {
    Numbering receiver = new Numbering();
    Deliveries offsets = new Deliveries(receiver, queues, new FirstFailure());
    for (long offset = 0; offset < 100; offset++) {
      assertThat(offsets.deliver(List.of(at(offset)), queues.get(0))).isEqualTo(1);
      offsets.passed(queues.get(0), 0);
    }
    offsets.passed(queues.get(0), 100);
    assertThat(receiver.settled)
        .containsExactly(LongStream.range(0, 100).boxed().collect(Collectors.toSet()));
  }
}
