package io.brokerbench.workers.run;

import io.brokerbench.clock.Clock;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.DaemonThreads;
import io.brokerbench.units.Text;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** Reads the clocks of all workers every second, unless flips bring readings. */
final class WorkerClocks implements AutoCloseable {

  private static final int FIRST_READINGS = 10;
  private static final long PAUSE_NANOS = 5_000_000;
  private static final long LIMIT_NANOS = 10_000_000_000L;

  private final ScheduledExecutorService reader =
      Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("brokerbench-clocks"));

  private WorkerClocks(List<RunningWorker> workers) {
    ScheduledFuture<?> unused =
        reader.scheduleAtFixedRate(
            () -> workers.forEach(RunningWorker::refreshClock), 1, 1, TimeUnit.SECONDS);
  }

  /**
   * Reads each clock several times, and then every second.
   *
   * @throws BrokerException if a worker does not answer
   */
  static WorkerClocks start(List<RunningWorker> workers, Clock clock) throws BrokerException {
    long deadline = clock.nanoTime() + LIMIT_NANOS;
    for (int i = 0; i < FIRST_READINGS; i++) {
      workers.forEach(RunningWorker::readClock);
      for (RunningWorker worker : workers) {
        while (worker.openReadings() > 0) {
          if (worker.isLost() || clock.nanoTime() > deadline) {
            throw new BrokerException(
                Text.of("worker %s does not answer %s", worker.info().label(), worker.loss())
                    .strip());
          }
          clock.park(PAUSE_NANOS);
        }
      }
    }
    return new WorkerClocks(workers);
  }

  @Override
  public void close() {
    reader.shutdownNow();
  }
}
