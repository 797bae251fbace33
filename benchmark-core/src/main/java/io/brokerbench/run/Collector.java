package io.brokerbench.run;

import io.brokerbench.driver.Session;
import io.brokerbench.load.ConsumerGroups;
import io.brokerbench.load.LoadGenerator;
import io.brokerbench.load.Recording;
import io.brokerbench.load.Timeline;
import io.brokerbench.measurement.ExtentTracker;
import io.brokerbench.measurement.Interval;
import io.brokerbench.measurement.LatencySummary;
import io.brokerbench.measurement.ResourceUse;
import io.brokerbench.record.LatencyRecorder;
import io.brokerbench.record.Ledger.Counts;
import io.brokerbench.record.PhasedRecords;
import io.brokerbench.record.Totals;
import io.brokerbench.results.Metric;
import io.brokerbench.results.Phase;
import io.brokerbench.results.SteadyState;
import io.brokerbench.sample.HiccupMeter;
import io.brokerbench.sample.ResourceSampler;
import io.brokerbench.sample.Sample;
import io.brokerbench.sample.SampleSpan;
import io.brokerbench.statistics.SteadyStateDetector;
import io.brokerbench.workload.Workload;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * Collects the records once per second, and adds up the measured time. Not thread-safe: called by
 * the controlling thread.
 */
final class Collector {

  private static final double MEDIAN = 50;

  private final Workload workload;

  /** The latency whose median is checked for a steady state. */
  private final Metric leading;

  private final PhasedRecords records;
  private final LoadGenerator load;
  private final ConsumerGroups groups;
  private final LimitSteps steps;
  private final Backlogs backlogs;
  private final Session session;
  private final Timeline timeline;
  private final ResourceSampler sampler;
  private final HiccupMeter hiccupMeter;
  private final Map<Metric, Histogram> measured = new EnumMap<>(Metric.class);
  private final Histogram hiccups = new Histogram(1, LatencyRecorder.MAX_NANOS, 2);
  private final List<Double> rates = new ArrayList<>();
  private final List<Double> latencies = new ArrayList<>();
  private final SortedMap<String, ExtentTracker> figures = new TreeMap<>();
  private SampleSpan samples = SampleSpan.NONE;
  private Sample sampleBefore;
  private long measuredMessages;
  private double measuredSeconds;
  private long fromNanos;
  private Totals before = Totals.NONE;

  /** Creates a collector for senders and consumers. */
  Collector(
      Workload workload,
      Recording recording,
      Traffic traffic,
      Backlogs backlogs,
      Session session,
      ResourceSampler sampler,
      HiccupMeter hiccups) {
    this.workload = workload;
    this.leading = workload.leadingMetric();
    this.records = recording.records();
    this.timeline = recording.timeline();
    this.load = traffic.load();
    this.groups = traffic.groups();
    this.steps = new LimitSteps(workload.load(), groups);
    this.backlogs = backlogs;
    this.session = session;
    this.sampler = sampler;
    this.hiccupMeter = hiccups;
    this.fromNanos = timeline.startNanos();
    this.sampleBefore = sampler.sample();
  }

  /**
   * Discards pauses and resource use so far, because the measured time starts now, with the first
   * message.
   */
  void restart() {
    hiccupMeter.flip();
    sampleBefore = sampler.sample();
  }

  /**
   * The interval since the last call. An interval under load is limited by the end of the load.
   *
   * @param phase in which it started
   * @param nowNanos on the run's clock
   */
  Interval collect(Phase phase, long nowNanos) {
    long toNanos = phase.underLoad() ? Math.min(nowNanos, timeline.endNanos()) : nowNanos;
    // Read first, because rates are these counts divided by the time just taken.
    Totals after = totals();
    Map<Metric, Histogram> warmup = flip(Phase.WARMUP);
    Map<Metric, Histogram> now = flip(Phase.MEASURED);
    Sample sample = sampler.sample();
    Histogram pauses = hiccupMeter.flip();
    addLatencies(now);
    Interval interval =
        new Interval(
            seconds(fromNanos),
            seconds(toNanos),
            phase,
            warmup,
            now,
            before,
            after,
            sample,
            pauses,
            backlogs.now(),
            session.figures());
    if (phase == Phase.MEASURED) {
      addMeasured(interval);
    }
    fromNanos = toNanos;
    before = after;
    sampleBefore = sample;
    records.sends().store().compact();
    return interval;
  }

  /** End of the intervals collected so far, on the run's clock. */
  long collectedNanos() {
    return fromNanos;
  }

  /** Latencies belong to the phase in which their messages were due, whenever their sends end. */
  private void addLatencies(Map<Metric, Histogram> now) {
    now.forEach(
        (metric, histogram) ->
            measured.merge(
                metric,
                histogram.copy(),
                (sum, added) -> {
                  sum.add(added);
                  return sum;
                }));
  }

  private void addMeasured(Interval interval) {
    steps.add(interval);
    hiccups.add(interval.hiccups());
    if (samples.ends().isEmpty()) {
      sampler.restartSources();
      samples = samples.plus(sampleBefore);
    }
    samples = samples.plus(interval.sample());
    measuredMessages += messages(interval.after()) - messages(interval.before());
    measuredSeconds += interval.seconds();
    interval
        .figures()
        .forEach(
            (name, value) -> figures.computeIfAbsent(name, n -> new ExtentTracker()).add(value));
    if (interval.saysRates()) {
      addToSeries(interval);
    }
  }

  /** Adds rate and median latency: those of consumers if there are no senders. */
  private void addToSeries(Interval interval) {
    rates.add(load.senders() > 0 ? interval.successPerSecond() : interval.receivedPerSecond());
    Histogram histogram = interval.measured().get(leading);
    if (histogram != null && histogram.getTotalCount() > 0) {
      latencies.add((double) Math.max(1, histogram.getValueAtPercentile(MEDIAN)));
    }
  }

  /**
   * Steady state of the measured time so far: by the rate, or in an open loop, whose schedule sets
   * the rate, by the median latency.
   */
  SteadyState steadyState() {
    double tolerance = workload.limits().drift();
    return workload.load().schedule().isPresent()
        ? SteadyStateDetector.ofLatencies("median " + leading.label(), latencies, tolerance)
        : SteadyStateDetector.ofRates("rate", rates, tolerance);
  }

  private double seconds(long nanos) {
    return (nanos - timeline.startNanos()) / 1e9;
  }

  /** Divisor for the cost per message: messages sent, or received if there are no senders. */
  private long messages(Totals totals) {
    return load.senders() > 0 ? totals.sends().attempted() : totals.receipts().deliveries();
  }

  private Map<Metric, Histogram> flip(Phase phase) {
    Map<Metric, Histogram> latencies = new EnumMap<>(Metric.class);
    for (Metric metric : Metric.values()) {
      if (records.of(phase).recorder(metric).used()) {
        latencies.put(metric, records.of(phase).recorder(metric).flip());
      }
    }
    return latencies;
  }

  private Totals totals() {
    return new Totals(counts(), groups.counts(), load.checks().counts());
  }

  /** Counts of both phases. */
  Counts counts() {
    return records.counts();
  }

  /** Latencies of the measured time so far, copied; metrics without any are omitted. */
  Map<Metric, LatencySummary> latencies() {
    Map<Metric, LatencySummary> summaries = new EnumMap<>(Metric.class);
    measured.forEach(
        (metric, histogram) -> {
          if (histogram.getTotalCount() > 0) {
            summaries.put(metric, new LatencySummary(histogram.copy(), groups.errorNanos(metric)));
          }
        });
    return summaries;
  }

  /** Figures of brokers and connections in the measured time so far, copied. */
  SortedMap<String, ExtentTracker> figures() {
    SortedMap<String, ExtentTracker> known = new TreeMap<>();
    figures.forEach(
        (name, span) -> {
          if (span.known()) {
            known.put(name, new ExtentTracker(span));
          }
        });
    return known;
  }

  /** The measured time by the steps of the limit of sends in flight. */
  LimitSteps steps() {
    return steps;
  }

  /** Actions of brokers that affected the load. */
  List<String> incidents() {
    return session.incidents();
  }

  /** Pauses of the generator in the measured time so far, copied. */
  Histogram hiccups() {
    return hiccups.copy();
  }

  /** Resource use of the measured time so far. */
  ResourceUse resources() {
    return new ResourceUse(samples, sampler.sources(), measuredMessages, measuredSeconds);
  }
}
