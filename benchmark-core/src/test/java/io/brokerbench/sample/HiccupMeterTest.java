package io.brokerbench.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.brokerbench.clock.Clock;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

final class HiccupMeterTest {

  private static final long MILLI = 1_000_000;

  /** Wakes its sleeper in time a hundred times, then 200 ms late, then never more. */
  private static final class PausingClock implements Clock {
    final CountDownLatch done = new CountDownLatch(1);
    final CountDownLatch ended = new CountDownLatch(1);
    private final AtomicLong nanos = new AtomicLong();
    private int parks;

    @Override
    public long nanoTime() {
      return nanos.get();
    }

    @Override
    public void park(long parkNanos) {
      parks++;
      if (parks > 101) {
        done.countDown();
        awaitEnd();
      }
      nanos.addAndGet(parkNanos + (parks == 101 ? 200 * MILLI : 0));
    }

    private void awaitEnd() {
      try {
        ended.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    @Override
    public void spin() {}

    @Override
    public Instant now() {
      return Instant.EPOCH;
    }
  }

  @Test
  void aPauseCountsWithAllTheWakeUpsItSwallowed() throws InterruptedException {
    PausingClock clock = new PausingClock();
    try (HiccupMeter meter = new HiccupMeter(clock)) {
      clock.done.await();
      Histogram hiccups = meter.flip();
      assertThat(hiccups.getTotalCount()).isEqualTo(120);
      assertThat(hiccups.getCountAtValue(1)).isEqualTo(100);
      assertThat(hiccups.getMaxValue()).isCloseTo(200 * MILLI, withinPercentage(1));
      // 200, 190, ... 10 ms: half of them above 100 ms.
      assertThat(hiccups.getCountBetweenValues(101 * MILLI, 300 * MILLI)).isEqualTo(10);
      assertThat(meter.flip().getTotalCount()).isZero();
    } finally {
      clock.ended.countDown();
    }
  }
}
