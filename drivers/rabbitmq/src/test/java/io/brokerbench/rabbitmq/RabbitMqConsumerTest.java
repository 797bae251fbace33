package io.brokerbench.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.AlreadyClosedException;
import com.rabbitmq.client.Envelope;
import com.rabbitmq.client.ShutdownSignalException;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.FirstFailure;
import io.brokerbench.driver.Receiver;
import io.brokerbench.rabbitmq.connect.DeliveryAttempts;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RabbitMqConsumerTest {

  private final FirstFailure failure = new FirstFailure();
  private final FakeChannel fake = new FakeChannel();

  private RabbitMqConsumer begun(Receiver receiver) throws Exception {
    RabbitMqConsumer member =
        new RabbitMqConsumer(
            TestOptions.of("driver=rabbitmq", "consume.threads=1", "rabbitmq.ack-every=2"),
            fake::channel,
            List.of("q-1"),
            new int[] {0},
            receiver,
            new DeliveryAttempts(),
            failure);
    member.begin();
    return member;
  }

  private void deliver(long tag) throws IOException {
    fake.consumers
        .get(0)
        .handleDelivery(
            "", new Envelope(tag, false, "", "q-1"), new BasicProperties(), new byte[50]);
  }

  /** Numbers the deliveries from 1, and refuses the second. */
  private final class Numbering implements Receiver {

    private final List<String> settled = new ArrayList<>();
    private long received;

    @Override
    public boolean receive(
        byte[] body, int queue, long bornMillis, long storedMillis, int attempt) {
      return ++received != 2;
    }

    @Override
    public long delivery() {
      return received;
    }

    @Override
    public void settled(long delivery) {
      settled(new long[] {delivery}, 1);
    }

    @Override
    public void settled(long[] deliveries, int count) {
      String call = fake.calls.get(fake.calls.size() - 1);
      settled.add(call + Arrays.toString(Arrays.copyOf(deliveries, count)));
    }
  }

  @Test
  void messagesAreSettledWhenTheChannelHasTheirAcknowledgementOrRefusal() throws Exception {
    Numbering receiver = new Numbering();
    RabbitMqConsumer member = begun(receiver);
    deliver(1);
    assertThat(receiver.settled).isEmpty();
    deliver(2);
    deliver(3);
    deliver(4);
    member.tick(Long.MAX_VALUE);
    assertThat(receiver.settled).containsExactly("basicNack[2]", "basicAck[1, 3]", "basicAck[4]");
    assertThat(failure.get()).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "load.threads=0, last, next",
    "load.threads=0, first, first",
    "load.threads=1, last, first",
  })
  void aStreamOfOthersIsConsumedFromItsEndUnlessItsFirstMessageIsWanted(
      String senders, String from, String offset) throws Exception {
    RabbitMqConsumer member =
        new RabbitMqConsumer(
            TestOptions.of(
                "driver=rabbitmq",
                "rabbitmq.queue-type=stream",
                "consume.threads=1",
                "consume.from=" + from,
                senders),
            fake::channel,
            List.of("q-1"),
            new int[] {0},
            (body, queue, born, stored, attempt) -> true,
            new DeliveryAttempts(),
            failure);
    member.begin();
    assertThat(fake.consumerArguments).containsExactly(Map.of("x-stream-offset", offset));
  }

  /** The client would close the channel, and it would be taken for a lost one and opened again. */
  @Test
  void whatTheReceiverThrowsIsKeptAndNotForTheClient() throws Exception {
    RabbitMqConsumer member =
        begun(
            (body, queue, born, stored, attempt) -> {
              throw new IllegalArgumentException("thrown by the test");
            });
    deliver(1);
    assertThat(failure.get()).hasMessage("thrown by the test");
    assertThat(fake.calls).doesNotContain("basicAck", "basicNack", "abort");
    assertThat(member.isLost()).isFalse();
  }

  @Test
  void aChannelThatIsLostIsNoFailureOfOurs() throws Exception {
    RabbitMqConsumer member = begun((body, queue, born, stored, attempt) -> true);
    fake.failing = "basicAck";
    fake.failure = new AlreadyClosedException(new ShutdownSignalException(true, false, null, null));
    deliver(1);
    deliver(2);
    deliver(3);
    deliver(4);
    member.tick(Long.MAX_VALUE);
    assertThat(fake.calls).contains("basicAck");
    assertThat(failure.get()).isNull();
  }

  @Test
  void anAcknowledgementThatFailsOtherwiseIsOne() throws Exception {
    RabbitMqConsumer member = begun((body, queue, born, stored, attempt) -> true);
    deliver(1);
    fake.failing = "basicAck";
    fake.failure = new IllegalArgumentException("thrown by the test");
    member.tick(Long.MAX_VALUE);
    assertThat(failure.get()).hasMessage("thrown by the test");
  }

  @Test
  void aChannelThatConsumesOnlySomeOfTheQueuesIsGivenUp() throws Exception {
    FakeChannel channel = new FakeChannel();
    channel.failing = "basicConsume";
    channel.failingCall = 2;
    RabbitMqConsumer member =
        new RabbitMqConsumer(
            TestOptions.of("driver=rabbitmq", "consume.threads=1"),
            channel::channel,
            List.of("q-1", "q-2"),
            new int[] {0, 1},
            (body, queue, born, stored, attempt) -> true,
            new DeliveryAttempts(),
            failure);
    assertThatThrownBy(member::begin)
        .isInstanceOf(BrokerException.class)
        .hasMessage("queues cannot be consumed: failed");
    assertThat(channel.calls).endsWith("basicConsume", "basicConsume", "abort");
  }
}
