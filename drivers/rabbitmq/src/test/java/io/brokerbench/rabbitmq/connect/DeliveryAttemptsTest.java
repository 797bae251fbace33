package io.brokerbench.rabbitmq.connect;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.AMQP.BasicProperties;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class DeliveryAttemptsTest {

  private static final BasicProperties NONE = new BasicProperties.Builder().build();

  private final DeliveryAttempts attempts = new DeliveryAttempts();
  private final byte[] body = {1, 2, 3};

  @Test
  void areWhatWeGaveBackUnlessTheBrokerTells() {
    assertThat(attempts.of(false, NONE, body)).isZero();
    attempts.refused(body);
    attempts.refused(body);
    assertThat(attempts.of(true, NONE, body)).isEqualTo(2);
    BasicProperties output =
        new BasicProperties.Builder().headers(Map.of("x-delivery-count", 7L)).build();
    assertThat(attempts.of(true, output, body)).isEqualTo(7);
  }

  /** From 4.3 on, a lost connection counts, and what a consumer gives back does not. */
  @Test
  void areAtLeastWhatWeGaveBack() {
    BasicProperties once =
        new BasicProperties.Builder().headers(Map.of("x-delivery-count", 1L)).build();
    attempts.refused(body);
    assertThat(attempts.of(true, once, body)).isEqualTo(1);
    attempts.refused(body);
    assertThat(attempts.of(true, once, body)).isEqualTo(2);
  }

  @Test
  void areForgottenWithTheMessage() {
    attempts.refused(body);
    attempts.refused(body);
    attempts.consumed(true, body);
    assertThat(attempts.of(true, NONE, body)).isEqualTo(1);
  }
}
