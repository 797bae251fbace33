package io.brokerbench.rocketmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Seat;
import io.brokerbench.driver.created.CreatedObjects;
import io.brokerbench.rocketmq.connect.RocketMqConsumerOptions;
import io.brokerbench.rocketmq.inspect.LoopbackBroker;
import io.brokerbench.rocketmq.inspect.TopicCounts;
import io.brokerbench.testkit.StatedCluster;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.rocketmq.common.message.MessageQueue;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.apache.rocketmq.remoting.protocol.RequestCode;
import org.apache.rocketmq.remoting.protocol.ResponseCode;
import org.apache.rocketmq.remoting.protocol.admin.TopicOffset;
import org.apache.rocketmq.remoting.protocol.admin.TopicStatsTable;
import org.apache.rocketmq.remoting.protocol.body.SubscriptionGroupWrapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A broker that joins the cluster after the start of a run, whose topic has a queue on each. */
final class JoinedBrokerTest {

  private static final String GROUP = "g";
  private static final String TOPIC = "t";
  private static final String LATE = "late";
  private static final RocketMqConsumerOptions OPTIONS =
      FailingReceiverTest.options(RocketMqConsumerOptions.Model.CONCURRENT);

  private final Queue first = new Queue(LoopbackBroker.NAME);
  private final Queue second = new Queue(LATE);
  @RegisterExtension private final LoopbackBroker server = new LoopbackBroker(first);
  @RegisterExtension private final LoopbackBroker late = new LoopbackBroker(second);

  JoinedBrokerTest() throws IOException {}

  /** The only queue of the topic on a broker, which answers with its messages. */
  private static final class Queue implements LoopbackBroker.Answers {

    private final String broker;
    private final AtomicLong stored = new AtomicLong();
    private final AtomicLong committed = new AtomicLong();
    private volatile boolean exists = true;
    private volatile boolean answers = true;

    Queue(String broker) {
      this.broker = broker;
    }

    void storeAndConsume(long messages) {
      committed.set(stored.addAndGet(messages));
    }

    @Override
    public RemotingCommand to(RemotingCommand request) {
      return switch (request.getCode()) {
        case RequestCode.GET_ALL_SUBSCRIPTIONGROUP_CONFIG ->
            LoopbackBroker.success(new SubscriptionGroupWrapper());
        case RequestCode.UPDATE_AND_CREATE_SUBSCRIPTIONGROUP, RequestCode.UPDATE_CONSUMER_OFFSET ->
            success();
        case RequestCode.GET_TOPIC_STATS_INFO ->
            !answers
                ? LoopbackBroker.refusal()
                : exists && TOPIC.equals(request.getExtFields().get("topic"))
                    ? statistics()
                    : RemotingCommand.createResponseCommand(
                        ResponseCode.TOPIC_NOT_EXIST, "no topic");
        case RequestCode.GET_ALL_CONSUMER_OFFSET -> {
          RemotingCommand answer = success();
          answer.setBody("{\"offsetTable\":{}}".getBytes(StandardCharsets.UTF_8));
          yield answer;
        }
        case RequestCode.QUERY_CONSUMER_OFFSET -> {
          RemotingCommand answer = success();
          answer.addExtField("offset", committed.toString());
          yield answer;
        }
        default -> LoopbackBroker.refusal();
      };
    }

    private static RemotingCommand success() {
      return RemotingCommand.createResponseCommand(ResponseCode.SUCCESS, "");
    }

    private RemotingCommand statistics() {
      TopicOffset offset = new TopicOffset();
      offset.setMaxOffset(stored.get());
      TopicStatsTable table = new TopicStatsTable();
      table.getOffsetTable().put(new MessageQueue(TOPIC, broker, 0), offset);
      return LoopbackBroker.success(table);
    }
  }

  /** Counts the messages that are stored from now on. */
  private TopicCounts counts() throws BrokerException {
    TopicCounts all = TopicCounts.ofTopics(List.of(TOPIC), server.admin(), server.brokers());
    return all.since(all.byMaster());
  }

  @Test
  void itsMessagesAreCountedAndNamed() throws Exception {
    first.storeAndConsume(20);
    TopicCounts counts = counts();
    server.join(LATE, late.address());
    first.storeAndConsume(3);
    second.storeAndConsume(7);
    assertThat(counts.byMaster()).isEqualTo(Map.of(LoopbackBroker.NAME, 3L, LATE, 7L));
    assertThat(counts.ofJoined(counts.byMaster())).containsExactly(Map.entry(LATE, 7L));
    assertThat(counts.onAllSlaves()).as("it has no slave").isEmpty();
  }

  @Test
  void theProgressOfGroupsIncludesThem() throws Exception {
    first.storeAndConsume(20);
    ConsumerGroup group =
        ConsumerGroup.prepare(
            GROUP,
            OPTIONS,
            server.admin(),
            server.brokers(),
            List.of(new MessageQueue(TOPIC, LoopbackBroker.NAME, 0)),
            CreatedObjects.of("rocketmq", new StatedCluster(server.address()), Seat.WHOLE, true),
            false);
    server.join(LATE, late.address());
    first.storeAndConsume(3);
    second.storeAndConsume(7);
    assertThat(group.progress()).hasValue(10);
  }

  @Test
  void ifItCannotBeAskedItIsNamed() throws Exception {
    TopicCounts counts = counts();
    server.join(LATE, late.address());
    second.answers = false;
    assertThatThrownBy(counts::onMasters)
        .isInstanceOf(BrokerException.class)
        .hasMessageStartingWith(
            "the broker late, which joined the cluster during the run, cannot be asked: ");
  }

  @Test
  void withoutTheTopicItIsNoPartOfTheRun() throws Exception {
    first.storeAndConsume(20);
    TopicCounts counts = counts();
    second.exists = false;
    server.join(LATE, late.address());
    first.storeAndConsume(3);
    assertThat(counts.byMaster()).isEqualTo(Map.of(LoopbackBroker.NAME, 3L));
    assertThat(counts.onAllSlaves()).hasValue(3);
  }
}
