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
import java.util.EnumMap;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * The floor of a run's figures: the same load for a second against a broker that answers at once.
 * What is measured there is the machine's own.
 */
final class Floor {

  private static final long WARMUP_NANOS = 500_000_000;
  private static final long MEASURED_NANOS = 1_000_000_000;
  private static final long POLL_NANOS = 10_000_000;

  private Floor() {}

  static Map<Metric, LatencySummary> measure(Workload workload, Clock clock)
      throws BrokerException, InterruptedException {
    PhasedRecords records = new PhasedRecords();
    long start = clock.nanoTime();
    Timeline timeline = new Timeline(start);
    timeline.measure(start + WARMUP_NANOS, start + WARMUP_NANOS + MEASURED_NANOS);
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
}
