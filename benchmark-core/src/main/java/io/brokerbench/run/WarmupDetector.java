package io.brokerbench.run;

import io.brokerbench.record.Metric;
import io.brokerbench.result.Interval;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * Finds the end of the warm-up: throughput and median service time of the last five seconds are
 * within five percent of the five seconds before. A standstill is no steady load. Not thread-safe.
 */
final class WarmupDetector {

  private static final int WINDOW = 5;
  private static final double TOLERANCE = 0.05;

  private final List<Double> rates = new ArrayList<>();
  private final List<Double> services = new ArrayList<>();

  /** Takes the next second's figures; true if the load is steady now. */
  boolean isSteadyAfter(Interval interval) {
    Histogram service = interval.latencies(Metric.SERVICE);
    // With consumers alone, what they receive is the load.
    rates.add(
        interval.after().sends().attempted() > 0
            ? interval.successPerSecond()
            : interval.receivedPerSecond());
    services.add((double) service.getValueAtPercentile(50));
    return rates.size() >= 2 * WINDOW
        && mean(rates, rates.size() - WINDOW) > 0
        && steady(rates)
        && steady(services);
  }

  private static boolean steady(List<Double> values) {
    double now = mean(values, values.size() - WINDOW);
    double before = mean(values, values.size() - 2 * WINDOW);
    return Math.abs(now - before) <= TOLERANCE * before;
  }

  private static double mean(List<Double> values, int from) {
    return values.subList(from, from + WINDOW).stream().mapToDouble(v -> v).average().orElse(0);
  }
}
