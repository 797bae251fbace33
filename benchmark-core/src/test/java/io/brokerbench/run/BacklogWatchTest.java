package io.brokerbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.clock.ManualClock;
import io.brokerbench.generator.RunClients;
import io.brokerbench.measurement.Interval;
import io.brokerbench.measurement.TestResult;
import io.brokerbench.record.Ledger.Counts;
import io.brokerbench.results.Phase;
import io.brokerbench.workload.TestWorkload;
import io.brokerbench.workload.Workload;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Consumers with a filter, whose backlog is counted message by message. */
final class BacklogWatchTest {

  private static final long POLL_NANOS = 5_000_000;
  private static final long LEVEL_NANOS = 200_000_000;
  private static final long AWAITED = 100;

  private final ManualClock clock = new ManualClock();
  private final Workload workload = workload("load.messages=0");
  private boolean started = true;
  private boolean quantityEnded;
  private long received;
  private int counted;

  private static Workload workload(String quantity) {
    return TestWorkload.of(
        quantity,
        "consume.threads=1",
        "consume.backlog=100",
        "consume.group=g",
        "message.tags=3",
        "consume.filter.type=tag",
        "consume.filter.expression=tag1");
  }

  private BacklogWatch watch(Workload ofRun) {
    return new BacklogWatch(ofRun, ofRun.consumption().backlog().orElseThrow(), clients());
  }

  private RunClients clients() {
    return TestClients.answering(
        method ->
            switch (method) {
              case "clock" -> clock;
              case "consumersStarted" -> started;
              case "quantityEnded" -> quantityEnded;
              case "standing" -> TestClients.standing(received, 0);
              case "awaited" -> {
                counted++;
                yield OptionalLong.of(AWAITED);
              }
              default -> throw new UnsupportedOperationException(method);
            });
  }

  @Test
  void whatIsAwaitedIsCountedLessOftenThanReceiptsAreChecked() {
    BacklogWatch watch = watch(workload);
    assertThat(watch.begin()).isEqualTo(AWAITED);
    int checks = 200;
    for (int i = 0; i < checks; i++) {
      clock.advance(POLL_NANOS);
      assertThat(watch.caughtUp()).isFalse();
    }
    assertThat(counted).isBetween(2, checks / 4);
    received = AWAITED;
    clock.advance(POLL_NANOS);
    assertThat(watch.caughtUp()).isTrue();
  }

  @Test
  void aBacklogIsStalledWhenItHasNotBecomeSmallerForTheTimeOfADrain() {
    BacklogWatch watch = watch(workload);
    watch.begin();
    long drainNanos = workload.consumption().drain().toNanos();
    clock.advance(drainNanos - 1);
    received = AWAITED - 1;
    assertThat(watch.caughtUp()).isFalse();
    assertThat(watch.stalled()).isFalse();
    clock.advance(drainNanos - 1);
    assertThat(watch.caughtUp()).isFalse();
    assertThat(watch.stalled()).isFalse();
    clock.advance(1);
    assertThat(watch.stalled()).isTrue();
    assertThat(watch.least()).isEqualTo(1);
  }

  /** While it is sent, the backlog may grow, and is not smaller than before for long after it. */
  @Test
  void theBacklogOfAQuantityMayStallOnlyWhenItIsSent() {
    Workload quantity = workload("load.messages=1000");
    BacklogWatch watch = watch(quantity);
    watch.begin();
    long drainNanos = quantity.consumption().drain().toNanos();
    clock.advance(drainNanos);
    assertThat(watch.caughtUp()).isFalse();
    clock.advance(drainNanos);
    assertThat(watch.caughtUp()).isFalse();
    assertThat(watch.stalled()).isFalse();
    quantityEnded = true;
    clock.advance(drainNanos - 1);
    assertThat(watch.caughtUp()).isFalse();
    assertThat(watch.stalled()).isFalse();
    clock.advance(1);
    assertThat(watch.stalled()).isTrue();
  }

  @Test
  void aQuantityIsTheWholeBacklogEvenIfSendsFailed() {
    Workload quantity = workload("load.messages=100");
    BacklogWatch watch = watch(quantity);
    started = false;
    Interval second = TestResult.interval(0, Phase.WARMUP, Counts.NONE, Counts.NONE);
    assertThat(watch.isBuilt(second)).isFalse();
    quantityEnded = true;
    assertThat(watch.isBuilt(second)).isTrue();
  }

  @Test
  void consumersHaveCaughtUpWhenTheyHaveWhatWasAwaitedShortlyBefore() {
    BacklogWatch watch = watch(workload);
    watch.begin();
    received = AWAITED;
    clock.advance(LEVEL_NANOS - 1);
    assertThat(watch.caughtUp()).isFalse();
    clock.advance(1);
    assertThat(watch.caughtUp()).isTrue();
  }
}
