package io.brokerbench.run;

import io.brokerbench.generator.Flip;
import io.brokerbench.generator.RunClients;
import io.brokerbench.generator.Standing;
import io.brokerbench.load.LoadGenerator;
import io.brokerbench.load.Timeline;
import io.brokerbench.measurement.ExtentTracker;
import io.brokerbench.measurement.Interval;
import io.brokerbench.measurement.Measurement;
import io.brokerbench.measurement.ResourceUse;
import io.brokerbench.record.LatencyRecorder;
import io.brokerbench.results.Extent;
import io.brokerbench.results.Metric;
import io.brokerbench.results.Phase;
import io.brokerbench.results.SteadyState;
import io.brokerbench.results.Throughput.WarmupEnd;
import io.brokerbench.sample.ResourceSampler;
import io.brokerbench.sample.Sample;
import io.brokerbench.sample.SampleSpan;
import io.brokerbench.schedule.Schedule.DueCount;
import io.brokerbench.statistics.SteadyStateDetector;
import io.brokerbench.workload.Load;
import io.brokerbench.workload.Workload;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Collects the records once per second, and adds them up to the measurement of the run, which is
 * known at any moment from the start of the measured time on. Not thread-safe: called by the
 * controlling thread.
 */
final class IntervalCollector {

  private static final double MEDIAN = 50;

  /**
   * Time for which a sample waits for the records of its interval, so that samples keep apart:
   * longer than workers take, because a sample has the figures of their latest records. The first
   * one waits until the next interval ends: the processes of workers are known from their first
   * records on, and {@code intervals.csv} has columns for those of the first sample.
   */
  private static final long SAMPLE_NANOS = (RunClients.FLIP_MILLIS + 200) * 1_000_000;

  private final Workload workload;
  private final @Nullable DueCount due;

  /** The latency whose median is checked for a steady state. */
  private final Metric leading;

  private final RunClients clients;
  private final LimitSteps steps;
  private final Timeline timeline;
  private final ResourceSampler sampler;

  /** Latencies belong to the phase in which their messages were due, whenever their sends end. */
  private final LatencySums measured = new LatencySums();

  private final Histogram hiccups = new Histogram(1, LatencyRecorder.MAX_NANOS, 2);
  private final List<Double> rates = new ArrayList<>();
  private final List<Double> latencies = new ArrayList<>();
  private final SortedMap<String, ExtentTracker> figures = new TreeMap<>();

  /** Readings of each figure until the end of the latest interval. */
  private final Map<String, OptionalLong> readings = new HashMap<>();

  private SampleSpan samples = SampleSpan.NONE;
  private Sample sampleBefore;
  private long measuredMessages;
  private long firstReceipts;
  private double measuredSeconds;
  private long blockedNanos;
  private boolean collectedAny;
  private long cutNanos = Long.MIN_VALUE;
  private Standing before = Standing.NONE;
  private final Deque<Cut> cuts = new ArrayDeque<>();

  /** An interval that has ended. */
  private static final class Cut {
    private final Phase phase;
    private final long fromNanos;
    private final long toNanos;
    private @Nullable Sample sample;

    Cut(Phase phase, long fromNanos, long toNanos) {
      this.phase = phase;
      this.fromNanos = fromNanos;
      this.toNanos = toNanos;
    }
  }

  /** Creates a collector for senders and consumers, and takes a sample. */
  IntervalCollector(Workload workload, RunClients clients, ResourceSampler sampler) {
    this.workload = workload;
    Load load = workload.load();
    int batch = workload.message().batch();
    this.due =
        load.schedule()
            .map(
                schedule ->
                    schedule.dueCount(load.threads(), batch, sender -> load.quota(sender, batch)))
            .orElse(null);
    this.leading = workload.leadingMetric();
    this.clients = clients;
    this.timeline = clients.timeline();
    this.steps = new LimitSteps(workload);
    this.sampler = sampler;
    this.sampleBefore = sampler.sample();
  }

  /**
   * Discards pauses and resource use so far, because the measured time starts now, with the first
   * message.
   */
  void restart() {
    clients.discardPauses();
    sampleBefore = sampler.sample();
  }

  /**
   * Ends an interval. One under load is limited by the end of the load.
   *
   * @param phase in which it started
   * @param nowNanos on the run's clock
   */
  void cut(Phase phase, long nowNanos) {
    long toNanos = phase.underLoad() ? Math.min(nowNanos, timeline.endNanos()) : nowNanos;
    // First, because rates are its counts divided by the time just taken.
    clients.cut();
    if (awaits()) {
      sample(cuts.getLast());
    }
    cuts.add(new Cut(phase, Math.max(cutNanos, timeline.startNanos()), toNanos));
    cutNanos = toNanos;
  }

  /** Whether an interval that has ended was not collected yet. */
  boolean awaits() {
    return !cuts.isEmpty();
  }

  /** The earliest interval that has ended and was not collected yet, as soon as it is complete. */
  Optional<Interval> collect() {
    if (!awaits()) {
      return Optional.empty();
    }
    Cut latest = cuts.getLast();
    boolean first = !collectedAny && cuts.size() == 1;
    if (!first && clients.clock().nanoTime() - latest.toNanos >= SAMPLE_NANOS) {
      sample(latest);
    }
    return clients.flip().map(flip -> interval(cuts.remove(), flip));
  }

  private Sample sample(Cut cut) {
    Sample known = cut.sample;
    if (known == null) {
      known = sampler.sample();
      cut.sample = known;
    }
    return known;
  }

  private Interval interval(Cut cut, Flip flip) {
    collectedAny = true;
    Standing after = flip.standing();
    Sample sample = sample(cut);
    measured.add(flip.measured(), flip.errorNanos());
    Interval interval =
        new Interval(
            seconds(cut.fromNanos),
            seconds(cut.toNanos),
            cut.phase,
            flip.warmup(),
            flip.measured(),
            flip.errorNanos(),
            before,
            after,
            sample,
            flip.hiccups(),
            clients.backlogs(),
            figures(sample));
    Set<String> readAnew =
        interval.figures().keySet().stream()
            .filter(figure -> readAnew(figure, sample))
            .collect(Collectors.toSet());
    if (cut.phase == Phase.MEASURED) {
      addMeasured(interval, readAnew);
      blockedNanos += after.blockedNanos() - before.blockedNanos();
    }
    before = after;
    sampleBefore = sample;
    clients.packBooks();
    return interval;
  }

  /**
   * What the driver reads of the brokers, or what their own exporters report: the higher figure.
   */
  private SortedMap<String, Long> figures(Sample sample) {
    SortedMap<String, Long> all = new TreeMap<>(clients.figures());
    sample
        .nodes()
        .values()
        .forEach(
            node ->
                node.broker()
                    .forEach(
                        (name, value) ->
                            all.computeIfPresent(name, (each, read) -> Math.max(read, value))));
    return all;
  }

  /**
   * Whether a figure was read since this was asked for the last interval. A figure that a node's
   * exporter reports counts as read.
   */
  private boolean readAnew(String figure, Sample sample) {
    OptionalLong now = clients.readings(figure);
    return !now.equals(readings.put(figure, now))
        || now.isEmpty()
        || sample.nodes().values().stream().anyMatch(node -> node.broker().containsKey(figure));
  }

  /** End of the latest interval that has ended, on the run's clock; Long.MIN_VALUE before. */
  long cutNanos() {
    return cutNanos;
  }

  private void addMeasured(Interval interval, Set<String> readAnew) {
    steps.add(interval);
    hiccups.add(interval.hiccups());
    if (samples.ends().isEmpty()) {
      sampler.restartSources();
      samples = samples.plus(sampleBefore);
    }
    samples = samples.plus(interval.sample());
    measuredMessages += messages(interval.after()) - messages(interval.before());
    firstReceipts += interval.firstReceipts(workload.message());
    measuredSeconds += interval.seconds();
    interval
        .figures()
        .forEach(
            (name, value) ->
                figures
                    .computeIfAbsent(name, n -> new ExtentTracker())
                    .add(value, readAnew.contains(name)));
    if (interval.saysRates()) {
      addToSeries(interval);
    }
  }

  /** Adds rate and median latency: those of consumers if there are no senders. */
  private void addToSeries(Interval interval) {
    rates.add(
        workload.load().threads() > 0 ? interval.successPerSecond() : interval.receivedPerSecond());
    Histogram histogram = interval.measured().get(leading);
    if (histogram != null && histogram.getTotalCount() > 0) {
      latencies.add((double) Math.max(1, histogram.getValueAtPercentile(MEDIAN)));
    }
  }

  /**
   * Steady state of the measured time so far: by the rate, or in an open loop, whose schedule sets
   * the rate, by the median latency.
   */
  private SteadyState steadyState() {
    double tolerance = workload.limits().drift();
    return workload.load().schedule().isPresent()
        ? SteadyStateDetector.ofLatencies("median " + leading.label(), latencies, tolerance)
        : SteadyStateDetector.ofRates("rate", rates, tolerance);
  }

  private double seconds(long nanos) {
    return (nanos - timeline.startNanos()) / 1e9;
  }

  /** Divisor for the cost per message: messages sent, or received if there are no senders. */
  private long messages(Standing totals) {
    return workload.load().threads() > 0
        ? totals.sends().attempted()
        : totals.receipts().deliveries();
  }

  /** Figures of brokers and connections in the measured time so far. */
  private SortedMap<String, Extent> figures() {
    SortedMap<String, Extent> known = new TreeMap<>();
    figures.forEach(
        (name, span) -> {
          if (span.known()) {
            known.put(name, span.extent());
          }
        });
    return known;
  }

  /** The measured time by the steps of the limit of sends in flight. */
  LimitSteps steps() {
    return steps;
  }

  /** Total time that senders waited for a full window, of the measured time so far. */
  long blockedNanos() {
    return blockedNanos;
  }

  /** Counts the messages due so far, so that little remains to be counted later. */
  void countDue() {
    dueUntil(Math.min(clients.clock().nanoTime(), timeline.endNanos()));
  }

  /** Number of messages due in the measured time until then, by the schedule alone. */
  private long dueUntil(long nanos) {
    long start = timeline.startNanos();
    return due == null
        ? 0
        : due.due(Math.min(timeline.measuredFromNanos(), nanos) - start, nanos - start);
  }

  /**
   * The measurement until now, or until the end; immutable.
   *
   * @param warmupEndedBy reason for the end of the warm-up
   * @param faults of the cluster
   * @param aborted why the load was ended, or the run is incomplete; empty for neither
   */
  Measurement measurement(WarmupEnd warmupEndedBy, List<String> faults, String aborted) {
    long to = Math.min(clients.clock().nanoTime(), timeline.endNanos());
    long from = Math.min(timeline.measuredFromNanos(), to);
    double seconds = (to - from) / 1e9;
    Standing now = clients.standing();
    long dueMessages = dueUntil(to);
    int senders = Math.max(1, workload.load().threads());
    return new Measurement(
        seconds(from),
        warmupEndedBy,
        seconds,
        steadyState(),
        seconds > 0 && due != null
            ? OptionalDouble.of(dueMessages / seconds)
            : OptionalDouble.empty(),
        now.measured().withInFlightAs(LoadGenerator.NO_ANSWER),
        now.sends().withInFlightAs(LoadGenerator.NO_ANSWER),
        clients.connections(),
        measured.summaries(),
        steps.results(),
        now.outOfRange(),
        seconds > 0 ? blockedNanos / 1e9 / senders / seconds : 0,
        hiccups.copy(),
        Runtime.getRuntime().availableProcessors(),
        new ResourceUse(samples, sampler.sources(), measuredMessages, measuredSeconds),
        measuredSeconds > 0 ? firstReceipts / measuredSeconds : 0,
        figures(),
        clients.parts(),
        clients.incidents(),
        List.copyOf(faults),
        aborted);
  }
}
