package io.brokerbench.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.Channel;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.FirstFailure;
import io.brokerbench.rabbitmq.connect.Channels;
import io.brokerbench.rabbitmq.connect.DeliveryAttempts;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

final class RabbitMqSubscriptionTest {

  /** A node that gives channels again once both consumers have asked for theirs. */
  private final CyclicBarrier both = new CyclicBarrier(2);

  @Test
  void lostConsumersBeginAgainSideBySide() throws Exception {
    RabbitMqSubscription subscription = new RabbitMqSubscription();
    List<RabbitMqConsumer> lost = List.of(lost(this::again), lost(this::again));
    subscription.repair(lost);
    subscription.close();
    assertThat(lost).noneMatch(RabbitMqConsumer::isLost);
    assertThat(subscription.counts()).containsEntry("begunAgain", 2L);
  }

  /** Else it would consume while the run is audited. */
  @Test
  void aConsumerThatBeginsAgainDuringTheEndEndsToo() throws Exception {
    RabbitMqSubscription subscription = new RabbitMqSubscription();
    FakeChannel late = new FakeChannel();
    RabbitMqConsumer lost =
        lost(
            () -> {
              subscription.close();
              return late.channel();
            });
    subscription.repair(List.of(lost));
    assertThat(late.consumers).hasSize(1);
    assertThat(late.calls).endsWith("close");
  }

  /** A consumer that has lost its channel, and gets the next one from there. */
  private static RabbitMqConsumer lost(Channels next) throws Exception {
    Channel first = new FakeChannel().channel();
    RabbitMqConsumer member =
        new RabbitMqConsumer(
            TestOptions.of("driver=rabbitmq", "consume.threads=1"),
            () -> first.isOpen() ? first : next.channel(),
            List.of("q-1"),
            new int[] {0},
            (body, queue, born, stored, attempt) -> true,
            new DeliveryAttempts(),
            new FirstFailure());
    member.begin();
    first.abort();
    return member;
  }

  private Channel again() throws BrokerException {
    try {
      int unused = both.await(2, TimeUnit.MINUTES);
      return new FakeChannel().channel();
    } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
      throw new BrokerException("the other consumer does not begin", e);
    }
  }
}
