package io.brokerbench.measurement;

import io.brokerbench.ceiling.CeilingLatency;
import io.brokerbench.ceiling.Ceilings;
import io.brokerbench.record.CheckBackBook;
import io.brokerbench.record.LatencyRecorder;
import io.brokerbench.record.Ledger;
import io.brokerbench.record.Ledger.Counts;
import io.brokerbench.record.Receipts;
import io.brokerbench.record.SendOutcome;
import io.brokerbench.record.Totals;
import io.brokerbench.results.Environment;
import io.brokerbench.results.Metric;
import io.brokerbench.results.Phase;
import io.brokerbench.results.ProcessFigure;
import io.brokerbench.results.Promise;
import io.brokerbench.results.Resources.Role;
import io.brokerbench.results.SteadyState;
import io.brokerbench.results.Throughput.WarmupEnd;
import io.brokerbench.sample.HostFigures;
import io.brokerbench.sample.ProcessFigures;
import io.brokerbench.sample.Sample;
import io.brokerbench.workload.TestWorkload;
import io.brokerbench.workload.Workload;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * A result as a run gives it: ten seconds at 1,000/s on four processors, all of it acknowledged, a
 * generator at half a processor. Tests change what they are about.
 */
public final class TestResult {

  public static final long SECOND = 1_000_000_000;

  /** The latencies of a run without consumers and transactions. */
  public static final Set<Metric> SENDING =
      Collections.unmodifiableSet(EnumSet.range(Metric.LAG, Metric.RESPONSE));

  public static final Instant STARTED_AT = Instant.parse("2026-01-02T03:04:05.678Z");

  private final List<String> assignments;
  private Promise promise = new Promise(true, false, 1, "acknowledged in memory");
  private Counts counts = counts(10_000, 10_000);
  private OptionalDouble offered = OptionalDouble.of(1000);
  private final Map<Metric, LatencySummary> latencies = new EnumMap<>(Metric.class);
  private long outOfRange;
  private double windowFullShare;
  private Histogram hiccups = histogram(1000, 1_000_000);
  private List<Sample> samples =
      List.of(sample(0, process(0), host(0)), sample(10, process(5 * SECOND), host(6 * SECOND)));
  private List<String> faults = List.of();
  private SortedMap<String, ExtentTracker> figures = Collections.emptySortedMap();
  private List<String> incidents = List.of();
  private String cutShort = "";
  private WarmupEnd warmupEndedBy = WarmupEnd.TIME;
  private SteadyState steadyState =
      new SteadyState(SteadyState.Status.STEADY, 5, "rate", 0.98, 1.03);
  private Optional<Ceilings.Forces> fsync = Optional.empty();
  private @Nullable Received received;
  private @Nullable Transacted transacted;
  private Map<String, Object> client = Map.of();
  private BrokerAudit audit = audit(OptionalLong.of(10_000), OptionalLong.empty(), null);

  /** With these settings over the reference. */
  public TestResult(String... assignments) {
    this.assignments = new ArrayList<>(List.of(assignments));
    this.assignments.add("load.rate=1000/s");
    latencies.put(Metric.LAG, new LatencySummary(histogram(10_000, 20_000)));
    latencies.put(Metric.SERVICE, new LatencySummary(histogram(10_000, 1_000_000)));
    latencies.put(Metric.RESPONSE, new LatencySummary(histogram(10_000, 1_020_000)));
  }

  public static Counts counts(int attempted, int acked) {
    Ledger ledger = new Ledger();
    ledger.attempted(attempted, true);
    ledger.ended(SendOutcome.ACKED, "OK", acked, true);
    return ledger.counts();
  }

  public static Histogram histogram(long count, long nanos) {
    Histogram histogram = LatencyRecorder.emptyHistogram();
    histogram.recordValueWithCount(nanos, count);
    return histogram;
  }

  public static ProcessFigures process(long cpuNanos) {
    return process(cpuNanos, 0);
  }

  /** A generator with this time in garbage collections. */
  public static ProcessFigures process(long cpuNanos, long gcMillis) {
    return new ProcessFigures(
        Role.GENERATOR,
        Map.of(
            ProcessFigure.CPU_NANOS,
            cpuNanos,
            ProcessFigure.RSS_BYTES,
            1000L,
            ProcessFigure.HEAP_USED_BYTES,
            500L,
            ProcessFigure.GC_COUNT,
            0L,
            ProcessFigure.GC_PAUSE_MILLIS,
            gcMillis,
            ProcessFigure.READ_BYTES,
            0L,
            ProcessFigure.WRITTEN_BYTES,
            0L));
  }

  /** A host of four processors, after ten seconds unless it did nothing yet. */
  public static HostFigures host(long busyNanos) {
    return host(busyNanos, busyNanos == 0 ? 0 : 10);
  }

  /** The same after so many seconds. */
  public static HostFigures host(long busyNanos, long atSecond) {
    return new HostFigures(
        4, busyNanos, 0, 0, 4 * atSecond * SECOND, 1.5, 0, 0, 0, 0.5, List.of(), List.of());
  }

  public static Sample sample(long atSecond, ProcessFigures generator, HostFigures host) {
    Map<String, ProcessFigures> processes = new LinkedHashMap<>();
    processes.put("generator", generator);
    return new Sample(atSecond * SECOND, processes, host, 0);
  }

  /** A second of a run. */
  public static Interval interval(long fromSecond, Phase phase, Counts before, Counts after) {
    Map<Metric, Histogram> none = new EnumMap<>(Metric.class);
    Map<Metric, Histogram> some = new EnumMap<>(Metric.class);
    for (Metric metric : SENDING) {
      none.put(metric, LatencyRecorder.emptyHistogram());
      some.put(metric, histogram(after.ackedCount() - before.ackedCount(), 1_000_000));
    }
    boolean measured = phase == Phase.MEASURED;
    long to = fromSecond + 1;
    return new Interval(
        fromSecond,
        to,
        phase,
        measured ? none : some,
        measured ? some : none,
        totals(before),
        totals(after),
        sample(to, process(to * SECOND / 2), host(to * SECOND, to)),
        histogram(10, 1_000_000),
        Map.of(),
        Map.of());
  }

  /** Totals of a run without consumers. */
  public static Totals totals(Counts sends) {
    return new Totals(sends, Receipts.Counts.NONE, CheckBackBook.Counts.NONE);
  }

  public TestResult promise(boolean acknowledged, int copies) {
    promise = new Promise(acknowledged, false, copies, "a promise");
    return this;
  }

  public TestResult client(Map<String, Object> newClient) {
    client = newClient;
    return this;
  }

  public TestResult promise(Promise newPromise) {
    promise = newPromise;
    return this;
  }

  /** The brokers hold what was acknowledged. */
  public TestResult counts(Counts newCounts) {
    counts = newCounts;
    return audit(newCounts.ackedCount(), null);
  }

  /** The rate that is asked for, in its notation. */
  public TestResult rate(String notation) {
    assignments.add("load.rate=" + notation);
    return this;
  }

  public TestResult offered(int perSecond) {
    assignments.add(String.format(Locale.ROOT, "load.rate=%d/s", perSecond));
    offered = OptionalDouble.of(perSecond);
    return this;
  }

  public TestResult closedLoop() {
    assignments.add("load.rate=closed");
    offered = OptionalDouble.empty();
    latencies.remove(Metric.LAG);
    latencies.remove(Metric.RESPONSE);
    return this;
  }

  public TestResult outOfRange(long messages) {
    outOfRange = messages;
    return this;
  }

  public TestResult windowFull(double share) {
    windowFullShare = share;
    return this;
  }

  public TestResult hiccups(long nanos) {
    hiccups = histogram(1000, nanos);
    return this;
  }

  public TestResult samples(Sample... newSamples) {
    samples = List.of(newSamples);
    return this;
  }

  public TestResult fault(String fault) {
    faults = List.of(fault);
    return this;
  }

  public TestResult incident(String incident) {
    incidents = List.of(incident);
    return this;
  }

  /** What brokers tell: these values, one after the other. */
  public TestResult figure(String name, long... values) {
    ExtentTracker span = new ExtentTracker();
    for (long value : values) {
      span.add(value);
    }
    figures = new TreeMap<>(Map.of(name, span));
    return this;
  }

  public TestResult cutShort(String why) {
    cutShort = why;
    return this;
  }

  public TestResult warmupEndedBy(WarmupEnd what) {
    warmupEndedBy = what;
    return this;
  }

  /** The rate rose by 18 % to 30 %. */
  public TestResult drifting() {
    steadyState = new SteadyState(SteadyState.Status.DRIFTING, 10, "rate", 1.18, 1.3);
    return this;
  }

  public TestResult audit(long brokerCount, @Nullable Long replicaCount) {
    audit =
        audit(
            OptionalLong.of(brokerCount),
            replicaCount == null ? OptionalLong.empty() : OptionalLong.of(replicaCount),
            null);
    return this;
  }

  public TestResult unasked(String why) {
    return unasked(new MissingCount(why, true));
  }

  public TestResult unasked(MissingCount why) {
    audit = audit(OptionalLong.empty(), OptionalLong.empty(), why);
    return this;
  }

  /** As it is written before the audit. */
  public TestResult notAudited() {
    audit = BrokerAudit.notDone(counts);
    return this;
  }

  private BrokerAudit audit(
      OptionalLong broker, OptionalLong replica, @Nullable MissingCount unasked) {
    return new BrokerAudit(
        counts.ackedCount(),
        counts.unknownCount(),
        counts.rejectedCount(),
        broker,
        replica,
        true,
        unasked,
        true);
  }

  /** Its disk takes 2.4 ms a force, 400 a second. */
  public TestResult fromDisk() {
    fsync = Optional.of(new Ceilings.Forces(400, new CeilingLatency(200, 2_400_000, 3_100_000)));
    return this;
  }

  public TestResult received(Received newReceived) {
    received = newReceived;
    return this;
  }

  public TestResult transacted(Transacted newTransacted) {
    transacted = newTransacted;
    return this;
  }

  public CompletedRun build() {
    Workload workload = TestWorkload.of(assignments.toArray(new String[0]));
    Map<String, String> settings = new TreeMap<>();
    settings.put("name", workload.name());
    settings.put("load.rate", "1000/s");
    settings.put("load.threads", "4");
    RunSetup setup =
        new RunSetup(
            STARTED_AT,
            "producer --rate 1000/s",
            workload,
            settings,
            new Environment(
                new Environment.Host("x", "6.1", "amd64", "cpu", 2, 2, 1 << 30, "none"),
                new Environment.Jvm("17", "vendor", "name", List.of(), 1 << 30, List.of()),
                Map.of(),
                client,
                Map.of()),
            promise,
            fsync);
    Measurement measurement =
        new Measurement(
            2,
            warmupEndedBy,
            10,
            steadyState,
            offered,
            counts,
            counts,
            latencies,
            outOfRange,
            windowFullShare,
            hiccups,
            4,
            new ResourceUse(samples, counts.attempted(), 10),
            figures,
            incidents,
            faults,
            cutShort);
    return new CompletedRun(
        setup,
        measurement,
        audit,
        received,
        transacted,
        Map.of(Metric.SERVICE, new LatencySummary(histogram(1000, 2000))));
  }
}
