package io.brokerbench.measurement;

import io.brokerbench.bottleneck.BottleneckFinder;
import io.brokerbench.figures.Bound;
import io.brokerbench.generator.WorkerPart;
import io.brokerbench.measurement.Received.Group;
import io.brokerbench.record.Ledger.Counts;
import io.brokerbench.record.OrderCheck;
import io.brokerbench.record.Receipts;
import io.brokerbench.record.Reconciliation;
import io.brokerbench.results.Audit;
import io.brokerbench.results.Fsync;
import io.brokerbench.results.GeneratorState;
import io.brokerbench.results.RunResult;
import io.brokerbench.results.Sends;
import io.brokerbench.results.Throughput;
import io.brokerbench.results.Throughput.Loop;
import io.brokerbench.results.Verdict;
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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Creates the {@link RunResult} of a completed run for {@code run.json}. */
final class RunResults {

  private static final Verdict UNJUDGED = new Verdict(Verdict.Status.VALID, List.of());

  private RunResults() {}

  static RunResult of(CompletedRun completed, Verdict verdict) {
    RunResult facts = facts(completed);
    RunResult run =
        facts.with(
            verdict,
            facts.resources().host() == null ? null : Judge.generatorTroubles(completed, facts));
    Workload workload = completed.setup().workload();
    List<Bound> bounds = workload.requirements().bounds();
    return run.with(
        BottleneckFinder.of(run, workload),
        bounds.isEmpty() ? null : bounds.stream().map(bound -> bound.judge(run)).toList());
  }

  /** The result before it is judged: verdict, limit, requirements and troubles are yet to come. */
  static RunResult facts(CompletedRun completed) {
    RunSetup setup = completed.setup();
    Measurement run = completed.measurement();
    Received received = completed.received();
    return new RunResult(
        RunResult.SCHEMA_VERSION,
        setup.workload().name(),
        setup.startedAt(),
        setup.command(),
        UNJUDGED,
        run.faults(),
        completed.plannedFaults(),
        Text.sha256(setup.settings().values().toString()),
        nested(setup.settings().values()),
        setup.environment(),
        setup.promise(),
        fsync(setup, run),
        throughput(setup, run, received),
        run.latencies(),
        run.steps().isEmpty() ? null : run.steps(),
        sends(run.counts()),
        audit(completed),
        received == null ? null : received.result(),
        completed.transactions(),
        run.connections(),
        run.resources().result(),
        run.figures().isEmpty() ? null : run.figures(),
        null,
        null,
        run.workers().isEmpty() ? null : run.workers().stream().map(WorkerPart::use).toList(),
        generator(completed));
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

  private static @Nullable Fsync fsync(RunSetup setup, Measurement run) {
    Workload workload = setup.workload();
    double batchesPerSecond = run.ackedPerSecond() / workload.message().batch();
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

  private static Throughput throughput(
      RunSetup setup, Measurement run, @Nullable Received received) {
    Load load = setup.workload().load();
    return new Throughput(
        setup.closedLoop() ? Loop.CLOSED : Loop.OPEN,
        load.mode() == Load.SendMode.ASYNC ? load.inFlight().text() : null,
        run.warmupSeconds(),
        run.warmupEndedBy(),
        run.seconds(),
        run.steadyState(),
        run.offeredPerSecond().isPresent() ? run.offeredPerSecond().getAsDouble() : null,
        run.achievedPerSecond(),
        run.sentPerSecond(),
        run.ackedPerSecond(),
        received == null ? null : received.perSecond(),
        LoadFlow.of(setup.workload(), run, received).orElse(null),
        run.ackedPerSecond() * setup.workload().message().meanBytes());
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
  private static Audit audit(CompletedRun completed) {
    BrokerAudit audit = completed.audit();
    Received received = completed.received();
    List<Group> groups = received == null ? List.of() : received.groups();
    List<Reconciliation> reconciliations = parts(groups, Group::reconciliation);
    List<Receipts.Counts> counts = parts(groups, Group::counts);
    List<OrderCheck.Counts> orders = parts(counts, Receipts.Counts::order);
    OptionalLong progress = progress(groups);
    boolean filtered =
        completed.setup().workload().consumption().filter().type() != Filter.Type.NONE;
    return new Audit(
        audit.done(),
        completed.measurement().allCounts().attempted(),
        audit.acked(),
        audit.unknown(),
        audit.rejected(),
        known(audit.brokerCount()),
        known(audit.replicaCount()),
        audit.brokerCount().isPresent() ? audit.agreesWithBroker() : null,
        audit.unasked() == null ? null : audit.unasked().text(),
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

  private static GeneratorState generator(CompletedRun completed) {
    Measurement run = completed.measurement();
    boolean known = run.resources().known();
    return new GeneratorState(
        run.availableProcessors(),
        run.hiccups().getValueAtPercentile(99),
        run.hiccups().getMaxValue(),
        run.windowFullShare(),
        run.outOfRange(),
        known ? run.resources().generatorStarvedShare() : null,
        known ? run.resources().gcShare(ResourceSampler.GENERATOR) : null,
        null,
        completed.floor());
  }

  /** The figure, or null. */
  static @Nullable Long known(OptionalLong figure) {
    return figure.isPresent() ? figure.getAsLong() : null;
  }
}
