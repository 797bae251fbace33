package io.brokerbench.result;

import io.brokerbench.record.LatencyRecorder;
import io.brokerbench.record.Metric;
import io.brokerbench.record.Phase;
import io.brokerbench.record.Totals;
import io.brokerbench.sample.Sample;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.HdrHistogram.Histogram;

/**
 * About a second of a run. Its histograms must not be changed.
 *
 * @param fromSeconds its begin, since the run's start
 * @param toSeconds its end
 * @param phase the phase in which it began
 * @param warmup latencies that came in it, of messages of the warm-up; metrics without are left out
 * @param measured latencies that came in it, of messages of the measured time, likewise
 * @param before counts of both phases at its begin
 * @param after counts of both phases at its end
 * @param sample resources at its end
 * @param hiccups pauses of the generator, nanoseconds
 * @param backlogs messages that each consumer group has yet to get at its end, by the group's name,
 *     in order; empty where it cannot be known
 * @param figures what brokers and connections tell beside, by name, in order; -1 is not known
 */
public record Interval(
    double fromSeconds,
    double toSeconds,
    Phase phase,
    Map<Metric, Histogram> warmup,
    Map<Metric, Histogram> measured,
    Totals before,
    Totals after,
    Sample sample,
    Histogram hiccups,
    Map<String, OptionalLong> backlogs,
    Map<String, Long> figures) {

  /** Of a shorter interval a rate says nothing: intervals are a second, give or take. */
  public static final double SHORTEST_SECONDS = 0.5;

  /** Its length. */
  public double seconds() {
    return toSeconds - fromSeconds;
  }

  /** Whether it is long enough for its rates to say something. */
  public boolean saysRates() {
    return seconds() >= SHORTEST_SECONDS;
  }

  /** Latencies of both phases. */
  public Histogram latencies(Metric metric) {
    Histogram both = LatencyRecorder.emptyHistogram();
    for (Map<Metric, Histogram> phase : List.of(warmup, measured)) {
      Histogram histogram = phase.get(metric);
      if (histogram != null) {
        both.add(histogram);
      }
    }
    return both;
  }

  /** Messages per second that went as they should: acknowledged, or sent one way. */
  public double successPerSecond() {
    return (after.sends().successCount() - before.sends().successCount()) / seconds();
  }

  /** Deliveries per second. */
  public double receivedPerSecond() {
    return (after.receipts().deliveries() - before.receipts().deliveries()) / seconds();
  }

  /** Messages given to the client per second. */
  public double attemptedPerSecond() {
    return (after.sends().attempted() - before.sends().attempted()) / seconds();
  }
}
