package io.brokerbench.rocketmq;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.workload.ConsumptionSettings.From;
import java.util.Map;
import org.apache.rocketmq.common.message.MessageQueue;
import org.apache.rocketmq.remoting.protocol.admin.TopicOffset;
import org.junit.jupiter.api.Test;

final class ConsumerGroupTest {

  private static final Map<MessageQueue, TopicOffset> OFFSETS =
      Map.of(queue(0), offset(3, 17), queue(1), offset(5, 40), queue(2), offset(0, 0));

  private static MessageQueue queue(int id) {
    return new MessageQueue("t", "broker-a", id);
  }

  private static TopicOffset offset(long min, long max) {
    TopicOffset offset = new TopicOffset();
    offset.setMinOffset(min);
    offset.setMaxOffset(max);
    return offset;
  }

  @Test
  void aNewGroupStartsInEachQueueWhereItIsToldTo() {
    assertThat(ConsumerGroup.starts(From.LAST, OFFSETS, Map.of()))
        .isEqualTo(Map.of(queue(0), 17L, queue(1), 40L, queue(2), 0L));
    assertThat(ConsumerGroup.starts(From.FIRST, OFFSETS, Map.of()))
        .isEqualTo(Map.of(queue(0), 3L, queue(1), 5L, queue(2), 0L));
  }

  /** As after queues were added to the topic. */
  @Test
  void aGroupWithOffsetsOfSomeQueuesStartsInTheOthersToo() {
    assertThat(ConsumerGroup.starts(From.LAST, OFFSETS, Map.of(0, 12L, 2, 0L)))
        .isEqualTo(Map.of(queue(1), 40L));
    assertThat(ConsumerGroup.starts(From.LAST, OFFSETS, Map.of(0, 12L, 1, 40L, 2, 0L))).isEmpty();
  }
}
