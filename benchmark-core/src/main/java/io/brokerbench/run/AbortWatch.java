package io.brokerbench.run;

import io.brokerbench.driver.Session;
import io.brokerbench.figures.RunFigure;
import io.brokerbench.measurement.Interval;
import io.brokerbench.record.Ledger;
import io.brokerbench.results.Latency.Statistic;
import io.brokerbench.results.Metric;
import io.brokerbench.units.Text;
import io.brokerbench.workload.AbortLimits;
import io.brokerbench.workload.AbortLimits.Limit;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/** Watches the limits that end the load to protect the cluster. For one thread. */
final class AbortWatch {

  private static final double PERCENT = 100;

  /** The latency that users wait for, in a closed loop the service time. */
  private final Metric leading;

  private final List<Watched> all;

  /** Time for which sends have been in flight and none has ended. */
  private double silentSeconds;

  /**
   * What is limited, in an interval.
   *
   * @param where for display; empty if it is not that of one place
   */
  private record Observed(double value, String where) {

    static Optional<Observed> of(OptionalDouble value) {
      return value.stream().mapToObj(each -> new Observed(each, "")).findFirst();
    }
  }

  /** A limit, and for how long it has been broken without a pause. */
  private final class Watched {

    private final Limit limit;
    private double brokenSeconds;

    Watched(Limit limit) {
      this.limit = limit;
    }

    /** An interval without the figure does not change what is known. */
    Optional<String> after(Interval interval) {
      RunFigure figure = limit.bound().figure();
      Optional<Observed> observed = observed(figure, interval);
      if (observed.isEmpty()) {
        return Optional.empty();
      }
      double value = observed.get().value();
      brokenSeconds = limit.bound().keeps(value) ? 0 : brokenSeconds + interval.seconds();
      double enough = limit.time().toNanos() / 1e9 - Interval.SHORTEST_SECONDS;
      return brokenSeconds > 0 && brokenSeconds >= enough
          ? Optional.of(
              Text.of(
                  "aborted after %.0f s: %s %s%s; abort.%s is %s",
                  interval.toSeconds(),
                  limit.name(),
                  figure.unit().text(value),
                  observed.get().where(),
                  limit.name(),
                  limit.text()))
          : Optional.empty();
    }
  }

  /**
   * @param leading the latency that stands for the response time
   */
  AbortWatch(AbortLimits limits, Metric leading) {
    this.leading = leading;
    this.all = limits.all().stream().map(Watched::new).toList();
  }

  private Optional<Observed> observed(RunFigure figure, Interval interval) {
    if (figure.equals(RunFigure.DISK_USED)) {
      return diskUsed(interval);
    }
    if (figure.metric().isPresent()) {
      return Observed.of(
          latency(interval, figure.metric().get(), figure.statistic().orElseThrow()));
    }
    return Observed.of(
        figure.equals(RunFigure.ERRORS)
            ? errors(interval)
            : figure.equals(RunFigure.BACKLOG)
                ? backlog(interval)
                : figure(interval, Session.ALARMS));
  }

  /** The reason to end the load after this interval; empty if there is none. */
  Optional<String> after(Interval interval) {
    Ledger.Counts sends = interval.after().sends();
    Ledger.Counts before = interval.before().sends();
    // Those that started in the interval may have been in flight for a moment only.
    boolean silent = before.inFlight() > 0 && ended(sends) == ended(before);
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

  /** While no send ends, its latency is at least the time since the last one did. */
  private OptionalDouble latency(Interval interval, Metric stated, Statistic statistic) {
    Metric metric = stated == Metric.RESPONSE ? leading : stated;
    if (silentSeconds > 0 && (stated == Metric.RESPONSE || stated == Metric.SERVICE)) {
      return OptionalDouble.of(silentSeconds * 1e9);
    }
    Histogram latencies = interval.latencies(metric);
    return latencies.getTotalCount() > 0
        ? OptionalDouble.of(nanos(latencies, statistic))
        : OptionalDouble.empty();
  }

  /** Of a second, whose samples are too few for an estimate of the run's percentile. */
  private static double nanos(Histogram latencies, Statistic statistic) {
    return switch (statistic) {
      case MEAN -> latencies.getMean();
      case MAX -> latencies.getMaxValue();
      default -> latencies.getValueAtPercentile(statistic.percentile());
    };
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
      return Optional.of(new Observed(share, ""));
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
                                    Text.of(" (%s of %s)", used.getKey(), node.getKey()))));
    return all.max(Comparator.comparingDouble(Observed::value));
  }

  private static OptionalDouble figure(Interval interval, String name) {
    Long figure = interval.figures().get(name);
    return figure == null || figure < 0 ? OptionalDouble.empty() : OptionalDouble.of(figure);
  }
}
