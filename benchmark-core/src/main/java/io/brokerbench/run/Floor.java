package io.brokerbench.run;

import io.brokerbench.clock.Clock;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.MemoryBroker;
import io.brokerbench.driver.MemoryScript;
import io.brokerbench.driver.Session;
import io.brokerbench.load.LoadGenerator;
import io.brokerbench.load.Timeline;
import io.brokerbench.record.Metric;
import io.brokerbench.record.Phase;
import io.brokerbench.record.PhasedRecords;
import io.brokerbench.result.LatencySummary;
import io.brokerbench.workload.Workload;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * The floor of a run's figures: the same load for a second, or a tenth of a short run, against a
 * broker that answers at once. What is measured there is the machine's own.
 */
final class Floor {

  private static final long LONGEST_NANOS = 1_000_000_000;
  private static final long SHORTEST_NANOS = 200_000_000;
  private static final int SHARE_OF_RUN = 10;
  private static final long POLL_NANOS = 10_000_000;

  private Floor() {}

  static Map<Metric, LatencySummary> measure(Workload workload, Clock clock)
      throws BrokerException, InterruptedException {
    PhasedRecords records = new PhasedRecords();
    long start = clock.nanoTime();
    Timeline timeline = new Timeline(start);
    long measuredNanos = measuredNanos(workload.load().duration());
    long warmupNanos = measuredNanos / 2;
    timeline.measure(start + warmupNanos, start + warmupNanos + measuredNanos);
    try (Session session = new MemoryBroker(clock, MemoryScript.honest()).session(workload)) {
      LoadGenerator load = new LoadGenerator(workload, 0, session, records, timeline, clock);
      load.start();
      while (clock.nanoTime() < timeline.endNanos() && !load.finished()) {
        clock.park(Math.min(POLL_NANOS, timeline.endNanos() - clock.nanoTime()));
      }
      load.settle();
    }
    Map<Metric, LatencySummary> floor = new EnumMap<>(Metric.class);
    for (Metric metric : Metric.values()) {
      Histogram histogram = records.of(Phase.MEASURED).recorder(metric).flip();
      if (histogram.getTotalCount() > 0) {
        floor.put(metric, new LatencySummary(histogram));
      }
    }
    return floor;
  }

  private static long measuredNanos(Duration run) {
    return run.isZero()
        ? LONGEST_NANOS
        : Math.max(SHORTEST_NANOS, Math.min(LONGEST_NANOS, run.toNanos() / SHARE_OF_RUN));
  }
}
