package io.brokerbench.clock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

final class FastClockTest {

  private final FastClock clock = new FastClock(30);

  @Test
  void aThreadThatComparesTheClocksGetsOne() {
    long before = clock.nanoTime();
    long wall = ClockStamp.wallNanos(clock);
    assertThat(clock.nanoTime()).isEqualTo(before);
    clock.park(1_000_000);
    long after = clock.nanoTime();
    assertThat(after).isGreaterThan(before);
    assertThat(ClockStamp.wallNanos(clock) - wall).isEqualTo(after - before);
  }

  /** A message that another thread has sent meanwhile is not from the future. */
  @Test
  void noThreadSeesATimeBeforeOneThatAnotherHasSeen() {
    long before = clock.nanoTime();
    ClockStamp.wallNanos(clock);
    long sent = CompletableFuture.supplyAsync(() -> laterThan(before)).join();
    assertThat(clock.nanoTime()).isGreaterThanOrEqualTo(sent);
  }

  private long laterThan(long nanos) {
    long now = clock.nanoTime();
    while (now <= nanos) {
      now = clock.nanoTime();
    }
    return now;
  }
}
