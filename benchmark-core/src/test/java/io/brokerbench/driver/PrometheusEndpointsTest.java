package io.brokerbench.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class BrokerMetricsTest {

  @Test
  void aMetricIsTheSumOfItsLabels() {
    assertThat(
            BrokerMetrics.parse(
                """
                # TYPE rabbitmq_global_messages_routed_total counter
                rabbitmq_global_messages_routed_total{protocol="amqp091"} 1500
                rabbitmq_global_messages_routed_total{protocol="stream"} 5e2
                rabbitmq_queue_messages_ready 7
                rabbitmq_erlang_uptime_seconds 12.5
                rabbitmq_auth_attempts_total undefined
                erlang_vm_time 3
                """))
        .containsOnly(
            java.util.Map.entry("rabbitmq_global_messages_routed_total", 2000.0),
            java.util.Map.entry("rabbitmq_queue_messages_ready", 7.0),
            java.util.Map.entry("rabbitmq_erlang_uptime_seconds", 12.5));
  }
}
