package io.brokerbench.sample;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.clock.ManualClock;
import io.brokerbench.sample.HostProcessors.Times;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import oshi.hardware.CentralProcessor.TickType;

final class HostProcessorsTest {

  private static final long SECOND = 1_000_000_000;
  private static final long MILLI = 1_000_000;

  private final ManualClock clock = new ManualClock(77);
  private final long[] ticks = new long[TickType.values().length];
  private final HostProcessors processors;

  HostProcessorsTest() {
    Arrays.fill(ticks, 123_456);
    processors = new HostProcessors(2, () -> ticks, clock);
  }

  private void passed(TickType type, long millis) {
    ticks[type.getIndex()] += millis;
  }

  @Test
  void whatIsNotIdleIsBusyWhetherItWasSeenAtWorkOrNot() {
    clock.advance(SECOND);
    passed(TickType.USER, 100);
    passed(TickType.IDLE, 1200);
    passed(TickType.IOWAIT, 200);
    passed(TickType.STEAL, 100);
    assertThat(processors.read())
        .isEqualTo(new Times(500 * MILLI, 200 * MILLI, 100 * MILLI, 2 * SECOND));
  }

  @Test
  void ticksOfAMomentAgoAreReadWithTheTimeOfThatMoment() {
    clock.advance(SECOND);
    passed(TickType.IDLE, 1500);
    Times read = processors.read();
    clock.advance(SECOND / 4);
    assertThat(processors.read()).isEqualTo(read);
    clock.advance(SECOND * 3 / 4);
    passed(TickType.IDLE, 2000);
    assertThat(processors.read().busyNanos()).isEqualTo(500 * MILLI);
  }

  @Test
  void nothingEverFallsAndBusyIsPartOfAll() {
    clock.advance(SECOND);
    passed(TickType.IDLE, 1900);
    Times before = processors.read();
    clock.advance(10 * MILLI);
    passed(TickType.IDLE, 30);
    Times after = processors.read();
    assertThat(after.busyNanos()).isEqualTo(before.busyNanos());
    assertThat(after.totalNanos()).isEqualTo(2 * SECOND + 20 * MILLI);
    passed(TickType.IDLE, 1);
    passed(TickType.IOWAIT, 1950);
    assertThat(processors.read().totalNanos()).isEqualTo((100 + 1950) * MILLI);
  }

  @Test
  void whatCannotBeReadChangesNothing() {
    clock.advance(SECOND);
    passed(TickType.IDLE, 1900);
    Times before = processors.read();
    long[] kept = ticks.clone();
    Arrays.fill(ticks, 0);
    clock.advance(SECOND);
    assertThat(processors.read()).isEqualTo(before);
    System.arraycopy(kept, 0, ticks, 0, kept.length);
    passed(TickType.IDLE, 1900);
    assertThat(processors.read().busyNanos()).isEqualTo(200 * MILLI);
  }
}
