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

  @Test
  void areForgottenWithTheMessage() {
    attempts.refused(body);
    attempts.refused(body);
    attempts.consumed(true, body);
    assertThat(attempts.of(true, NONE, body)).isEqualTo(1);
  }
}
