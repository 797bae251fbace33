package io.brokerbench.figures;

import io.brokerbench.results.Latency.Statistic;
import io.brokerbench.results.Metric;
import io.brokerbench.results.Resources.HostUse;
import io.brokerbench.results.RunResult;
import io.brokerbench.results.tables.IntervalColumn;
import io.brokerbench.results.tables.IntervalRows;
import io.brokerbench.statistics.Direction;
import io.brokerbench.statistics.Repeats;
import io.brokerbench.stored.StoredRun;
import io.brokerbench.units.Text;
import io.brokerbench.units.Unit;
import java.io.IOException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/**
 * A figure of a run, and the catalogue of all: what it is, its unit, its value in a run, and where
 * it may be used. Immutable; ordered as in the catalogue.
 */
public final class RunFigure implements Comparable<RunFigure> {

  /** Where a figure may be used. */
  public enum Use {
    /** {@code --require}, and the section of workload files. */
    REQUIRE,
    /** {@code find.limits}: a rate is sustained within them. */
    FIND,
    /** {@code compare --limit}: the share by which it may be worse than the base. */
    COMPARE,
    /** {@code abort}: the load ends at once if the figure of a second is above it. */
    ABORT,
    /** {@code reference}: what a publication states. */
    PUBLISHED;

    /** The name for display. */
    public String key() {
      return Text.notation(this);
    }
  }

  /**
   * The value of a figure in a run.
   *
   * @param number in the unit of the figure; null if it is unknown
   * @param node the node that has it, empty for the machine that all nodes share; null if it is not
   *     that of a node
   * @param lacking nodes whose value is unknown and may be higher
   * @param unknown why it, or that of these nodes, is unknown
   * @param beyond what it includes beyond the published figure of its name, so that their ratio
   *     says nothing; empty for nothing
   */
  public record Value(
      @Nullable Double number,
      @Nullable String node,
      List<String> lacking,
      String unknown,
      String beyond) {

    /** A value that is that of no node. */
    public static Value of(@Nullable Number number, String unknown) {
      return new Value(number == null ? null : number.doubleValue(), null, List.of(), unknown, "");
    }

    Value beyond(String more) {
      return new Value(number, node, lacking, unknown, more);
    }
  }

  /** What a run must have for a figure. */
  public enum Needs {
    /** Nothing: any run may have it. */
    NOTHING,
    SENDERS,
    /** Senders whose messages are acknowledged. */
    ACKNOWLEDGEMENTS,
    CONSUMERS,
    /** Consumers, and senders whose messages are acknowledged. */
    CONSUMERS_AND_ACKNOWLEDGEMENTS,
    /** That the workload has this latency. */
    LATENCY
  }

  /** What stands for each statistic in the name of a {@link #family}. */
  public static final String STATISTIC = "STATISTIC";

  private static final String NO_MACHINE = "no machine of the brokers has a figure of it";

  private static final Map<String, RunFigure> ALL = new LinkedHashMap<>();

  /** Messages per second, of the kind that the run's tool measures. */
  public static final RunFigure RATE;

  /** Median of the latency that the run's tool measures. */
  public static final RunFigure P50;

  /** 99th percentile of the latency that the run's tool measures. */
  public static final RunFigure P99;

  /** Processor time of the brokers per message, microseconds. */
  public static final RunFigure CPU;

  /** Acknowledged messages per second. */
  public static final RunFigure ACKED;

  /** Messages received per second. */
  public static final RunFigure RECEIVED;

  /** Messages sent per second, of those that were due. */
  public static final RunFigure SENT;

  /** Share of sends that fail. */
  public static final RunFigure ERRORS;

  /** Messages that consumers have yet to receive. */
  public static final RunFigure BACKLOG;

  /** Alarms that brokers report. */
  public static final RunFigure ALARMS;

  /** Used share of the fullest disk of the brokers. */
  public static final RunFigure DISK_USED;

  static final RunFigure BROKERS_CPU_PER_MESSAGE;
  static final RunFigure MACHINE_CPU_PER_MESSAGE;

  static {
    RATE =
        new FigureDraft(
                "rate", Unit.PER_SECOND, "Messages per second, received, acknowledged or sent")
            .servedRate()
            .chosen(FigureValues::rate);
    for (Statistic statistic : Statistic.values()) {
      new FigureDraft(
              "latency-" + statistic.label(),
              Unit.NANOS,
              "Latency of the tool, end to end, response or service")
          .statistic(statistic, null)
          .named(Use.COMPARE, statistic.label())
          .chosen(run -> of(run.leadingMetric(), statistic));
    }
    P50 = require("latency-p50");
    P99 = require("latency-p99");
    CPU =
        new FigureDraft(
                "cpu-per-message",
                Unit.MICROS_PER_MESSAGE,
                "Processor time of the brokers per message, of their machines if unknown")
            .named(Use.COMPARE, "cpu")
            .chosen(FigureValues::cpuPerMessage);
    BROKERS_CPU_PER_MESSAGE =
        new FigureDraft(
                "brokers-cpu-per-message",
                Unit.MICROS_PER_MESSAGE,
                "Processor time of the brokers' processes per message")
            .label("brokers' CPU/msg")
            .of(
                run ->
                    Value.of(
                        FigureValues.brokersMicrosPerMessage(run).stream()
                            .boxed()
                            .findFirst()
                            .orElse(null),
                        "a broker has no process with a figure of it"));
    MACHINE_CPU_PER_MESSAGE =
        new FigureDraft(
                "machine-cpu-per-message",
                Unit.MICROS_PER_MESSAGE,
                "Processor time of the brokers' machines per message")
            .label("brokers' machines' CPU/msg")
            .of(
                run ->
                    Value.of(
                        FigureValues.machineMicrosPerMessage(run),
                        "a machine of the brokers lacks a figure of it, or there are no messages"));
    for (Metric metric : Metric.values()) {
      for (Statistic statistic : Statistic.values()) {
        latency(metric, statistic);
      }
    }
    ACKED =
        new FigureDraft("acked", Unit.PER_SECOND, "Acknowledged messages per second")
            .label("acked/s")
            .needs(Needs.ACKNOWLEDGEMENTS)
            .servedRate()
            .of(run -> FigureValues.acknowledged(run, run.throughput().ackedPerSecond(), ""));
    RECEIVED =
        new FigureDraft(
                "received",
                Unit.PER_SECOND,
                "Messages per second that consumers receive, all groups together")
            .label("received/s")
            .needs(Needs.CONSUMERS)
            .servedRate()
            .of(run -> Value.of(run.throughput().receivedPerSecond(), "there were no consumers"));
    SENT =
        new FigureDraft("sent", Unit.PER_SECOND, "Messages sent per second, of those that were due")
            .label("sent/s")
            .needs(Needs.SENDERS)
            .of(run -> Value.of(run.throughput().achievedPerSecond(), ""));
    new FigureDraft("in-out", Unit.PER_SECOND, "Messages sent and received per second")
        .needs(Needs.CONSUMERS)
        .servedRate()
        .of(
            run ->
                Value.of(
                    FigureValues.sentAndReceived(run.throughput()), "there were no consumers"));
    new FigureDraft(
            "acked.undisturbed",
            Unit.PER_SECOND,
            "Median of the acknowledged messages of the seconds in which no send failed")
        .needs(Needs.ACKNOWLEDGEMENTS)
        .refuse(Use.REQUIRE, "is that of intervals, which are read after the run")
        .of(
            (run, intervals) ->
                Value.of(FigureValues.undisturbed(intervals.rows()), "no second had no failure"));
    new FigureDraft("acked-bytes", Unit.BYTES_PER_SECOND, "Acknowledged bodies, bytes per second")
        .named(Use.PUBLISHED, "bytes")
        .needs(Needs.ACKNOWLEDGEMENTS)
        .higherIsBetter()
        .of(run -> FigureValues.acknowledged(run, run.throughput().bytesPerSecond(), ""));
    windows("acked", IntervalColumn.ACKED, Needs.ACKNOWLEDGEMENTS);
    windows("received", IntervalColumn.DELIVERIES, Needs.CONSUMERS);
    ERRORS =
        new FigureDraft("errors", Unit.SHARE, "Share of sends that fail")
            .label("error ratio")
            .needs(Needs.SENDERS)
            .guards()
            .of(run -> Value.of(FigureValues.errors(run), "nothing was sent"));
    new FigureDraft("failed", Unit.COUNT, "Sends that fail")
        .needs(Needs.SENDERS)
        .of(run -> Value.of(run.sends().failed(), ""));
    count(
        "lost",
        "Acknowledged messages that consumers never received",
        Needs.CONSUMERS_AND_ACKNOWLEDGEMENTS,
        run -> FigureValues.acknowledged(run, run.audit().lost(), "the audit has no figure of it"));
    count(
        "duplicated",
        "Messages received more than once without a redelivery",
        Needs.CONSUMERS,
        run -> Value.of(run.audit().duplicated(), "the audit has no figure of it"));
    count(
        "reordered",
        "Messages received after a later one of the same queue",
        Needs.CONSUMERS,
        run -> Value.of(run.audit().reordered(), "no order is promised"));
    count(
        "corrupt",
        "Deliveries with a wrong checksum",
        Needs.CONSUMERS,
        run -> Value.of(run.audit().corrupt(), "the audit has no figure of it"));
    for (Resource resource : Resource.values()) {
      utilization(resource);
    }
    machine("cpu", "Busy time of the processors", RunResult::busyShare);
    machine("memory", "Used memory", run -> run.ofBrokerHosts(HostUse::memoryUsedShareMax));
    new FigureDraft("load-average", Unit.COUNT, "Load average of the brokers' machine, the highest")
        .incomparable("a load of another machine")
        .of(run -> Value.of(run.ofBrokerHosts(FigureValues::loadAverage), NO_MACHINE));
    new FigureDraft("network-bytes", Unit.BYTES_PER_SECOND, "Bytes per second of all interfaces")
        .named(Use.PUBLISHED, "network")
        .of(
            run ->
                Value.of(FigureValues.networkBytes(run), NO_MACHINE)
                    .beyond("all interfaces, loopback included"));
    for (Statistic statistic : Statistic.values()) {
      new FigureDraft("rt." + statistic.label(), Unit.NANOS, "Response time of a closed loop")
          .statistic(statistic, null)
          .needs(Needs.SENDERS)
          .of(run -> FigureValues.responseTime(run, statistic));
    }
    for (Statistic statistic : Statistic.values()) {
      new FigureDraft("receipt." + statistic.label(), Unit.NANOS, "From publishing to the receipt")
          .statistic(statistic, null)
          .needs(Needs.CONSUMERS)
          .of(
              run ->
                  FigureValues.nanos(run, Metric.END_TO_END, statistic)
                      .beyond(FigureValues.FROM_DUE_TIME));
    }
    BACKLOG =
        new FigureDraft(
                "backlog",
                Unit.COUNT,
                "Messages that consumers have yet to receive, all groups together")
            .needs(Needs.CONSUMERS)
            .guardsOnly()
            .add();
    ALARMS = new FigureDraft("alarms", Unit.COUNT, "Alarms that brokers report").guardsOnly().add();
    DISK_USED =
        new FigureDraft("disk-used", Unit.SHARE, "Used share of the brokers' fullest disk")
            .named(Use.ABORT, "disk")
            .guardsOnly()
            .add();
  }

  private final FigureDraft described;
  private final int index;

  RunFigure(FigureDraft draft) {
    this.described = draft;
    this.index = ALL.size();
  }

  private static void count(
      String key, String meaning, Needs needs, Function<RunResult, Value> value) {
    new FigureDraft(key, Unit.MESSAGES, meaning + ", of the whole run")
        .needs(needs)
        .of(run -> run.audit().done() ? value.apply(run) : Value.of(null, "the audit is not done"));
  }

  private static void latency(Metric metric, Statistic statistic) {
    FigureDraft draft =
        new FigureDraft(key(metric, statistic), Unit.NANOS, metric.description())
            .label(metric.label() + " " + statistic.label())
            .statistic(statistic, metric)
            .needs(Needs.LATENCY)
            .guards();
    if (metric == Metric.BORN_TO_CONSUMER || metric == Metric.STORE_TO_CONSUMER) {
      draft.named(Use.PUBLISHED, metric.label() + "." + statistic.label());
    }
    draft.of(run -> FigureValues.nanos(run, metric, statistic));
  }

  private static void utilization(Resource resource) {
    FigureDraft draft =
        new FigureDraft(
                resource.key(), Unit.SHARE, resource.meaning() + ", of the node that uses most")
            .ofNodes();
    switch (resource) {
      case CPU, MEMORY -> draft.refuse(Use.PUBLISHED, "is that of the whole machine there");
      case NETWORK -> draft.refuse(Use.PUBLISHED, "is in bytes there");
      case DISK -> draft.named(Use.PUBLISHED, "disk-busy");
      case IOWAIT, GC -> {}
    }
    draft.of(run -> FigureValues.utilization(resource, Utilization.of(run).get(resource)));
  }

  private static void machine(
      String resource, String meaning, Function<RunResult, @Nullable Double> value) {
    new FigureDraft("machine-" + resource, Unit.SHARE, meaning + " of the brokers' machine")
        .named(Use.PUBLISHED, resource)
        .of(run -> Value.of(value.apply(run), NO_MACHINE));
  }

  private static void windows(String rate, IntervalColumn column, Needs needs) {
    window(rate + ".lowest", "Lowest", needs)
        .mayBeZero()
        .of((run, intervals) -> extreme(intervals, column, DoubleStream::min));
    window(rate + ".highest", "Highest", needs)
        .of((run, intervals) -> extreme(intervals, column, DoubleStream::max));
  }

  private static FigureDraft window(String key, String meaning, Needs needs) {
    return new FigureDraft(
            key, Unit.PER_SECOND, meaning + " rate of ten seconds, the length of tools' lines")
        .needs(needs)
        .refuse(Use.REQUIRE, "is that of intervals, which are read after the run");
  }

  private static Value extreme(
      FigureDraft.Intervals intervals,
      IntervalColumn column,
      Function<DoubleStream, OptionalDouble> which) {
    OptionalDouble extreme =
        which.apply(
            FigureValues.rates(intervals.rows(), column).stream().mapToDouble(Double::doubleValue));
    return Value.of(extreme.isPresent() ? extreme.getAsDouble() : null, "it has no ten seconds");
  }

  private static String key(Metric metric, Statistic statistic) {
    return Text.hyphenated(metric.label()) + "-" + statistic.label();
  }

  static void enter(RunFigure figure) {
    ALL.put(figure.key(), figure);
  }

  private static RunFigure require(String key) {
    return Objects.requireNonNull(ALL.get(key), key);
  }

  public static List<RunFigure> all() {
    return List.copyOf(ALL.values());
  }

  public static List<RunFigure> all(Use use) {
    return ALL.values().stream().filter(figure -> figure.whyNot(use).isEmpty()).toList();
  }

  /** The figures by which runs are compared unless others are named. */
  public static List<RunFigure> compared() {
    return List.of(RATE, P50, P99, CPU);
  }

  /** The figure with this name there; empty if none may be used there by it. */
  public static Optional<RunFigure> of(Use use, String name) {
    return all(use).stream()
        .filter(figure -> figure.name(use).equals(name))
        .findFirst()
        .or(() -> all(use).stream().filter(figure -> figure.key().equals(name)).findFirst());
  }

  public static RunFigure of(Metric metric, Statistic statistic) {
    return require(key(metric, statistic));
  }

  public static RunFigure of(Resource resource) {
    return require(resource.key());
  }

  /** The name of the figure: {@code response-p99.9}. */
  public String key() {
    return described.key;
  }

  /** The name there, which is the {@link #key} unless people use another. */
  public String name(Use use) {
    return described.names.getOrDefault(use, described.key);
  }

  /** Why it cannot be used there, continuing a sentence with its name; empty if it can. */
  public Optional<String> whyNot(Use use) {
    return Optional.ofNullable(described.refusals.get(use));
  }

  /** The label for display, of that of a run: {@code response p99.9}, {@code acked/s}. */
  public String label(RunResult run) {
    RunFigure figure = described.chosen == null ? this : described.chosen.apply(run);
    return figure.described.label;
  }

  /** The label for display; that of a run may name what its tool measures. */
  public String label() {
    return described.label;
  }

  /** What it is, in one line without a full stop. */
  public String meaning() {
    return described.meaning;
  }

  public Unit unit() {
    return described.unit;
  }

  /** The direction in which it improves: a bound of a rate is a minimum. */
  public Direction better() {
    return described.better;
  }

  public Needs needs() {
    return described.needs;
  }

  /** The name of all statistics of what it is one of; the {@link #key} for other figures. */
  public String family() {
    return described.family;
  }

  /** The latency of which it is a statistic; empty for other figures. */
  public Optional<Metric> metric() {
    return Optional.ofNullable(described.metric);
  }

  /** The statistic that it is of a latency; empty for other figures. */
  public Optional<Statistic> statistic() {
    return Optional.ofNullable(described.statistic);
  }

  /** Whether it is that of a node, the one that uses most. */
  public boolean ofNodes() {
    return described.ofNodes;
  }

  /**
   * Whether it is the rate at which the brokers serve a run, which measures nothing if that load
   * was offered and held.
   */
  public boolean servedRate() {
    return described.servedRate;
  }

  /** Why its values in different runs have no ratio, as a noun phrase; empty if they have one. */
  public Optional<String> incomparable() {
    return Optional.ofNullable(described.incomparable);
  }

  /** The value in a run whose intervals are not written yet. */
  public Value value(RunResult run) {
    return value(run, () -> IntervalRows.of(""));
  }

  Value value(RunResult run, FigureDraft.Intervals intervals) {
    return described.source.of(run, intervals);
  }

  public Value value(StoredRun run) {
    return value(run.result(), () -> rows(run));
  }

  /** The intervals; none if the file cannot be read. */
  private static IntervalRows rows(StoredRun run) {
    try {
      return IntervalRows.read(run.directory().resolve(IntervalColumn.FILE));
    } catch (IOException e) {
      return IntervalRows.of("");
    }
  }

  /** The value in a run that has a ratio to others: above 0. */
  public OptionalDouble positive(StoredRun run) {
    Double number = value(run).number();
    return number == null || number <= 0 ? OptionalDouble.empty() : OptionalDouble.of(number);
  }

  /** The labels of those runs that have the figure: several if it is not one metric in all. */
  public List<String> labels(Collection<StoredRun> runs) {
    return runs.stream()
        .filter(run -> positive(run).isPresent())
        .map(run -> label(run.result()))
        .distinct()
        .toList();
  }

  /** The values of those runs that have the figure. */
  public Repeats of(Collection<StoredRun> runs) {
    return Repeats.of(runs.stream().flatMapToDouble(run -> positive(run).stream()).toArray());
  }

  @Override
  public int compareTo(RunFigure other) {
    return Integer.compare(index, other.index);
  }

  @Override
  public String toString() {
    return described.key;
  }
}
