package io.brokerbench.measurement;

import io.brokerbench.generator.Standing;
import io.brokerbench.record.LatencyRecorder;
import io.brokerbench.results.Latency;
import io.brokerbench.results.Metric;
import io.brokerbench.results.Phase;
import io.brokerbench.sample.Sample;
import io.brokerbench.workload.MessageShape;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * An interval of a run, about one second long, or several {@link #together}. Callers must not
 * modify its histograms.
 *
 * @param fromSeconds its start, since the start of the run
 * @param toSeconds its end, since the start of the run
 * @param phase the phase in which it started
 * @param warmup latencies recorded in it, of messages of the warm-up; metrics without any are
 *     omitted
 * @param measured latencies recorded in it, of messages of the measured time; metrics without any
 *     are omitted
 * @param errorNanos maximum error of its latencies between two clocks; other metrics are omitted
 * @param before counts of both phases at its start
 * @param after counts of both phases at its end
 * @param sample resources at its end
 * @param hiccups pauses of the generator, nanoseconds
 * @param backlogs messages that each consumer group has yet to receive at its end, by the group's
 *     name, in order; empty if unknown
 * @param figures additional figures of brokers and connections, by name, in order; -1 is unknown
 */
public record Interval(
    double fromSeconds,
    double toSeconds,
    Phase phase,
    Map<Metric, Histogram> warmup,
    Map<Metric, Histogram> measured,
    Map<Metric, Long> errorNanos,
    Standing before,
    Standing after,
    Sample sample,
    Histogram hiccups,
    Map<String, OptionalLong> backlogs,
    Map<String, Long> figures) {

  /** Minimum length for rates: nominal intervals are about one second long. */
  public static final double SHORTEST_SECONDS = 0.5;

  /** Several in a row, at least one, as one: latencies and pauses of all, the rest of its ends. */
  public static Interval together(List<Interval> intervals) {
    Interval first = intervals.get(0);
    if (intervals.size() == 1) {
      return first;
    }
    Interval last = intervals.get(intervals.size() - 1);
    Map<Metric, Long> errors = new EnumMap<>(Metric.class);
    Histogram pauses = LatencyRecorder.emptyHistogram();
    for (Interval each : intervals) {
      each.errorNanos.forEach((metric, nanos) -> errors.merge(metric, nanos, Math::max));
      pauses.add(each.hiccups);
    }
    return new Interval(
        first.fromSeconds,
        last.toSeconds,
        first.phase,
        sum(intervals, Interval::warmup),
        sum(intervals, Interval::measured),
        errors,
        first.before,
        last.after,
        last.sample,
        pauses,
        last.backlogs,
        last.figures);
  }

  private static Map<Metric, Histogram> sum(
      List<Interval> intervals, Function<Interval, Map<Metric, Histogram>> part) {
    Map<Metric, Histogram> sums = new EnumMap<>(Metric.class);
    intervals.forEach(
        interval ->
            part.apply(interval)
                .forEach(
                    (metric, histogram) ->
                        sums.computeIfAbsent(metric, any -> LatencyRecorder.emptyHistogram())
                            .add(histogram)));
    return sums;
  }

  /** Its length in seconds. */
  public double seconds() {
    return toSeconds - fromSeconds;
  }

  /** Whether it is long enough for rates. */
  public boolean saysRates() {
    return seconds() >= SHORTEST_SECONDS;
  }

  /** Latencies of both phases, summarized. */
  public Latency summary(Metric metric) {
    return LatencyRecorder.summary(latencies(metric), errorNanos.getOrDefault(metric, 0L));
  }

  /** Latencies of both phases. */
  public Histogram latencies(Metric metric) {
    List<Histogram> parts =
        Stream.of(warmup, measured)
            .flatMap(phase -> Stream.ofNullable(phase.get(metric)))
            .filter(histogram -> histogram.getTotalCount() > 0)
            .toList();
    if (parts.size() == 1) {
      return parts.get(0);
    }
    Histogram both = LatencyRecorder.emptyHistogram();
    parts.forEach(both::add);
    return both;
  }

  /** Successful messages per second: acknowledged, or sent one way. */
  public double successPerSecond() {
    return (after.sends().successCount() - before.sends().successCount()) / seconds();
  }

  /**
   * Messages that consumers received for the first time, the sum of all groups; of messages without
   * a header, which are not recognized, all deliveries.
   */
  public long firstReceipts(MessageShape message) {
    return message.hasHeader()
        ? after.receipts().messages() - before.receipts().messages()
        : after.receipts().deliveries() - before.receipts().deliveries();
  }

  /** Deliveries per second. */
  public double receivedPerSecond() {
    return (after.receipts().deliveries() - before.receipts().deliveries()) / seconds();
  }
}
