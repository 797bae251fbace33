package io.brokerbench.result;

import io.brokerbench.record.LatencyRecorder;
import io.brokerbench.record.Ledger.Counts;
import io.brokerbench.record.Metric;
import io.brokerbench.record.Phase;
import io.brokerbench.sample.Sample;
import java.util.Map;
import java.util.Objects;
import org.HdrHistogram.Histogram;

/**
 * About a second of a run. Its histograms must not be changed.
 *
 * @param fromSeconds its begin, since the run's start
 * @param toSeconds its end
 * @param phase the phase in which it ended
 * @param warmup latencies that came in it, of messages of the warm-up
 * @param measured latencies that came in it, of messages of the measured time
 * @param before counts of both phases at its begin
 * @param after counts of both phases at its end
 * @param sample resources at its end
 * @param hiccups pauses of the generator, nanoseconds
 */
public record Interval(
    double fromSeconds,
    double toSeconds,
    Phase phase,
    Map<Metric, Histogram> warmup,
    Map<Metric, Histogram> measured,
    Counts before,
    Counts after,
    Sample sample,
    Histogram hiccups) {

  /** Latencies of both phases. */
  public Histogram latencies(Metric metric) {
    Histogram both = LatencyRecorder.emptyHistogram();
    both.add(Objects.requireNonNull(warmup.get(metric)));
    both.add(Objects.requireNonNull(measured.get(metric)));
    return both;
  }

  /** Messages per second that went as they should: acknowledged, or sent one way. */
  public double successPerSecond() {
    return (after.successCount() - before.successCount()) / (toSeconds - fromSeconds);
  }

  /** Messages given to the client per second. */
  public double attemptedPerSecond() {
    return (after.attempted() - before.attempted()) / (toSeconds - fromSeconds);
  }
}
