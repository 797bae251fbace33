package io.brokerbench.reference;

import io.brokerbench.results.Latency;
import io.brokerbench.results.Latency.Statistic;
import io.brokerbench.results.Metric;
import io.brokerbench.results.Resources.HostUse;
import io.brokerbench.results.RunResult;
import io.brokerbench.results.Sends;
import io.brokerbench.results.Throughput;
import io.brokerbench.results.Throughput.Loop;
import io.brokerbench.results.tables.IntervalColumn;
import io.brokerbench.statistics.Repeats;
import io.brokerbench.stored.Figure;
import io.brokerbench.stored.StoredRun;
import io.brokerbench.units.Text;
import io.brokerbench.workload.Settings;
import java.util.Arrays;
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
 * A figure that publications state, and the figure of a run that stands next to it.
 *
 * @param key name in workload files
 * @param dimension its dimension
 * @param measured the figure of a run; a null value if the run has none
 */
public record PublishedFigure(
    String key, Dimension dimension, Function<StoredRun, Measured> measured) {

  /** Messages per second, of the kind that the run's tool measures. */
  static final String RATE = "rate";

  /** Acknowledged messages per second. */
  static final String ACKNOWLEDGED = "acked";

  /** Messages received per second. */
  static final String RECEIVED = "received";

  /** Messages published and received per second. */
  static final String IN_OUT = "in-out";

  private static final String FROM_DUE_TIME = "counted from the due time";

  /**
   * A figure of a run.
   *
   * @param value in the unit of the dimension; null if the run has none
   * @param low lower end of the 95 % interval of a mean; NaN unless several runs have the figure
   * @param high upper end
   * @param name what the figure includes beyond the published one, so that their ratio says
   *     nothing; else empty
   */
  record Measured(@Nullable Double value, double low, double high, String name) {

    static Measured of(@Nullable Number value) {
      return of(value, "");
    }

    static Measured of(@Nullable Number value, String name) {
      return new Measured(value == null ? null : value.doubleValue(), Double.NaN, Double.NaN, name);
    }

    /** Whether runs were repeated, so that there is an interval. */
    boolean repeated() {
      return !Double.isNaN(low);
    }
  }

  private static final List<Statistic> STATISTICS =
      List.of(
          Statistic.MEAN,
          Statistic.P50,
          Statistic.P75,
          Statistic.P95,
          Statistic.P99,
          Statistic.P999,
          Statistic.MAX);

  private static final Map<String, PublishedFigure> ALL = all();

  private static Map<String, PublishedFigure> all() {
    Map<String, PublishedFigure> all = new LinkedHashMap<>();
    add(
        all,
        RATE,
        Dimension.RATE,
        run ->
            Optional.ofNullable(run.readings().get(Figure.RATE))
                .map(reading -> Measured.of(reading.value()))
                .orElse(Measured.of(null)));
    rate(all, ACKNOWLEDGED, Throughput::ackedPerSecond);
    rate(all, RECEIVED, Throughput::receivedPerSecond);
    add(all, "acked.undisturbed", Dimension.RATE, run -> Measured.of(Windows.undisturbed(run)));
    windows(all, ACKNOWLEDGED, IntervalColumn.ACKED);
    windows(all, RECEIVED, IntervalColumn.DELIVERIES);
    rate(
        all,
        IN_OUT,
        throughput ->
            throughput.receivedPerSecond() == null
                ? null
                : throughput.sentPerSecond() + throughput.receivedPerSecond());
    for (Statistic statistic : STATISTICS) {
      // Response time of a closed loop.
      latency(all, "rt", statistic, PublishedFigure::responseTime);
      // From publishing, not from the intended time, to the receipt.
      latency(
          all,
          "receipt",
          statistic,
          (run, of) -> Measured.of(nanos(run, Metric.END_TO_END, of), FROM_DUE_TIME));
      for (Metric metric : List.of(Metric.BORN_TO_CONSUMER, Metric.STORE_TO_CONSUMER)) {
        latency(all, metric.label(), statistic, (run, of) -> Measured.of(nanos(run, metric, of)));
      }
    }
    add(all, "failed", Dimension.COUNT, run -> Measured.of(failed(run.result().sends())));
    add(all, "cpu", Dimension.SHARE, run -> Measured.of(run.result().busyShare()));
    host(all, "iowait", Dimension.SHARE, HostUse::ioWaitShare);
    host(all, "disk-busy", Dimension.SHARE, HostUse::diskBusyShareMax);
    host(all, "memory", Dimension.SHARE, HostUse::memoryUsedShareMax);
    host(all, "load-average", Dimension.COUNT, HostUse::loadAverageMax);
    add(
        all,
        "network",
        Dimension.BYTES_PER_SECOND,
        run ->
            Measured.of(
                Optional.ofNullable(run.result().ofBrokerHosts(HostUse::networkBytes))
                    .map(bytes -> bytes / run.result().throughput().measuredSeconds())
                    .orElse(null),
                "all interfaces, loopback included"));
    return all;
  }

  private static void add(
      Map<String, PublishedFigure> all,
      String key,
      Dimension dimension,
      Function<StoredRun, Measured> measured) {
    all.put(key, new PublishedFigure(key, dimension, measured));
  }

  private static void rate(
      Map<String, PublishedFigure> all, String key, Function<Throughput, @Nullable Double> rate) {
    add(all, key, Dimension.RATE, run -> Measured.of(rate.apply(run.result().throughput())));
  }

  /** The lowest and highest rate of ten seconds, the length of the lines that tools print. */
  private static void windows(
      Map<String, PublishedFigure> all, String rate, IntervalColumn column) {
    add(all, rate + ".lowest", Dimension.RATE, run -> extreme(run, column, DoubleStream::min));
    add(all, rate + ".highest", Dimension.RATE, run -> extreme(run, column, DoubleStream::max));
  }

  private static Measured extreme(
      StoredRun run, IntervalColumn column, Function<DoubleStream, OptionalDouble> which) {
    OptionalDouble extreme = which.apply(Windows.rates(run, column).stream().mapToDouble(r -> r));
    return Measured.of(extreme.isPresent() ? extreme.getAsDouble() : null);
  }

  private static void host(
      Map<String, PublishedFigure> all,
      String key,
      Dimension dimension,
      Function<HostUse, @Nullable Double> figure) {
    add(all, key, dimension, run -> Measured.of(run.result().ofBrokerHosts(figure)));
  }

  /** A statistic of a latency of a run. */
  @FunctionalInterface
  private interface OfRun {
    Measured of(RunResult run, Statistic statistic);
  }

  private static void latency(
      Map<String, PublishedFigure> all, String name, Statistic statistic, OfRun figure) {
    add(
        all,
        name + "." + statistic.label(),
        Dimension.TIME,
        run -> figure.of(run.result(), statistic));
  }

  /** An open loop has no response time of the same kind. */
  private static Measured responseTime(RunResult run, Statistic statistic) {
    return run.throughput().loop() == Loop.CLOSED
        ? Measured.of(nanos(run, Metric.SERVICE, statistic))
        : Measured.of(nanos(run, Metric.RESPONSE, statistic), FROM_DUE_TIME);
  }

  private static @Nullable Long nanos(RunResult run, Metric metric, Statistic statistic) {
    Latency latency = run.latency().get(metric);
    return latency == null ? null : latency.nanos(statistic);
  }

  private static long failed(Sends sends) {
    return sends.attempted() - sends.acked() - sends.oneWay();
  }

  /**
   * The figure with this name.
   *
   * @throws IllegalArgumentException if there is none, with a message that continues a sentence
   *     starting with the key
   */
  static PublishedFigure of(String key) {
    PublishedFigure figure = ALL.get(key);
    if (figure == null) {
      throw new IllegalArgumentException(
          Text.of("is no published figure%s", Settings.nearest(key, ALL.keySet())));
    }
    return figure;
  }

  /** Whether it is the rate of the whole run. */
  boolean isRate() {
    return List.of(RATE, ACKNOWLEDGED, RECEIVED, IN_OUT).contains(key);
  }

  /** The published value. */
  PublishedValue parse(String text) {
    return PublishedValue.parse(text, dimension);
  }

  /**
   * The mean of the runs that have the figure: the geometric mean of rates and times, as in other
   * tables, else the arithmetic mean.
   */
  Measured mean(List<StoredRun> runs) {
    List<Measured> known =
        runs.stream().map(measured).filter(figure -> figure.value() != null).toList();
    if (known.isEmpty()) {
      return Measured.of(null);
    }
    double[] values =
        known.stream().mapToDouble(figure -> Objects.requireNonNull(figure.value())).toArray();
    String name = known.get(0).name();
    if (!dimension.proportional() || !Arrays.stream(values).allMatch(value -> value > 0)) {
      return Measured.of(Arrays.stream(values).average().orElseThrow(), name);
    }
    Repeats repeats = Repeats.of(values);
    return repeats.spread()
        ? new Measured(repeats.mean(), repeats.low(), repeats.high(), name)
        : Measured.of(repeats.mean(), name);
  }
}
