package io.brokerbench.bound;

import io.brokerbench.results.Latency;
import io.brokerbench.results.Latency.Statistic;
import io.brokerbench.results.Metric;
import io.brokerbench.results.RunResult;
import io.brokerbench.units.Quantities;
import io.brokerbench.units.Text;
import io.brokerbench.units.Units;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A figure of a run that can be bounded, and the catalogue of all: every statistic of every
 * latency, rates, shares, counts of the audit, and the utilization of resources. Immutable; ordered
 * as in the catalogue.
 */
public final class RunFigure implements Comparable<RunFigure> {

  /** The unit of a figure, and the side of a bound on which its values are good. */
  public enum Unit {
    /** Nanoseconds. */
    NANOS(false, "a duration above 0 such as 50ms"),
    /** Messages per second. */
    PER_SECOND(true, "a rate above 0 such as 20k/s"),
    /** A share from 0 to 1. */
    SHARE(false, "a share from 0% to 100% such as 75%"),
    /** Messages. */
    MESSAGES(false, "a whole number of messages such as 0");

    private final boolean atLeast;
    private final String notation;

    Unit(boolean atLeast, String notation) {
      this.atLeast = atLeast;
      this.notation = notation;
    }

    /** Whether higher values are better: a bound is then a minimum. */
    public boolean atLeast() {
      return atLeast;
    }

    /** What a bound looks like: {@code a duration above 0 such as 50ms}. */
    public String notation() {
      return notation;
    }

    /**
     * The value of a bound.
     *
     * @throws IllegalArgumentException if it is not in the {@link #notation}
     */
    public double parse(String text) {
      double value =
          switch (this) {
            case NANOS -> Quantities.duration(text).toNanos();
            case PER_SECOND -> Quantities.ratePerSecond(text);
            case SHARE -> Quantities.share(text);
            case MESSAGES -> Long.parseLong(text);
          };
      boolean inRange =
          switch (this) {
            case NANOS, PER_SECOND -> value > 0;
            case SHARE -> value >= 0 && value <= 1;
            case MESSAGES -> value >= 0;
          };
      if (!inRange) {
        throw new IllegalArgumentException("must be " + notation);
      }
      return value;
    }

    String text(double value) {
      return switch (this) {
        case NANOS -> Units.nanos(Math.round(value));
        case PER_SECOND -> Units.rate(value) + "/s";
        case SHARE -> Units.percent(value);
        case MESSAGES -> Units.count(Math.round(value)) + " messages";
      };
    }

    String exactText(double value) {
      return switch (this) {
        case NANOS -> String.format(Locale.ROOT, "%,.0f ns", value);
        case PER_SECOND -> value + "/s";
        case SHARE -> value * 100 + " %";
        case MESSAGES -> text(value);
      };
    }
  }

  /**
   * The value of a figure in a run.
   *
   * @param value in the unit of the figure; null if it is unknown
   * @param node the node that has it, empty for the machine that all nodes share; null if it is not
   *     that of a node
   * @param unknown why it is unknown
   */
  record Value(@Nullable Double value, @Nullable String node, String unknown) {

    static Value of(@Nullable Number value, String unknown) {
      return new Value(value == null ? null : value.doubleValue(), null, unknown);
    }
  }

  /** What a run must have for a figure. */
  public enum Needs {
    /** Nothing: any run may have it. */
    NOTHING,
    /** Senders. */
    SENDERS,
    /** Senders whose messages are acknowledged. */
    ACKNOWLEDGEMENTS,
    /** Consumers. */
    CONSUMERS,
    /** Consumers, and senders whose messages are acknowledged. */
    CONSUMERS_AND_ACKNOWLEDGEMENTS,
    /** That the workload has this latency. */
    LATENCY
  }

  private static final Map<String, RunFigure> ALL = new LinkedHashMap<>();

  static {
    for (Metric metric : Metric.values()) {
      for (Statistic statistic : Statistic.values()) {
        addLatency(metric, statistic);
      }
    }
    add(
        "acked",
        "Acknowledged messages per second",
        Unit.PER_SECOND,
        Needs.ACKNOWLEDGEMENTS,
        run -> acknowledged(run, run.throughput().ackedPerSecond(), ""));
    add(
        "received",
        "Messages per second that consumers receive, all groups together",
        Unit.PER_SECOND,
        Needs.CONSUMERS,
        run -> Value.of(run.throughput().receivedPerSecond(), "there were no consumers"));
    add(
        "errors",
        "Share of sends that fail",
        Unit.SHARE,
        Needs.SENDERS,
        run ->
            Value.of(
                ErrorRatio.of(run).stream().boxed().findFirst().orElse(null), "nothing was sent"));
    addCount(
        "lost",
        "Acknowledged messages that consumers never received",
        Needs.CONSUMERS_AND_ACKNOWLEDGEMENTS,
        run -> acknowledged(run, run.audit().lost(), "the audit has no figure of it"));
    addCount(
        "duplicated",
        "Messages received more than once without a redelivery",
        Needs.CONSUMERS,
        run -> Value.of(run.audit().duplicated(), "the audit has no figure of it"));
    addCount(
        "reordered",
        "Messages received after a later one of the same queue",
        Needs.CONSUMERS,
        run -> Value.of(run.audit().reordered(), "no order is promised"));
    addCount(
        "corrupt",
        "Deliveries with a wrong checksum",
        Needs.CONSUMERS,
        run -> Value.of(run.audit().corrupt(), "the audit has no figure of it"));
    for (Resource resource : Resource.values()) {
      addUtilization(resource);
    }
  }

  private final String key;
  private final String label;
  private final String meaning;
  private final Unit unit;
  private final Needs needs;
  private final @Nullable Metric metric;
  private final BiFunction<RunResult, Double, Value> value;
  private final int index;

  private RunFigure(
      String key,
      String label,
      String meaning,
      Unit unit,
      Needs needs,
      @Nullable Metric metric,
      BiFunction<RunResult, Double, Value> value) {
    this.key = key;
    this.label = label;
    this.meaning = meaning;
    this.unit = unit;
    this.needs = needs;
    this.metric = metric;
    this.value = value;
    this.index = ALL.size();
  }

  private static void add(RunFigure figure) {
    ALL.put(figure.key, figure);
  }

  private static void add(
      String key, String meaning, Unit unit, Needs needs, Function<RunResult, Value> value) {
    add(new RunFigure(key, key, meaning, unit, needs, null, (run, bound) -> value.apply(run)));
  }

  private static void addCount(
      String key, String meaning, Needs needs, Function<RunResult, Value> value) {
    add(
        key,
        meaning + ", of the whole run",
        Unit.MESSAGES,
        needs,
        run -> run.audit().done() ? value.apply(run) : Value.of(null, "the audit is not done"));
  }

  private static void addLatency(Metric metric, Statistic statistic) {
    add(
        new RunFigure(
            key(metric, statistic),
            Text.hyphenated(metric.label()).replace('-', ' ') + " " + statistic.label(),
            Text.of("%s: %s", metric.description(), statistic.label()),
            Unit.NANOS,
            Needs.LATENCY,
            metric,
            (run, bound) -> {
              Latency latency = run.latency().get(metric);
              return Value.of(
                  latency == null ? null : latency.nanos(statistic),
                  Latency.reasonUnknown(latency, statistic));
            }));
  }

  private static void addUtilization(Resource resource) {
    add(
        new RunFigure(
            resource.key(),
            resource.key(),
            resource.meaning() + ", of the node that uses most",
            Unit.SHARE,
            Needs.NOTHING,
            null,
            (run, bound) -> utilization(resource, Utilization.of(run).get(resource), bound)));
  }

  private static Value utilization(Resource resource, @Nullable Utilization use, double bound) {
    if (use == null) {
      return Value.of(
          null, Text.of("no node of the cluster has a figure of its %s", resource.key()));
    }
    OptionalDouble share = use.judgedBy(bound);
    return share.isPresent()
        ? new Value(share.getAsDouble(), use.node(), "")
        : Value.of(
            null,
            Text.of("%s of %s is not known", resource.key(), String.join(", ", use.unknown())));
  }

  private static Value acknowledged(RunResult run, @Nullable Number value, String unknown) {
    return run.promise().acknowledged()
        ? Value.of(value, unknown)
        : Value.of(null, "nothing is acknowledged");
  }

  private static String key(Metric metric, Statistic statistic) {
    return Text.hyphenated(metric.label()) + "-" + statistic.label();
  }

  /** All figures. */
  public static List<RunFigure> all() {
    return List.copyOf(ALL.values());
  }

  /** The figure with this key; empty if there is none. */
  public static Optional<RunFigure> of(String key) {
    return Optional.ofNullable(ALL.get(key));
  }

  /** A statistic of a latency. */
  public static RunFigure of(Metric metric, Statistic statistic) {
    return of(key(metric, statistic)).orElseThrow();
  }

  /** The statistics of latencies. */
  public static List<RunFigure> latencies() {
    return ALL.values().stream().filter(figure -> figure.metric != null).toList();
  }

  /** The latencies that a run has, in nanoseconds. */
  public static Map<RunFigure, Long> latencies(RunResult run) {
    Map<RunFigure, Long> known = new LinkedHashMap<>();
    for (RunFigure figure : latencies()) {
      Double nanos = figure.value.apply(run, Double.NaN).value();
      if (nanos != null) {
        known.put(figure, nanos.longValue());
      }
    }
    return Collections.unmodifiableMap(known);
  }

  /** The name in files and flags: {@code response-p99.9}. */
  public String key() {
    return key;
  }

  /** The name for display: {@code response p99.9}. */
  public String label() {
    return label;
  }

  /** What it is, in one line without a full stop. */
  public String meaning() {
    return meaning;
  }

  public Unit unit() {
    return unit;
  }

  public Needs needs() {
    return needs;
  }

  /** The latency of which it is a statistic; empty for other figures. */
  public Optional<Metric> metric() {
    return Optional.ofNullable(metric);
  }

  /**
   * The value in a run.
   *
   * @param bound by which it is judged: a utilization above it is known even if that of other nodes
   *     is not
   */
  Value value(RunResult run, double bound) {
    return value.apply(run, bound);
  }

  @Override
  public int compareTo(RunFigure other) {
    return Integer.compare(index, other.index);
  }

  @Override
  public String toString() {
    return key;
  }
}
