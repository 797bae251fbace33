package io.brokerbench.rocketmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Seat;
import io.brokerbench.driver.created.CreatedObjects;
import io.brokerbench.measurement.Received;
import io.brokerbench.record.Receipts;
import io.brokerbench.rocketmq.connect.RocketMqConsumerOptions;
import io.brokerbench.rocketmq.inspect.LoopbackBroker;
import io.brokerbench.rocketmq.inspect.TopicCounts;
import io.brokerbench.testkit.StatedCluster;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.apache.rocketmq.common.message.MessageQueue;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.apache.rocketmq.remoting.protocol.RequestCode;
import org.apache.rocketmq.remoting.protocol.ResponseCode;
import org.apache.rocketmq.remoting.protocol.admin.TopicOffset;
import org.apache.rocketmq.remoting.protocol.admin.TopicStatsTable;
import org.apache.rocketmq.remoting.protocol.body.SubscriptionGroupWrapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Progress on a topic that has two queues at the start. */
final class GroupProgressTest {

  private static final String GROUP = "g";
  private static final String TOPIC = "t";
  private static final RocketMqConsumerOptions OPTIONS =
      FailingReceiverTest.options(RocketMqConsumerOptions.Model.CONCURRENT);

  /** Number of messages ever stored, by queue id. */
  private final Map<Integer, Long> stored = new ConcurrentHashMap<>(Map.of(0, 10L, 1, 20L));

  /** Offsets of the group, by queue id. */
  private final Map<Integer, Long> committed = new ConcurrentHashMap<>();

  private volatile boolean permitted = true;
  @RegisterExtension private final LoopbackBroker server = new LoopbackBroker(this::answer);

  GroupProgressTest() throws IOException {}

  private RemotingCommand answer(RemotingCommand request) {
    return switch (request.getCode()) {
      case RequestCode.GET_ALL_SUBSCRIPTIONGROUP_CONFIG ->
          LoopbackBroker.success(new SubscriptionGroupWrapper());
      case RequestCode.UPDATE_AND_CREATE_SUBSCRIPTIONGROUP -> success();
      case RequestCode.GET_TOPIC_STATS_INFO ->
          TOPIC.equals(field(request, "topic"))
              ? statistics()
              : failure(ResponseCode.TOPIC_NOT_EXIST);
      case RequestCode.GET_ALL_CONSUMER_OFFSET -> noOffsets();
      case RequestCode.UPDATE_CONSUMER_OFFSET -> {
        committed.put(queueId(request), Long.valueOf(field(request, "commitOffset")));
        yield success();
      }
      case RequestCode.QUERY_CONSUMER_OFFSET -> position(queueId(request));
      default -> LoopbackBroker.refusal();
    };
  }

  private static String field(RemotingCommand request, String name) {
    return request.getExtFields().getOrDefault(name, "");
  }

  private static int queueId(RemotingCommand request) {
    return Integer.parseInt(field(request, "queueId"));
  }

  private static RemotingCommand success() {
    return RemotingCommand.createResponseCommand(ResponseCode.SUCCESS, "");
  }

  private static RemotingCommand failure(int code) {
    return RemotingCommand.createResponseCommand(code, "as the test wants it");
  }

  private RemotingCommand statistics() {
    if (!permitted) {
      return failure(ResponseCode.NO_PERMISSION);
    }
    TopicStatsTable table = new TopicStatsTable();
    stored.forEach(
        (queue, messages) -> {
          TopicOffset offset = new TopicOffset();
          offset.setMaxOffset(messages);
          table.getOffsetTable().put(queue(queue), offset);
        });
    return LoopbackBroker.success(table);
  }

  private static RemotingCommand noOffsets() {
    RemotingCommand answer = success();
    answer.setBody("{\"offsetTable\":{}}".getBytes(StandardCharsets.UTF_8));
    return answer;
  }

  private RemotingCommand position(int queue) {
    Long offset = committed.get(queue);
    if (offset == null) {
      return failure(ResponseCode.QUERY_NOT_FOUND);
    }
    RemotingCommand answer = success();
    answer.addExtField("offset", offset.toString());
    return answer;
  }

  private static MessageQueue queue(int id) {
    return new MessageQueue(TOPIC, LoopbackBroker.NAME, id);
  }

  /** The group, which starts at the end of both queues. */
  private ConsumerGroup prepared() throws BrokerException {
    return ConsumerGroup.prepare(
        GROUP,
        OPTIONS,
        server.admin(),
        server.brokers(),
        IntStream.range(0, 2).mapToObj(GroupProgressTest::queue).toList(),
        CreatedObjects.of("rocketmq", new StatedCluster(server.address()), Seat.WHOLE, true),
        false);
  }

  /** Counts the messages that are stored from now on. */
  private TopicCounts counts() throws BrokerException {
    TopicCounts all = TopicCounts.ofTopics(List.of(TOPIC), server.admin(), server.brokers());
    return all.since(all.byMaster());
  }

  private void store(int queue, long messages) {
    stored.put(queue, stored.getOrDefault(queue, 0L) + messages);
  }

  private void storeAndConsume(int queue, long messages) {
    store(queue, messages);
    committed.put(queue, stored.getOrDefault(queue, 0L));
  }

  private static OptionalLong unconsumed(ConsumerGroup group, TopicCounts counts)
      throws BrokerException {
    return new Received.Group(
            GROUP,
            Receipts.Counts.NONE,
            null,
            null,
            0,
            OptionalLong.empty(),
            group.progress(),
            Map.of())
        .unconsumed(OptionalLong.of(counts.onMasters()));
  }

  @Test
  void queuesThatTheTopicGetsCountFromTheirFirstMessageOn() throws Exception {
    ConsumerGroup group = prepared();
    TopicCounts counts = counts();
    storeAndConsume(0, 3);
    storeAndConsume(1, 5);
    storeAndConsume(2, 7);
    assertThat(counts.onMasters()).isEqualTo(15);
    assertThat(counts.byAnsweringMaster()).isEqualTo(Map.of(LoopbackBroker.NAME, 15L));
    assertThat(group.progress()).hasValue(15);
    assertThat(unconsumed(group, counts)).hasValue(0);
    store(2, 1);
    store(3, 4);
    assertThat(group.progress()).as("without an offset in the last queue").hasValue(15);
    assertThat(unconsumed(group, counts)).hasValue(5);
  }

  /** Otherwise, losses would be taken for messages that the brokers still hold. */
  @Test
  void whatIsUnconsumedInAQueueThatTheTopicLosesIsNotHeldForTheGroup() throws Exception {
    ConsumerGroup group = prepared();
    TopicCounts counts = counts();
    storeAndConsume(0, 3);
    storeAndConsume(1, 5);
    store(1, 2);
    assertThat(unconsumed(group, counts)).hasValue(2);
    stored.remove(1);
    assertThat(group.progress()).hasValue(8);
    assertThat(unconsumed(group, counts)).hasValue(0);
  }

  @Test
  void anAccountThatMayNotReadTheQueuesLearnsOfNoNewOnes() throws Exception {
    ConsumerGroup group = prepared();
    storeAndConsume(0, 3);
    storeAndConsume(2, 7);
    TopicCounts counts = counts();
    permitted = false;
    assertThat(group.progress()).hasValue(3);
    assertThat(counts.byAnsweringMaster()).isEmpty();
  }

  @Test
  void withoutAnOffsetInAQueueOfTheStartItIsUnknown() throws Exception {
    ConsumerGroup group = prepared();
    committed.remove(1);
    assertThatThrownBy(group::progress).isInstanceOf(BrokerException.class);
  }

  @Test
  void aSessionThatJoinsTheRunDoesNotKnowWhereTheGroupBegan() throws Exception {
    ConsumerGroup prepared = prepared();
    ConsumerGroup joined =
        ConsumerGroup.joined(GROUP, OPTIONS, server.admin(), server.brokers(), List.of(TOPIC));
    assertThat(prepared.progress()).hasValue(0);
    assertThat(joined.progress()).isEmpty();
  }
}
