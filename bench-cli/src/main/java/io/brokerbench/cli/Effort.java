package io.brokerbench.cli;

import io.brokerbench.find.FindPlan;
import io.brokerbench.run.Experiment;
import io.brokerbench.units.Text;
import io.brokerbench.units.Units;
import io.brokerbench.workload.Load;
import java.time.Duration;

/**
 * An estimate of the effort of the runs of a workload file.
 *
 * @param runs maximum number of runs
 * @param seconds length of all runs together
 * @param diskBytes maximum of what the brokers of a run write; 0 if it is unknown, as in a closed
 *     loop
 */
record Effort(int runs, double seconds, double diskBytes) {

  /** Start of the brokers, settling, audit and end of a run. */
  private static final double OVERHEAD_SECONDS = 25;

  /** Typical length of a warm-up that ends when the load is steady. */
  private static final double WARMUP_SECONDS = 45;

  /** Probes of the load-latency curve of a search. */
  private static final int CURVE = 9;

  /** The effort of all runs of a file; of a search, of its maximum number of probes. */
  static Effort of(PreparedRuns preparation) {
    int repeat = preparation.single() ? probes(preparation) : preparation.matrix().repeat();
    double seconds = 0;
    double disk = 0;
    for (Experiment experiment : preparation.cells().values()) {
      Load load = experiment.workload().load();
      double loaded =
          seconds(load.duration()) + load.warmup().map(Effort::seconds).orElse(WARMUP_SECONDS);
      seconds += loaded + OVERHEAD_SECONDS;
      double rate = load.schedule().map(schedule -> schedule.profile().onlyRate()).orElse(0.0);
      disk = Math.max(disk, rate * loaded * experiment.workload().message().sizeBytes());
    }
    return new Effort(
        preparation.cells().size() * repeat, seconds * repeat, Double.isNaN(disk) ? 0 : disk);
  }

  private static int probes(PreparedRuns preparation) {
    FindPlan find = preparation.sections().find();
    return find.search().probes() + (find.curve() ? CURVE : 0);
  }

  private static double seconds(Duration duration) {
    return duration.toMillis() / 1e3;
  }

  /** A length of time in hours or minutes. */
  static String time(double seconds) {
    double minutes = Math.ceil(seconds / 60);
    return minutes < 120 ? Text.of("%.0f min", minutes) : Text.of("%.1f h", minutes / 60);
  }

  /** Description in one clause. */
  String text() {
    return Text.of(
        "%d runs, about %s%s",
        runs,
        time(seconds),
        diskBytes > 0 ? ", " + Units.bytes(diskBytes) + " of messages in the largest run" : "");
  }
}
