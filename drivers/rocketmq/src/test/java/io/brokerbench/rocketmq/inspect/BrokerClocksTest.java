package io.brokerbench.rocketmq.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.clock.Clock;
import io.brokerbench.clock.ClockOffset;
import io.brokerbench.clock.ClockStamp;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.NotPermittedException;
import io.brokerbench.units.Text;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class BrokerClocksTest {

  private static final long MILLI = 1_000_000;
  private static final long SECOND = 1_000_000_000;

  /** Only the test moves it. */
  private static final class TestClock implements Clock {
    private long nanos = 5_000 * SECOND;

    @Override
    public long nanoTime() {
      return nanos;
    }

    @Override
    public void park(long parkNanos) {
      nanos += parkNanos;
    }

    @Override
    public void spin() {
      nanos++;
    }

    @Override
    public Instant now() {
      return Instant.EPOCH.plusNanos(nanos);
    }
  }

  private final TestClock local = new TestClock();

  /** The figures of a broker that was started at second 1 of its own clock. */
  private Map<String, String> figures(long aheadNanos) {
    long seconds = (local.nanos + aheadNanos) / SECOND - 1;
    return Map.of(
        "bootTimestamp",
        "1000",
        "runtime",
        Text.of(
            "[ 0 days, %d hours, %d minutes, %d seconds ]",
            seconds / 3600, seconds / 60 % 60, seconds % 60));
  }

  @Test
  void theClockFollowsFromItsStartAndItsAge() {
    assertThat(
            BrokerClocks.wholeSecondMillis(
                Map.of(
                    "bootTimestamp",
                    "1700000000123",
                    "runtime",
                    "[ 1,234 days, 2 hours, 3 minutes, 4 seconds ]")))
        .hasValue(1700000000123L + ((1234L * 24 + 2) * 60 + 3) * 60_000 + 4_000);
    assertThat(BrokerClocks.wholeSecondMillis(Map.of("runtime", "unknown"))).isEmpty();
  }

  @Test
  void theOffsetIsThatOfAnyBroker() throws Exception {
    long ahead = 123 * MILLI;
    long behind = -2 * SECOND - 456 * MILLI;
    BrokerClocks clocks =
        new BrokerClocks(
            local,
            address -> {
              local.nanos += MILLI;
              return figures(address.equals("a") ? ahead : behind);
            });
    assertThat(clocks.offset()).isEqualTo(ClockOffset.UNKNOWN);
    clocks.poll(List.of("a", "b"));
    ClockOffset offset = clocks.offset();
    // Each is asked every 7 ms.
    assertThat(offset.highNanos()).isBetween(ahead, ahead + 10 * MILLI);
    assertThat(offset.lowNanos()).isBetween(behind - 10 * MILLI, behind);
  }

  @Test
  void aRequestThatIsDueNarrowsAnInterval() throws Exception {
    BrokerClocks clocks =
        new BrokerClocks(
            local,
            address -> {
              local.nanos += MILLI;
              return figures(300 * MILLI);
            });
    int requests = 0;
    for (long end = local.nanos + 20 * SECOND; local.nanos < end; requests++) {
      clocks.read("a");
      local.park(clocks.pauseNanos("a"));
    }
    assertThat(requests).isBetween(19, 22);
    assertThat(clocks.offset().errorNanos()).isLessThan(3 * MILLI);
    assertThat(Math.abs(clocks.offset().nanos() - 300 * MILLI))
        .isLessThanOrEqualTo(clocks.offset().errorNanos());
  }

  @Test
  void theStoreTimeOfAMessageIsAReading() {
    BrokerClocks clocks = new BrokerClocks(local, address -> Map.of());
    long stored = ClockStamp.wallMillis(local) + 700;
    clocks.stored("a", local.nanos, stored, local.nanos + MILLI);
    local.nanos += MILLI;
    assertThat(clocks.offset().nanos()).isBetween(699 * MILLI, 701 * MILLI);
    assertThat(clocks.offset().errorNanos()).isBetween(MILLI, 2 * MILLI);
  }

  @Test
  void brokersThatReportNoUptimeHaveNoClock() throws Exception {
    BrokerClocks clocks = new BrokerClocks(local, address -> Map.of("bootTimestamp", "1000"));
    clocks.poll(List.of("a"));
    assertThat(clocks.offset()).isEqualTo(ClockOffset.UNKNOWN);
    assertThat(clocks.pauseNanos("a")).isEqualTo(SECOND);
  }

  @Test
  void singleRequestsMayFailButNotAll() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    BrokerClocks clocks =
        new BrokerClocks(
            local,
            address -> {
              if (asked.getAndIncrement() % 2 == 0 || address.equals("dead")) {
                throw new BrokerException("closed");
              }
              return figures(0);
            });
    clocks.poll(List.of("dead", "a"));
    assertThat(clocks.offset().errorNanos()).isLessThan(20 * MILLI);

    BrokerClocks gone =
        new BrokerClocks(
            local,
            address -> {
              asked.getAndIncrement();
              local.nanos += 3 * SECOND;
              throw new BrokerException("gone");
            });
    asked.set(0);
    assertThatThrownBy(() -> gone.poll(List.of("a")))
        .isInstanceOf(BrokerException.class)
        .hasMessage("gone");
    assertThat(asked).hasValue(2);
  }

  @Test
  void anAccountThatMayNotReadIsRefusedAtOnce() {
    AtomicInteger asked = new AtomicInteger();
    BrokerClocks clocks =
        new BrokerClocks(
            local,
            address -> {
              asked.getAndIncrement();
              throw new NotPermittedException("no", new IllegalStateException());
            });
    assertThatThrownBy(() -> clocks.poll(List.of("a", "b")))
        .isInstanceOf(NotPermittedException.class);
    assertThat(asked).hasValue(1);
    assertThat(clocks.offset()).isEqualTo(ClockOffset.UNKNOWN);
  }
}
