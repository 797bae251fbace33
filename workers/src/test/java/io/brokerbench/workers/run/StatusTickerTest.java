package io.brokerbench.workers.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.brokerbench.workers.protocol.Counts;
import io.brokerbench.workers.protocol.Status;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
final class StatusTickerTest implements StatusTicker.Source {

  /**
   * Enough to distinguish a status that is reported on every tick from one that is reported once.
   */
  private static final int LOOKS = 5;

  private static final List<Status> STATES =
      List.of(
          Status.newBuilder().setSettled(true).build(),
          Status.newBuilder().setSettled(true).setQuantityEndedNanos(7).build(),
          Status.newBuilder()
              .setSettled(true)
              .setQuantityEndedNanos(7)
              .setFailure("a sender failed")
              .build());

  private final List<Status> reported = new CopyOnWriteArrayList<>();
  private volatile Status state = Status.getDefaultInstance();
  private volatile boolean awaited;
  private final AtomicInteger looks = new AtomicInteger();

  /** Each look finds another count. */
  @Override
  public Status status() {
    return state.toBuilder()
        .setMeasured(Counts.newBuilder().setAttempted(looks.incrementAndGet()))
        .build();
  }

  @Override
  public boolean countsAreAwaited() {
    return awaited;
  }

  @Override
  public void report(Status status) {
    reported.add(status);
  }

  private void look() {
    int until = looks.get() + LOOKS;
    await().until(() -> looks.get() >= until);
  }

  @Test
  void countsAloneAreReportedOnlyIfTheyAreAwaited() {
    try (StatusTicker ticker = new StatusTicker(this)) {
      ticker.start();
      look();
      assertThat(reported).isEmpty();
      awaited = true;
      await().until(() -> reported.size() >= LOOKS);
    }
  }

  @Test
  void eachChangeOfTheStateIsReportedOnce() {
    try (StatusTicker ticker = new StatusTicker(this)) {
      ticker.start();
      for (Status changed : STATES) {
        state = changed;
        look();
      }
    }
    assertThat(reported)
        .extracting(status -> status.toBuilder().clearMeasured().build())
        .isEqualTo(STATES);
    assertThat(reported).allMatch(status -> status.getMeasured().getAttempted() > 0);
  }
}
