package io.brokerbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.clock.ManualClock;
import io.brokerbench.generator.RunClients;
import io.brokerbench.generator.Standing;
import io.brokerbench.record.CheckBackBook;
import io.brokerbench.record.Ledger;
import io.brokerbench.record.Receipts;
import io.brokerbench.workload.TestWorkload;
import io.brokerbench.workload.Workload;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Consumers with a filter, whose backlog is counted message by message. */
final class BacklogWatchTest {

  private static final long POLL_NANOS = 5_000_000;
  private static final long LEVEL_NANOS = 200_000_000;
  private static final long AWAITED = 100;

  private final ManualClock clock = new ManualClock();
  private final Workload workload =
      TestWorkload.of(
          "consume.threads=1",
          "consume.backlog=100",
          "consume.group=g",
          "message.tags=3",
          "consume.filter.type=tag",
          "consume.filter.expression=tag1");
  private long received;
  private int counted;

  private RunClients clients() {
    return (RunClients)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {RunClients.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "clock" -> clock;
                  case "consumersStarted" -> true;
                  case "standing" -> standing();
                  case "backlogs" -> {
                    counted++;
                    yield Map.of("g", OptionalLong.of(AWAITED - received));
                  }
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }

  private Standing standing() {
    Receipts.Counts receipts = new Receipts.Counts(received, received, 0, 0, 0, 0, 0, 0, 0, null);
    return new Standing(
        Ledger.Counts.NONE,
        Ledger.Counts.NONE,
        List.of(new Standing.Group(receipts, received, 0)),
        CheckBackBook.Counts.NONE,
        0,
        0,
        0);
  }

  @Test
  void whatIsAwaitedIsCountedLessOftenThanReceiptsAreChecked() {
    BacklogWatch watch =
        new BacklogWatch(workload, workload.consumption().backlog().orElseThrow(), clients());
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
    BacklogWatch watch =
        new BacklogWatch(workload, workload.consumption().backlog().orElseThrow(), clients());
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

  @Test
  void consumersHaveCaughtUpWhenTheyHaveWhatWasAwaitedShortlyBefore() {
    BacklogWatch watch =
        new BacklogWatch(workload, workload.consumption().backlog().orElseThrow(), clients());
    watch.begin();
    received = AWAITED;
    clock.advance(LEVEL_NANOS - 1);
    assertThat(watch.caughtUp()).isFalse();
    clock.advance(1);
    assertThat(watch.caughtUp()).isTrue();
  }
}
