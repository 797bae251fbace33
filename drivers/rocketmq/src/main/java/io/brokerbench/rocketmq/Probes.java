package io.brokerbench.rocketmq;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Node;
import io.brokerbench.driver.Outgoing;
import io.brokerbench.driver.Producer;
import io.brokerbench.driver.TransactionHandler;
import io.brokerbench.record.Resolution;
import io.brokerbench.record.SendOutcome;
import io.brokerbench.rocketmq.connect.Await;
import io.brokerbench.rocketmq.connect.Failure;
import io.brokerbench.rocketmq.connect.RocketMqMessages;
import io.brokerbench.rocketmq.connect.RocketMqOptions;
import io.brokerbench.rocketmq.inspect.Admin;
import io.brokerbench.rocketmq.inspect.BrokerClocks;
import io.brokerbench.rocketmq.inspect.TopicCounts;
import io.brokerbench.units.Text;
import java.util.Collection;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.rocketmq.client.exception.MQBrokerException;
import org.apache.rocketmq.client.exception.MQClientException;
import org.apache.rocketmq.client.producer.DefaultMQProducer;
import org.apache.rocketmq.client.producer.SendResult;
import org.apache.rocketmq.client.producer.SendStatus;
import org.apache.rocketmq.common.message.Message;
import org.apache.rocketmq.common.message.MessageDecoder;
import org.apache.rocketmq.common.message.MessageId;
import org.apache.rocketmq.common.message.MessageQueue;
import org.apache.rocketmq.remoting.exception.RemotingException;

/** Probe messages that verify the behavior of the cluster before the run. Not thread-safe. */
record Probes(RocketMqOptions options, Await patience) {

  /** How long an acknowledgement that must not arrive is awaited. */
  private static final int PROOF_MILLIS = 1_500;

  /** Kinds of failures of a message that is too large, by the broker, the proxy or the client. */
  private static final Set<String> TOO_LARGE =
      Set.of(
          "MESSAGE_ILLEGAL",
          "MESSAGE_BODY_TOO_LARGE",
          "MESSAGE_PROPERTIES_TOO_LARGE",
          Failure.ILLEGAL_MESSAGE);

  private static final byte[] PROBE = new byte[] {'p', 'r', 'o', 'b', 'e'};
  private static final int CLOCK_READINGS = 40;

  /** A time that is over by any clock: brokers deliver the message at once. */
  private static final long OVER_MILLIS = 1;

  /** Ends the transactions of probe messages, of which nothing stays in the topic. */
  static final TransactionHandler ROLLBACK =
      new TransactionHandler() {
        @Override
        public Resolution execute(byte[] body) {
          return Resolution.ROLLBACK;
        }

        @Override
        public Resolution check(byte[] body, int number) {
          return Resolution.ROLLBACK;
        }
      };

  void awaitAcked(String otherwise, DefaultMQProducer client, MessageQueue queue)
      throws BrokerException, InterruptedException {
    patience.await(
        otherwise, () -> send(client, queue, options.sendTimeoutMillis()) == SendOutcome.ACKED);
  }

  /**
   * Waits until a probe message sent to a topic through a proxy is acknowledged. It has the type of
   * the run's messages, because proxies refuse any other.
   */
  void awaitAcked(String otherwise, Producer producer, String topic)
      throws BrokerException, InterruptedException {
    Outgoing probe = probe(topic);
    if (options.message().shards() > 0) {
      probe.shard = 0;
    }
    if (options.message().deliversLater()) {
      probe.deliverAtMillis = OVER_MILLIS;
    }
    AtomicReference<SendOutcome> last = new AtomicReference<>(SendOutcome.UNKNOWN);
    patience.await(
        otherwise,
        () -> {
          producer.send(
              new Outgoing[] {probe},
              (outcome, kind) -> {
                patience.problem(kind);
                refuse(topic, kind, kind);
                last.set(outcome);
              });
          return last.get() == SendOutcome.ACKED;
        });
  }

  /** Outcome of a probe message: ACKED only with send status SEND_OK. */
  private SendOutcome send(DefaultMQProducer client, MessageQueue queue, int timeoutMillis)
      throws InterruptedException {
    try {
      SendStatus status =
          client.send(message(queue.getTopic()), queue, timeoutMillis).getSendStatus();
      patience.problem(status.name());
      return status == SendStatus.SEND_OK ? SendOutcome.ACKED : SendOutcome.UNKNOWN;
    } catch (RemotingException | MQBrokerException | MQClientException e) {
      Failure failure = Failure.of(e);
      refuse(queue.getTopic(), failure.kind(), Failure.text(e));
      patience.problem(failure.kind() + ": " + Failure.text(e));
      return failure.outcome();
    }
  }

  private Outgoing probe(String topic) {
    Outgoing probe = Outgoing.probe(options.message());
    probe.topic = options.topics().indexOf(topic);
    return probe;
  }

  /** A message like those of the run, but without a delay. */
  private Message message(String topic) {
    return new RocketMqMessages(options.topics(), 0).of(probe(topic));
  }

  /** Ends the wait after a failure that no further attempt mends. */
  private void refuse(String topic, String kind, String reason) {
    if (kind.equals(Failure.NO_PERMISSION)) {
      patience.refuse(Text.of("the topic %s accepts no message: %s", topic, reason));
    } else if (TOO_LARGE.contains(kind)) {
      patience.refuse(
          Text.of(
              "the topic %s accepts no message of %,d B: %s; check message.size and"
                  + " message.properties against the brokers' maxMessageSize",
              topic, options.message().maxBytes(), reason));
    }
  }

  void awaitReplicated(TopicCounts counting) throws BrokerException, InterruptedException {
    patience.await(
        "the slave did not replicate the probe message",
        () -> {
          long messages = counting.onMasters();
          return messages > 0 && counting.onAllSlaves().orElse(0) >= messages;
        });
  }

  /** Verifies that nothing is acknowledged while all slaves are paused, and again afterwards. */
  void prove(
      DefaultMQProducer client, MessageQueue queue, Collection<Node> slaves, TopicCounts counting)
      throws BrokerException, InterruptedException {
    SendOutcome outcome;
    for (Node slave : slaves) {
      slave.pause();
    }
    try {
      outcome = send(client, queue, PROOF_MILLIS);
    } finally {
      for (Node slave : slaves) {
        slave.resume();
      }
    }
    if (outcome == SendOutcome.REJECTED) {
      throw new BrokerException(
          "the test of synchronous replication failed: " + patience.lastProblem());
    }
    if (outcome == SendOutcome.ACKED) {
      throw new BrokerException(
          "replication is not synchronous: a message was acknowledged while the slave was stopped;"
              + " this release cannot be measured with cluster.replication=sync");
    }
    awaitAcked("the slave did not come back after it was stopped", client, queue);
    awaitReplicated(counting);
  }

  /** Reads a master's wall clock: the store timestamps of probe messages. */
  void readClock(
      DefaultMQProducer client, Admin admin, MessageQueue queue, String master, BrokerClocks clocks)
      throws BrokerException, InterruptedException {
    for (int i = 0; i < CLOCK_READINGS; i++) {
      try {
        long before = clocks.local().nanoTime();
        SendResult result =
            client.send(new Message(queue.getTopic(), PROBE), queue, options.sendTimeoutMillis());
        long after = clocks.local().nanoTime();
        MessageId id = MessageDecoder.decodeMessageId(result.getOffsetMsgId());
        clocks.stored(master, before, admin.storedMillis(master, queue.getTopic(), id), after);
      } catch (RemotingException
          | MQBrokerException
          | MQClientException
          | java.net.UnknownHostException e) {
        throw new BrokerException("the broker's clock cannot be read: " + Failure.text(e), e);
      }
    }
  }
}
