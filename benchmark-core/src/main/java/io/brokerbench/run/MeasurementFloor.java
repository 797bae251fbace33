package io.brokerbench.run;

import io.brokerbench.clock.Clock;
import io.brokerbench.driver.BrokerException;
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
import io.brokerbench.workload.Workload;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * The lower bound of a run's figures: the same load against a broker that answers at once, for a
 * second or a tenth of a shorter run. It shows the share of this machine and of brokerbench in the
 * figures.
 */
final class MeasurementFloor {

  private static final long LONGEST_NANOS = 1_000_000_000;
  private static final long SHORTEST_NANOS = 200_000_000;
  private static final int SHARE_OF_RUN = 10;
  private static final long POLL_NANOS = 10_000_000;

  private MeasurementFloor() {}

  static Map<Metric, Latency> measure(Workload workload, Clock clock)
      throws BrokerException, InterruptedException {
    long start = clock.nanoTime();
    Timeline timeline = new Timeline(start);
    long measuredNanos = measuredNanos(workload.load().duration());
    long warmupNanos = measuredNanos / 2;
    timeline.measure(start + warmupNanos, start + warmupNanos + measuredNanos);
    try (PageStore store = new PageStore();
        Session session =
            new MemoryBroker(clock, MemoryScript.honest().deliveringAtOnce()).session(workload)) {
      PhasedRecords records = new PhasedRecords(store);
      LoadGenerator load =
          new LoadGenerator(
              workload, Span.ALL, 0, session, Recording.of(records, timeline, clock, session));
      load.start();
      while (clock.nanoTime() < timeline.endNanos() && !load.finished()) {
        clock.park(Math.min(POLL_NANOS, timeline.endNanos() - clock.nanoTime()));
      }
      load.settle();
      return latencies(records);
    }
  }

  private static Map<Metric, Latency> latencies(PhasedRecords records) {
    Map<Metric, Latency> floor = new EnumMap<>(Metric.class);
    for (Metric metric : Metric.values()) {
      Histogram histogram = records.of(Phase.MEASURED).recorder(metric).flip();
      if (histogram.getTotalCount() > 0) {
        floor.put(metric, LatencyRecorder.summary(histogram, 0));
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
