package io.brokerbench.run;

import io.brokerbench.measurement.Interval;
import io.brokerbench.results.Metric;
import io.brokerbench.statistics.Trend;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * Detects the end of the warm-up: the rate, and in an open loop also the median service time,
 * changes by significantly less than five percent in ten seconds, by the slope of its last 10 to 40
 * seconds. If the noise is too high for that after 40 seconds, the slope alone has to be below half
 * of that. A standstill is not a steady load. Not thread-safe.
 */
final class WarmupDetector {

  /** From the shortest, which needs little data, to the longest, which tolerates high noise. */
  private static final int[] WINDOWS = {10, 15, 20, 25, 30, 40};

  private static final double TOLERANCE = 0.05;
  private static final int SECONDS = 10;

  /** For 95 %, one-sided. */
  private static final double NORMAL_QUANTILE = 1.65;

  private final boolean openLoop;
  private final List<Double> rates = new ArrayList<>();
  private final List<Double> speeds = new ArrayList<>();

  /**
   * @param openLoop whether a schedule sets the rate; in a closed loop the service time is the
   *     reciprocal of the rate and adds no information
   */
  WarmupDetector(boolean openLoop) {
    this.openLoop = openLoop;
  }

  /** Adds the figures of the next second; returns whether the load is steady now. */
  boolean isSteadyAfter(Interval interval) {
    boolean sends = interval.after().sends().attempted() > 0;
    // Without senders, the deliveries are the load.
    rates.add(sends ? interval.successPerSecond() : interval.receivedPerSecond());
    Histogram service = interval.latencies(Metric.SERVICE);
    speeds.add(service.getTotalCount() == 0 ? 0 : 1e9 / service.getValueAtPercentile(50));
    return steady(rates) && (!openLoop || steady(speeds));
  }

  /** Whether a series of figures that grow until they are steady has become steady. */
  static boolean steady(List<Double> figures) {
    for (int window : WINDOWS) {
      if (figures.size() < window) {
        return false;
      }
      List<Double> last = figures.subList(figures.size() - window, figures.size());
      if (last.stream().noneMatch(figure -> figure > 0)) {
        return false;
      }
      Trend trend = Trend.line(last);
      double change = SECONDS * Math.abs(trend.perStep());
      double error = SECONDS * NORMAL_QUANTILE * trend.standardError();
      boolean longest = window == WINDOWS[WINDOWS.length - 1];
      if (change + error <= TOLERANCE || (longest && change <= TOLERANCE / 2)) {
        return true;
      }
    }
    return false;
  }
}
