package io.brokerbench.cli;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.DaemonThreads;
import io.brokerbench.run.Experiment;
import io.brokerbench.units.Text;
import io.brokerbench.workload.WorkerSettings;
import java.io.PrintStream;
import java.time.Duration;

/**
 * The workers of other machines that stay from one run of a matrix or a search to the next; each
 * run is a process of its own, which they join.
 */
final class WaitingWorkers {

  private static final Duration LIMIT = Duration.ofSeconds(30);

  private WaitingWorkers() {}

  /** Lets them go after the last run, as far as they join within half a minute. */
  static void release(PreparedRuns preparation, PrintStream out) throws InterruptedException {
    Experiment experiment = preparation.cells().values().iterator().next();
    WorkerSettings workers = experiment.workload().workers();
    if (!workers.stay()) {
      return;
    }
    out.println("releasing the workers");
    Thread release = DaemonThreads.start("release", () -> gatherAndClose(experiment, out));
    release.join(LIMIT.toMillis());
    if (release.isAlive()) {
      release.interrupt();
      release.join();
      out.println(
          Text.of(
              "fewer than %d workers joined within %d s; end the others by hand",
              workers.count(), LIMIT.toSeconds()));
    }
  }

  private static void gatherAndClose(Experiment experiment, PrintStream out) {
    try {
      experiment.generators().gather(line -> {}).close();
    } catch (BrokerException e) {
      out.println(e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
