package io.brokerbench.measurement;

import io.brokerbench.bottleneck.BottleneckFinder;
import io.brokerbench.figures.Bound;
import io.brokerbench.measurement.Received.Group;
import io.brokerbench.record.Ledger.Counts;
import io.brokerbench.record.OrderCheck;
import io.brokerbench.record.Receipts;
import io.brokerbench.record.Reconciliation;
import io.brokerbench.results.Audit;
import io.brokerbench.results.Fsync;
import io.brokerbench.results.GeneratorState;
import io.brokerbench.results.Latency;
import io.brokerbench.results.Metric;
import io.brokerbench.results.RunResult;
import io.brokerbench.results.Sends;
import io.brokerbench.results.Throughput;
import io.brokerbench.results.Throughput.Loop;
import io.brokerbench.results.Transactions;
import io.brokerbench.results.Verdict;
import io.brokerbench.results.faults.PlannedFaults;
import io.brokerbench.sample.ResourceSampler;
import io.brokerbench.units.Text;
import io.brokerbench.workload.Filter;
import io.brokerbench.workload.Load;
import io.brokerbench.workload.Workload;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The records of a completed run, or of one so far, from which its {@link RunResult} is made.
 *
 * @param setup configuration and environment of the run
 * @param measurement figures of the measured time
 * @param cutShort where a signal ended the run before everything it waits for had ended; empty
 *     without a signal
 * @param audit of all messages of the run
 * @param received results of the consumers; null if there were none
 * @param transactions of the run; null if there were none
 * @param plannedFaults consequences of the planned faults; null if none were planned
 * @param floor latencies of the same load against a broker that answers at once; empty if the run
 *     was cut short
 */
public record CompletedRun(
    RunSetup setup,
    Measurement measurement,
    String cutShort,
    BrokerAudit audit,
    @Nullable Received received,
    @Nullable Transactions transactions,
    @Nullable PlannedFaults plannedFaults,
    Map<Metric, Latency> floor) {

  private static final Verdict UNJUDGED = new Verdict(Verdict.Status.VALID, List.of());

  /**
   * The result as it is in {@code run.json}, except that secrets are not hidden.
   *
   * @param amended the verdict to state, from that on the facts
   */
  public RunResult result(UnaryOperator<Verdict> amended) {
    RunResult facts = facts();
    Workload workload = setup.workload();
    RunResult run =
        facts.with(
            amended.apply(Judge.judge(facts, workload)),
            facts.resources().host() == null ? null : Judge.generatorTroubles(facts, workload));
    List<Bound> bounds = workload.requirements().bounds();
    return run.with(
        BottleneckFinder.of(run, workload),
        bounds.isEmpty() ? null : bounds.stream().map(bound -> bound.judge(run)).toList());
  }

  /** The result before it is judged: verdict, limit, requirements and troubles are yet to come. */
  private RunResult facts() {
    return new RunResult(
        RunResult.SCHEMA_VERSION,
        setup.workload().name(),
        setup.startedAt(),
        setup.command(),
        UNJUDGED,
        measurement.faults(),
        measurement.incidents().isEmpty() ? null : measurement.incidents(),
        cutShort.isEmpty() ? null : cutShort,
        measurement.aborted().isEmpty() ? null : measurement.aborted(),
        plannedFaults,
        Text.sha256(setup.settings().values().toString()),
        nested(setup.settings().values()),
        setup.environment(),
        setup.promise(),
        fsync(),
        throughput(),
        measurement.latencies(),
        measurement.steps().isEmpty() ? null : measurement.steps(),
        sends(measurement.counts()),
        auditOfAll(),
        received == null ? null : received.result(),
        transactions,
        measurement.connections(),
        measurement.resources().result(),
        measurement.figures().isEmpty() ? null : measurement.figures(),
        null,
        null,
        measurement.workers().isEmpty() ? null : measurement.workers(),
        generator());
  }

  /** Converts dotted keys to nested maps. */
  private static Map<String, Object> nested(Map<String, String> settings) {
    Map<String, Object> root = new LinkedHashMap<>();
    new TreeMap<>(settings).forEach((key, value) -> put(root, key, value));
    return root;
  }

  /** A key below one that has a value itself, such as scale.clients, remains dotted. */
  @SuppressWarnings("unchecked")
  private static void put(Map<String, Object> parent, String key, String value) {
    int dot = key.indexOf('.');
    Object child =
        dot < 0
            ? null
            : parent.computeIfAbsent(key.substring(0, dot), any -> new LinkedHashMap<>());
    if (child instanceof Map<?, ?>) {
      put((Map<String, Object>) child, key.substring(dot + 1), value);
    } else {
      parent.put(key, value);
    }
  }

  private @Nullable Fsync fsync() {
    Workload workload = setup.workload();
    double batchesPerSecond = measurement.ackedPerSecond() / workload.message().batch();
    return setup
        .fsync()
        .map(
            forces ->
                new Fsync(
                    forces.perSecond(),
                    new Fsync.Times(
                        forces.latency().count(),
                        forces.latency().p50Nanos(),
                        forces.latency().p99Nanos()),
                    batchesPerSecond / (workload.load().atOnce() * forces.perSecond())))
        .orElse(null);
  }

  private Throughput throughput() {
    Load load = setup.workload().load();
    return new Throughput(
        setup.closedLoop() ? Loop.CLOSED : Loop.OPEN,
        load.mode() == Load.SendMode.ASYNC ? load.inFlight().text() : null,
        measurement.warmupSeconds(),
        measurement.warmupEndedBy(),
        measurement.seconds(),
        measurement.steadyState(),
        measurement.offeredPerSecond().isPresent()
            ? measurement.offeredPerSecond().getAsDouble()
            : null,
        measurement.achievedPerSecond(),
        measurement.sentPerSecond(),
        measurement.ackedPerSecond(),
        received == null ? null : received.perSecond(),
        LoadFlow.of(setup.workload(), measurement, received).orElse(null),
        measurement.ackedPerSecond() * setup.workload().message().meanBytes());
  }

  private static Sends sends(Counts counts) {
    return new Sends(
        counts.attempted(),
        counts.ackedCount(),
        counts.rejected(),
        counts.unknown(),
        byStatus(counts));
  }

  /** Send statuses of brokers, under their own names. */
  private static SortedMap<String, Long> byStatus(Counts counts) {
    SortedMap<String, Long> statuses = new TreeMap<>(counts.acked());
    statuses.putAll(counts.rejected());
    statuses.putAll(counts.unknown());
    statuses.keySet().removeIf(Sends::byClient);
    return statuses;
  }

  /** Audit of all messages, summed over the consumer groups. */
  private Audit auditOfAll() {
    List<Group> groups = received == null ? List.of() : received.groups();
    List<Reconciliation> reconciliations = parts(groups, Group::reconciliation);
    List<Receipts.Counts> counts = parts(groups, Group::counts);
    List<OrderCheck.Counts> orders = parts(counts, Receipts.Counts::order);
    OptionalLong progress = progress(groups);
    MissingCount missing = audit.unasked();
    boolean filtered = setup.workload().consumption().filter().type() != Filter.Type.NONE;
    return new Audit(
        audit.done(),
        measurement.allCounts().attempted(),
        audit.acked(),
        audit.unknown(),
        audit.rejected(),
        measurement.allCounts().unknown().get(Sends.ONE_WAY),
        known(audit.brokerCount()),
        known(audit.replicaCount()),
        setup.promise().copies() > 1 ? audit.replicaReported() : null,
        audit.brokerCount().isPresent() ? audit.agreesWithBroker() : null,
        missing == null ? null : missing.text(),
        missing == null ? null : missing.cause(),
        audit.brokers().isEmpty() ? null : audit.brokers(),
        audit.joined().isEmpty() ? null : audit.joined(),
        sum(reconciliations, Reconciliation::delivered),
        sum(reconciliations, reconciliation -> reconciliation.lost().size()),
        sum(reconciliations, reconciliation -> reconciliation.recovered().size()),
        sum(reconciliations, reconciliation -> reconciliation.indeterminate().size()),
        sum(reconciliations, reconciliation -> reconciliation.phantom().size()),
        sum(reconciliations, Reconciliation::unselected),
        sum(
            reconciliations.isEmpty() ? List.of() : parts(groups, Group::receipts),
            each -> each.duplicates().size()),
        sum(counts, Receipts.Counts::corruptDeliveries),
        sum(counts, Receipts.Counts::unexpected),
        sum(orders, OrderCheck.Counts::reordered),
        sum(orders, OrderCheck.Counts::reorderedInShard),
        known(orders.stream().mapToLong(OrderCheck.Counts::largestDisplacement).max()),
        known(progress),
        // Clients do not report progress beyond the last message that a filter selected.
        (progress.isPresent() && !filtered && audit.brokerCount().isPresent())
            ? groups.stream().allMatch(group -> group.progress().equals(audit.brokerCount()))
            : null);
  }

  /** Progress of all groups together; empty unless the brokers report it for each group. */
  private static OptionalLong progress(List<Group> groups) {
    return !groups.isEmpty() && groups.stream().allMatch(group -> group.progress().isPresent())
        ? OptionalLong.of(groups.stream().mapToLong(group -> group.progress().orElseThrow()).sum())
        : OptionalLong.empty();
  }

  /** The parts of all elements that have one. */
  private static <T, P> List<P> parts(List<T> wholes, Function<T, @Nullable P> part) {
    return wholes.stream().flatMap(whole -> Stream.ofNullable(part.apply(whole))).toList();
  }

  /** The sum over the parts; null if there are none. */
  private static <T> @Nullable Long sum(List<T> parts, ToLongFunction<T> count) {
    return parts.isEmpty() ? null : parts.stream().mapToLong(count).sum();
  }

  private GeneratorState generator() {
    boolean known = measurement.resources().known();
    return new GeneratorState(
        measurement.availableProcessors(),
        measurement.hiccups().getValueAtPercentile(99),
        measurement.hiccups().getMaxValue(),
        measurement.windowFullShare(),
        measurement.outOfRange(),
        known ? measurement.resources().generatorStarvedShare() : null,
        known ? measurement.resources().gcShare(ResourceSampler.GENERATOR) : null,
        null,
        floor);
  }

  /** The figure, or null. */
  static @Nullable Long known(OptionalLong figure) {
    return figure.isPresent() ? figure.getAsLong() : null;
  }
}
