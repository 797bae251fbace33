package io.brokerbench.prometheus;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

final class MetricsTextTest {

  @Test
  void aMetricIsTheSumOfItsLabels() {
    assertThat(
            MetricsText.sums(
                """
                # TYPE rabbitmq_global_messages_routed_total counter
                rabbitmq_global_messages_routed_total{protocol="amqp091"} 1500
                rabbitmq_global_messages_routed_total{protocol="stream",note="a b} 7"} 5e2
                rabbitmq_queue_messages_ready 7
                rabbitmq_auth_attempts_total undefined
                latency_quantile NaN
                below_zero -2.5
                erlang:vm_time 3 1700000000000
                """))
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "rabbitmq_global_messages_routed_total", 2000.0,
                "rabbitmq_queue_messages_ready", 7.0,
                "below_zero", -2.5,
                "erlang:vm_time", 3.0));
  }

  @Test
  void labelsAreUnescaped() {
    assertThat(MetricsText.parse("a{path=\"C:\\\\x\",note=\"say \\\"b\\\", {c}\",} 1\n"))
        .containsExactly(
            new MetricSample("a", Map.of("path", "C:\\x", "note", "say \"b\", {c}"), 1));
  }
}
