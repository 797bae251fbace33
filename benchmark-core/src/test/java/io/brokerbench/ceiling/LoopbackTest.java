package io.brokerbench.ceiling;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.ceiling.Ceilings.Bandwidth;
import io.brokerbench.ceiling.LoopbackCeilings.Loopback;
import io.brokerbench.clock.Clock;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class LoopbackTest {

  private static final long SHORT = TimeUnit.MILLISECONDS.toNanos(20);

  @Test
  void aRoundTripTakesTime() throws IOException {
    CeilingLatency latency = new LoopbackCeilings(Clock.system(), SHORT).roundTrip();
    assertThat(latency.count()).isPositive();
    assertThat(latency.p50Nanos()).isPositive();
    assertThat(latency.p99Nanos()).isGreaterThanOrEqualTo(latency.p50Nanos());
  }

  @Test
  void aStreamCarriesBytes() throws IOException {
    Bandwidth bandwidth = new LoopbackCeilings(Clock.system(), SHORT).stream();
    assertThat(bandwidth.bytes()).isPositive();
    assertThat(bandwidth.bytesPerSecond()).isPositive();
  }

  @Test
  void theFarEndIsClosedWhateverBecomesOfItsWork() throws IOException {
    try (Loopback loopback = Loopback.open()) {
      assertThat(loopback.near().getTcpNoDelay()).isTrue();
      assertThat(loopback.far().getTcpNoDelay()).isTrue();
      loopback.atFarEnd(
          end -> {
            throw new IOException("cannot");
          });
      assertThat(loopback.near().getInputStream().read()).isEqualTo(-1);
    }
  }
}
