package io.brokerbench.microbench;

import io.brokerbench.clock.Clock;
import io.brokerbench.driver.Seat.Span;
import io.brokerbench.driver.Session;
import io.brokerbench.driver.memory.MemoryBroker;
import io.brokerbench.driver.memory.MemoryScript;
import io.brokerbench.load.LoadGenerator;
import io.brokerbench.load.Recording;
import io.brokerbench.load.Timeline;
import io.brokerbench.record.LatencyRecorder;
import io.brokerbench.record.PhasedRecords;
import io.brokerbench.record.page.PageStore;
import io.brokerbench.results.Latency;
import io.brokerbench.results.Metric;
import io.brokerbench.results.Phase;
import io.brokerbench.units.Text;
import io.brokerbench.units.Units;
import io.brokerbench.workload.Workload;
import java.util.Locale;

/**
 * Pacing accuracy of the load generator: an open loop against a broker that answers immediately,
 * ten seconds per line. The achieved rate must be within 0.1 % of the offered one; lag is the cost
 * of the waiting strategy.
 */
public final class PacingReport {

  private static final long SECONDS = 10;
  private static final String ROW = "%9s %8s %6s %12s %10s %10s %10s %10s%n";

  private PacingReport() {}

  /** Prints the table. */
  public static void main(String[] args) throws Exception {
    System.out.printf(
        Locale.ROOT,
        ROW,
        "rate/s",
        "threads",
        "spin",
        "achieved/s",
        "error",
        "lag p50",
        "lag p99",
        "lag max");
    for (int rate : new int[] {1_000, 10_000, 50_000}) {
      for (String spin : new String[] {"0", "100us"}) {
        for (int threads : new int[] {1, 16}) {
          measure(rate, threads, spin);
        }
      }
    }
  }

  private static void measure(int rate, int threads, String spin) throws Exception {
    Workload workload =
        Workload.read(
            Workload.defaults()
                .set("load.rate", rate + "/s", "report")
                .set("load.threads", Integer.toString(threads), "report")
                .set("load.spin", spin, "report")
                .settings());
    Clock clock = Clock.system();
    PhasedRecords records = new PhasedRecords(new PageStore());
    Timeline timeline = new Timeline(clock.nanoTime() + 50_000_000);
    long from = timeline.startNanos() + 1_000_000_000;
    timeline.measure(from, from + SECONDS * 1_000_000_000);
    try (Session session = new MemoryBroker(clock, MemoryScript.honest()).session(workload)) {
      LoadGenerator load =
          new LoadGenerator(
              workload, Span.ALL, 1, session, Recording.of(records, timeline, clock, session));
      load.start();
      while (!load.finished()) {
        clock.park(10_000_000);
      }
      load.settle();
    }
    double achieved = (double) records.of(Phase.MEASURED).ledger().counts().onTime() / SECONDS;
    Latency lag =
        LatencyRecorder.summary(records.of(Phase.MEASURED).recorder(Metric.LAG).flip(), 0);
    System.out.printf(
        Locale.ROOT,
        ROW,
        Units.count((long) rate),
        threads,
        spin,
        Units.rate(achieved),
        Text.of("%.3f %%", (achieved / rate - 1) * 100),
        Units.nanos(lag.p50Nanos()),
        Units.nanos(lag.p99Nanos()),
        Units.nanos(lag.maxNanos()));
  }
}
