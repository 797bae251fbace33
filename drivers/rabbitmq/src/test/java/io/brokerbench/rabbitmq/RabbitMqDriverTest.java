package io.brokerbench.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class RabbitMqDriverTest {

  @Test
  void whatARunLeavesIsRecordedWithItsVirtualHost() throws Exception {
    RabbitMqDriver driver =
        new RabbitMqDriver(TestOptions.of("driver=rabbitmq", "rabbitmq.virtual-host=orders/eu"));
    assertThat(driver.scope()).isEqualTo("rabbitmq.virtual-host=orders/eu");
  }
}
