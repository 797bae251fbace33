package io.brokerbench.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.results.Metric;
import java.time.Duration;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ConnectionSettingsTest {

  private static final long MILLI = 1_000_000;

  @Test
  void clientsConnectAtTheRateAndOnceMoreWhenAllAreClosed() {
    ConnectionSettings settings =
        TestWorkload.of("connections.count=3", "connections.rate=10/s", "connections.hold=700ms")
            .connections();
    assertThat(LongStream.range(0, 7).map(settings::dueNanos))
        .containsExactly(
            0L, 100 * MILLI, 200 * MILLI, 1000 * MILLI, 1100 * MILLI, 1200 * MILLI, 2000 * MILLI);
  }

  @Test
  void thereAreNoneByDefault() {
    Workload workload = TestWorkload.of();
    assertThat(workload.connections().any()).isFalse();
    assertThat(workload.metrics()).doesNotContain(Metric.CONNECT, Metric.SUBSCRIBE);
  }

  @Test
  void onlyClientsThatSubscribeHaveATimeUntilThen() {
    assertThat(TestWorkload.of("connections.count=1", "connections.subscribe=false").metrics())
        .contains(Metric.CONNECT)
        .doesNotContain(Metric.SUBSCRIBE);
    assertThat(TestWorkload.of("connections.count=1").metrics()).contains(Metric.SUBSCRIBE);
  }

  @Test
  void aSmallerRunHasFewerClientsForTheSameTime() {
    ConnectionSettings settings =
        TestWorkload.of("connections.count=500", "connections.rate=50/s", "scale.clients=0.1")
            .connections();
    assertThat(settings)
        .isEqualTo(new ConnectionSettings(50, 50 * 0.1, true, Duration.ofSeconds(10)));
  }

  @ParameterizedTest
  @CsvSource({
    "connections.count=-1, connections.count must be a whole number from 0",
    "connections.count=100001, connections.count must be a whole number from 0",
    "connections.rate=0/s, connections.rate must be above 0/s and at most 10M/s",
    "connections.rate=closed, connections.rate",
    "connections.hold=0, connections.hold must be at least 1 ms",
    "connections.subscribe=maybe, connections.subscribe must be true or false",
    "require.connect-p99=1s, require.connect-p99 needs clients alongside the load",
  })
  void whatMakesNoSenseIsRefused(String assignment, String problem) {
    assertThatThrownBy(() -> TestWorkload.of(assignment)).hasMessageContaining(problem);
  }
}
