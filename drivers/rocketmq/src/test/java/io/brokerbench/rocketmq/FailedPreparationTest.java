package io.brokerbench.rocketmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.NotPermittedException;
import io.brokerbench.driver.Seat;
import io.brokerbench.driver.created.CreatedObjects;
import io.brokerbench.rocketmq.connect.RocketMqConsumerOptions;
import io.brokerbench.rocketmq.inspect.LoopbackBroker;
import io.brokerbench.testkit.StatedCluster;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.rocketmq.common.message.MessageQueue;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.apache.rocketmq.remoting.protocol.RequestCode;
import org.apache.rocketmq.remoting.protocol.ResponseCode;
import org.apache.rocketmq.remoting.protocol.admin.TopicOffset;
import org.apache.rocketmq.remoting.protocol.admin.TopicStatsTable;
import org.apache.rocketmq.remoting.protocol.body.SubscriptionGroupWrapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A group on an external cluster whose preparation fails after its creation on a broker. */
final class FailedPreparationTest {

  private static final MessageQueue QUEUE = new MessageQueue("t", LoopbackBroker.NAME, 0);
  private static final String SECOND = "second";

  private final Thread preparing = Thread.currentThread();
  private final List<String> changes = new CopyOnWriteArrayList<>();

  @RegisterExtension
  private final LoopbackBroker server =
      new LoopbackBroker(request -> answer(LoopbackBroker.NAME, request));

  @RegisterExtension
  private final LoopbackBroker second = new LoopbackBroker(request -> answer(SECOND, request));

  FailedPreparationTest() throws IOException {}

  private RemotingCommand answer(String broker, RemotingCommand request) {
    return switch (request.getCode()) {
      case RequestCode.GET_ALL_SUBSCRIPTIONGROUP_CONFIG ->
          LoopbackBroker.success(new SubscriptionGroupWrapper());
      case RequestCode.UPDATE_AND_CREATE_SUBSCRIPTIONGROUP -> {
        changes.add("create on " + broker);
        yield broker.equals(SECOND) ? answer(ResponseCode.NO_PERMISSION) : success();
      }
      case RequestCode.DELETE_SUBSCRIPTIONGROUP -> {
        changes.add("delete on " + broker);
        yield success();
      }
      case RequestCode.GET_TOPIC_STATS_INFO -> statistics();
      case RequestCode.GET_ALL_CONSUMER_OFFSET -> {
        RemotingCommand answer = success();
        answer.setBody("{\"offsetTable\":{}}".getBytes(StandardCharsets.UTF_8));
        yield answer;
      }
      case RequestCode.UPDATE_CONSUMER_OFFSET -> {
        preparing.interrupt();
        yield LoopbackBroker.refusal();
      }
      default -> LoopbackBroker.refusal();
    };
  }

  private static RemotingCommand success() {
    return answer(ResponseCode.SUCCESS);
  }

  private static RemotingCommand answer(int code) {
    return RemotingCommand.createResponseCommand(code, "as the test wants it");
  }

  private static RemotingCommand statistics() {
    TopicStatsTable table = new TopicStatsTable();
    table.getOffsetTable().put(QUEUE, new TopicOffset());
    return LoopbackBroker.success(table);
  }

  private ConsumerGroup prepared(List<MessageQueue> queues) throws BrokerException {
    return ConsumerGroup.prepare(
        "g",
        FailingReceiverTest.options(RocketMqConsumerOptions.Model.CONCURRENT),
        server.admin(),
        server.brokers(),
        queues,
        CreatedObjects.of("rocketmq", new StatedCluster(server.address()), Seat.WHOLE, true),
        false);
  }

  @Test
  void aGroupThatAnotherBrokerRefusesIsDeletedWhereItIs() {
    server.join(SECOND, second.address());
    assertThatThrownBy(() -> prepared(List.of())).isInstanceOf(NotPermittedException.class);
    assertThat(changes)
        .containsExactly(
            "create on " + LoopbackBroker.NAME,
            "create on " + SECOND,
            "delete on " + LoopbackBroker.NAME);
  }

  @Test
  void anInterruptDoesNotEndTheDeletion() {
    assertThatThrownBy(() -> prepared(List.of(QUEUE))).isInstanceOf(BrokerException.class);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(changes)
        .containsExactly("create on " + LoopbackBroker.NAME, "delete on " + LoopbackBroker.NAME);
  }
}
