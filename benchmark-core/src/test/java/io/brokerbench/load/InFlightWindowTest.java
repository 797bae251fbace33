package io.brokerbench.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.clock.ManualClock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

final class InFlightWindowTest {

  private final ManualClock clock = new ManualClock();

  @Test
  void lastsForItsSizeAndCountsNothingUntilItIsFull() {
    InFlightWindow window = new InFlightWindow(3, clock);
    for (int i = 0; i < 3; i++) {
      assertThat(window.enter(() -> true)).isTrue();
    }
    assertThat(window.enter(() -> true)).isFalse();
    assertThat(window.blockedNanos()).isZero();
    window.leave();
    assertThat(window.enter(() -> true)).isTrue();
  }

  @Test
  void aLargerSizeLetsMoreIn() {
    InFlightWindow window = new InFlightWindow(1, clock);
    assertThat(window.enter(() -> true)).isTrue();
    window.resize(3);
    assertThat(window.enter(() -> true)).isTrue();
    assertThat(window.enter(() -> true)).isTrue();
    assertThat(window.enter(() -> true)).isFalse();
  }

  @Test
  void aSmallerSizeWaitsUntilEnoughHaveLeft() {
    InFlightWindow window = new InFlightWindow(3, clock);
    for (int i = 0; i < 3; i++) {
      assertThat(window.enter(() -> true)).isTrue();
    }
    window.resize(1);
    window.leave();
    window.leave();
    assertThat(window.enter(() -> true)).isFalse();
    window.leave();
    assertThat(window.enter(() -> true)).isTrue();
    assertThat(window.enter(() -> true)).isFalse();
  }

  @Test
  void waitForAPlaceIsCounted() {
    InFlightWindow window = new InFlightWindow(1, clock);
    assertThat(window.enter(() -> true)).isTrue();
    CompletableFuture<Boolean> entered =
        CompletableFuture.supplyAsync(
            () -> {
              // Asked before each wait: by now the clock was read.
              AtomicBoolean asked = new AtomicBoolean();
              return window.enter(
                  () -> {
                    if (!asked.getAndSet(true)) {
                      clock.advance(7_000_000);
                      window.leave();
                    }
                    return false;
                  });
            });
    assertThat(entered.join()).isTrue();
    assertThat(window.blockedNanos()).isEqualTo(7_000_000);
  }

  /** As behind brokers that no longer answer, until the load is over. */
  @Test
  void aWaitIsCountedWhileItGoesOn() {
    InFlightWindow window = new InFlightWindow(1, clock);
    assertThat(window.enter(() -> true)).isTrue();
    List<Long> counted = new ArrayList<>();
    assertThat(
            window.enter(
                () -> {
                  counted.add(window.blockedNanos());
                  clock.advance(3_000_000);
                  return counted.size() == 3;
                }))
        .isFalse();
    assertThat(counted).containsExactly(0L, 3_000_000L, 6_000_000L);
    assertThat(window.blockedNanos()).isEqualTo(9_000_000);
  }

  @Test
  void aWaitThatWasStoppedIsCountedToo() {
    InFlightWindow window = new InFlightWindow(1, clock);
    assertThat(window.enter(() -> true)).isTrue();
    assertThat(
            window.enter(
                () -> {
                  clock.advance(3_000_000);
                  return true;
                }))
        .isFalse();
    assertThat(window.blockedNanos()).isEqualTo(3_000_000);
  }
}
