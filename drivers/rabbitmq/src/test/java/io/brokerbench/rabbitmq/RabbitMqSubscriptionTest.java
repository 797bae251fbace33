package io.brokerbench.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.Channel;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.FirstFailure;
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
    List<RabbitMqConsumer> lost = List.of(lost(), lost());
    subscription.repair(lost);
    subscription.close();
    assertThat(lost).noneMatch(RabbitMqConsumer::isLost);
    assertThat(subscription.counts()).containsEntry("begunAgain", 2L);
  }

  private RabbitMqConsumer lost() throws Exception {
    Channel first = new FakeChannel().channel();
    RabbitMqConsumer member =
        new RabbitMqConsumer(
            TestOptions.of("driver=rabbitmq", "consume.threads=1"),
            () -> first.isOpen() ? first : again(),
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
