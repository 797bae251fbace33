package io.brokerbench.workers.run;

import io.brokerbench.driver.DaemonThreads;
import io.brokerbench.workers.link.LinkLostException;
import io.brokerbench.workers.protocol.Status;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * Looks at a worker ten times per second, and reports its status if its state has changed or its
 * counts are awaited. Otherwise the controller has enough of those that come with each second.
 */
final class StatusTicker implements AutoCloseable {

  private static final long PERIOD_MILLIS = 100;

  private final ScheduledExecutorService ticks =
      Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("brokerbench-status"));

  private final Source source;
  private Status reported = Status.getDefaultInstance();

  /** The worker. */
  interface Source {

    /** Its counts and its state. */
    Status status();

    /** Whether the controller waits for counts. */
    boolean countsAreAwaited();

    /** Sends a status to the controller. */
    void report(Status status) throws LinkLostException, InterruptedException;
  }

  StatusTicker(Source source) {
    this.source = source;
  }

  void start() {
    ScheduledFuture<?> unused =
        ticks.scheduleWithFixedDelay(
            this::tick, PERIOD_MILLIS, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void tick() {
    try {
      Status now = source.status();
      if (source.countsAreAwaited() || !state(now).equals(state(reported))) {
        source.report(now);
        reported = now;
      }
    } catch (LinkLostException e) {
      ticks.shutdown();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** A status without its counts. */
  private static Status state(Status status) {
    return Status.newBuilder()
        .setSettled(status.getSettled())
        .setQuantityEndedNanos(status.getQuantityEndedNanos())
        .setFailure(status.getFailure())
        .build();
  }

  @Override
  public void close() {
    ticks.shutdownNow();
  }
}
