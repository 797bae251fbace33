package io.brokerbench.run;

import io.brokerbench.driver.Session;
import io.brokerbench.measurement.Interval;
import io.brokerbench.record.Ledger;
import io.brokerbench.results.Metric;
import io.brokerbench.units.Text;
import io.brokerbench.units.Units;
import io.brokerbench.workload.AbortLimits;
import io.brokerbench.workload.AbortLimits.Limit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/** Watches the limits that end the load to protect the cluster. For one thread. */
final class AbortWatch {

  private static final double HIGH = 99;
  private static final double PERCENT = 100;

  private final List<Watched> all = new ArrayList<>();

  /** Time for which sends have been in flight and none has ended. */
  private double silentSeconds;

  /**
   * What is limited, in an interval.
   *
   * @param text for display
   */
  private record Observed(double value, String text) {}

  /** A limit, and for how long it has been broken without a pause. */
  private static final class Watched {

    private final String name;
    private final Limit limit;
    private final Function<Interval, Optional<Observed>> figure;
    private double brokenSeconds;

    Watched(String name, Limit limit, Function<Interval, Optional<Observed>> figure) {
      this.name = name;
      this.limit = limit;
      this.figure = figure;
    }

    /** An interval without the figure does not change what is known. */
    Optional<String> after(Interval interval) {
      Optional<Observed> observed = figure.apply(interval);
      if (observed.isEmpty()) {
        return Optional.empty();
      }
      brokenSeconds =
          observed.get().value() > limit.above() ? brokenSeconds + interval.seconds() : 0;
      double enough = limit.time().toNanos() / 1e9 - Interval.SHORTEST_SECONDS;
      return brokenSeconds > 0 && brokenSeconds >= enough
          ? Optional.of(
              Text.of(
                  "aborted after %.0f s: %s %s; abort.%s is %s",
                  interval.toSeconds(), name, observed.get().text(), name, limit.text()))
          : Optional.empty();
    }
  }

  /**
   * Creates a watch.
   *
   * @param leading the latency that is limited
   */
  AbortWatch(AbortLimits limits, Metric leading) {
    limits.errors().ifPresent(limit -> watch("errors", limit, AbortWatch::errors, Units::percent));
    limits
        .responseNanos()
        .ifPresent(
            limit ->
                watch(
                    "response-p99",
                    limit,
                    interval -> response(interval, leading),
                    nanos -> Units.nanos((long) nanos)));
    limits
        .backlog()
        .ifPresent(
            limit ->
                watch("backlog", limit, AbortWatch::backlog, count -> Text.of("%,.0f", count)));
    limits
        .alarms()
        .ifPresent(
            limit ->
                watch(
                    "alarms",
                    limit,
                    interval -> figure(interval, Session.ALARMS),
                    count -> Text.of("%.0f", count)));
    limits.disk().ifPresent(limit -> all.add(new Watched("disk", limit, AbortWatch::diskUsed)));
  }

  private void watch(
      String name,
      Limit limit,
      Function<Interval, OptionalDouble> figure,
      DoubleFunction<String> text) {
    all.add(
        new Watched(
            name,
            limit,
            interval ->
                figure.apply(interval).stream()
                    .mapToObj(value -> new Observed(value, text.apply(value)))
                    .findFirst()));
  }

  /** The reason to end the load after this interval; empty if there is none. */
  Optional<String> after(Interval interval) {
    Ledger.Counts sends = interval.after().sends();
    boolean silent = sends.inFlight() > 0 && ended(sends) == ended(interval.before().sends());
    silentSeconds = silent ? silentSeconds + interval.seconds() : 0;
    // Each watch must see the interval.
    List<String> reasons =
        all.stream().map(each -> each.after(interval)).flatMap(Optional::stream).toList();
    return reasons.stream().findFirst();
  }

  /** The failed share of the sends that ended; empty if none did. */
  private static OptionalDouble errors(Interval interval) {
    long ended = ended(interval.after().sends()) - ended(interval.before().sends());
    long good = interval.after().sends().successCount() - interval.before().sends().successCount();
    return ended > 0 ? OptionalDouble.of((double) (ended - good) / ended) : OptionalDouble.empty();
  }

  private static long ended(Ledger.Counts counts) {
    return counts.attempted() - counts.inFlight();
  }

  /** While no send ends, the response time is at least the time since the last one did. */
  private OptionalDouble response(Interval interval, Metric metric) {
    if (silentSeconds > 0) {
      return OptionalDouble.of(silentSeconds * 1e9);
    }
    Histogram latencies = interval.latencies(metric);
    return latencies.getTotalCount() > 0
        ? OptionalDouble.of((double) latencies.getValueAtPercentile(HIGH))
        : OptionalDouble.empty();
  }

  private static OptionalDouble backlog(Interval interval) {
    List<OptionalLong> known =
        interval.backlogs().values().stream().filter(OptionalLong::isPresent).toList();
    return known.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of((double) known.stream().mapToLong(OptionalLong::getAsLong).sum());
  }

  /** Of the disks that the brokers report; otherwise of those of the nodes that the user named. */
  private static Optional<Observed> diskUsed(Interval interval) {
    OptionalDouble percent = figure(interval, Session.DISK_USED);
    if (percent.isPresent()) {
      double share = percent.getAsDouble() / PERCENT;
      return Optional.of(new Observed(share, Units.percent(share)));
    }
    Stream<Observed> all =
        interval.sample().nodes().entrySet().stream()
            .flatMap(
                node ->
                    node.getValue().host().stream()
                        .flatMap(host -> host.fileSystemUsedShares().entrySet().stream())
                        .map(
                            used ->
                                new Observed(
                                    used.getValue(),
                                    Text.of(
                                        "%s (%s of %s)",
                                        Units.percent(used.getValue()),
                                        used.getKey(),
                                        node.getKey()))));
    return all.max(Comparator.comparingDouble(Observed::value));
  }

  private static OptionalDouble figure(Interval interval, String name) {
    Long figure = interval.figures().get(name);
    return figure == null || figure < 0 ? OptionalDouble.empty() : OptionalDouble.of(figure);
  }
}
