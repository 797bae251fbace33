package io.brokerbench.mqtt.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.brokerbench.clock.ClockStamp;
import io.brokerbench.driver.Receiver;
import io.brokerbench.mqtt.MqttSubscription;
import io.brokerbench.record.MessageHeader;
import io.brokerbench.record.TransactionOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;

final class SubscriberTest {

  private final Subscriber subscriber = new Subscriber(Map.of("t/0", 0)::get, 1, new LongAdder());
  private final Subscriber other = new Subscriber(Map.of("t/1", 1)::get, 1, new LongAdder());
  private final MqttSubscription subscription =
      new MqttSubscription(List.of(), List.of(other, subscriber), false);

  /** Paho would close the connection and open it again; HiveMQ's client would log it nowhere. */
  @Test
  void whatTheReceiverThrowsIsKeptAndNotForTheClient() {
    subscriber.begin(
        (body, queue, born, stored, attempt) -> {
          throw new IllegalArgumentException("thrown by the test");
        });
    assertThatCode(() -> subscriber.arrived("t/0", new byte[50], 1, false))
        .doesNotThrowAnyException();
    assertThat(subscription.failure()).hasMessage("thrown by the test");
  }

  @Test
  void whatIsTakenIsNoFailure() {
    List<Integer> attempts = new ArrayList<>();
    subscriber.begin((body, queue, born, stored, attempt) -> attempts.add(attempt));
    subscriber.arrived("t/0", new byte[50], 1, true);
    assertThat(attempts).containsExactly(1);
    assertThat(subscription.failure()).isNull();
  }

  /** Such as a retained message: otherwise, it would be a fault with QoS 2. */
  @Test
  void whatMayHaveComeBeforeIsNoFirstAttemptWithAnyQos() {
    Subscriber exactlyOnce = new Subscriber(Map.of("t/0", 0)::get, 2, new LongAdder());
    List<Integer> attempts = new ArrayList<>();
    exactlyOnce.begin((body, queue, born, stored, attempt) -> attempts.add(attempt));
    exactlyOnce.arrived("t/0", new byte[50], 2, true);
    assertThat(attempts).containsExactly(1);
  }

  @Test
  void anotherQosIsCountedOfMessagesOfBrokerbench() {
    LongAdder otherQos = new LongAdder();
    Subscriber one = new Subscriber(Map.of("t/0", 0)::get, 1, otherQos);
    one.begin((body, queue, born, stored, attempt) -> true);
    byte[] own = new byte[MessageHeader.BYTES];
    new MessageHeader.Writer(1, 0, () -> new ClockStamp(1, 0, 0, 1))
        .write(own, 0, 0, TransactionOutcome.COMMITTED, MessageHeader.tailChecksum(own));
    one.arrived("t/0", new byte[50], 0, false);
    one.arrived("t/0", own, 1, false);
    assertThat(otherQos.sum()).isZero();
    one.arrived("t/0", own, 0, false);
    assertThat(otherQos.sum()).isEqualTo(1);
  }

  @Test
  void aMessageIsSettledWhenTheClientHasItsAcknowledgement() {
    List<Long> settled = new ArrayList<>();
    subscriber.begin(
        new Receiver() {
          @Override
          public boolean receive(
              byte[] body, int queue, long bornMillis, long storedMillis, int attempt) {
            return true;
          }

          @Override
          public long delivery() {
            return 7;
          }

          @Override
          public void settled(long delivery) {
            settled.add(delivery);
          }
        });
    subscriber.arrived("t/0", new byte[50], 1, false);
    assertThat(settled).isEmpty();
    subscriber.acknowledged();
    assertThat(settled).containsExactly(7L);
  }
}
