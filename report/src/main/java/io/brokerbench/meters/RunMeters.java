package io.brokerbench.meters;

import io.brokerbench.document.AxisUnit;
import io.brokerbench.measurement.Interval;
import io.brokerbench.record.Ledger;
import io.brokerbench.record.Ledger.Counts;
import io.brokerbench.results.Phase;
import io.micrometer.core.instrument.Tags;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** Meters of the messages and the progress of a run. For one thread. */
final class RunMeters {

  private static final double MILLIS_PER_SECOND = 1e3;

  private final Meters meters;

  /** Registers the meters that every run has. */
  RunMeters(Meters meters) {
    this.meters = meters;
    meters.counter(
        "messages.attempted",
        Tags.empty(),
        "Messages passed to the client",
        interval -> interval.after().sends().attempted());
    ended("acked", Counts::ackedCount);
    ended("rejected", Counts::rejectedCount);
    ended("unknown", Counts::unknownCount);
    meters.counter(
        "messages.delivered",
        Tags.empty(),
        "Deliveries to consumers, including redeliveries",
        interval -> interval.after().receipts().deliveries());
    meters.counter(
        "check.backs",
        Tags.empty(),
        "Check-backs of transactions",
        interval -> interval.after().checks().checks());
    meters.gauge(
        "in.flight.messages",
        Tags.empty(),
        "Messages without an outcome yet",
        moment -> moment.interval().after().sends().inFlight());
    for (Phase phase : Phase.values()) {
      meters.gauge(
          "phase",
          Tags.of("phase", phase.label()),
          "1 for the phase that the run is in, 0 for the others",
          moment -> moment.interval().phase() == phase ? 1 : 0);
    }
    meters.gauge(
        "progress.ratio",
        Tags.empty(),
        "Share of the run that is over",
        moment -> Meters.known(moment.progress()));
    meters.gauge(
        "remaining.seconds",
        Tags.empty(),
        "Time until the end of the measured time",
        moment -> Meters.known(moment.secondsLeft()));
  }

  private void ended(String outcome, ToDoubleFunction<Counts> count) {
    meters.counter(
        "messages",
        Tags.of("outcome", outcome),
        "Messages whose send has ended, by outcome",
        interval -> count.applyAsDouble(interval.after().sends()));
  }

  /** Registers meters that become available during the run: kinds of failures, consumer groups. */
  void meet(Interval interval) {
    failures("rejected", interval, Counts::rejected);
    failures("unknown", interval, Counts::unknown);
    interval.backlogs().keySet().forEach(this::backlog);
    interval.figures().keySet().forEach(this::figure);
  }

  private void failures(
      String outcome, Interval interval, Function<Counts, SortedMap<String, Long>> kinds) {
    for (String kind : kinds.apply(interval.after().sends()).keySet()) {
      // One-way sends are never answered.
      if (!kind.equals(Ledger.ONEWAY)) {
        meters.counter(
            "messages.failed",
            Tags.of("outcome", outcome, "kind", kind),
            "Messages that were not acknowledged, by outcome and kind",
            later -> kinds.apply(later.after().sends()).getOrDefault(kind, 0L));
      }
    }
  }

  private void backlog(String group) {
    meters.gauge(
        "backlog.messages",
        Tags.of("group", group),
        "Messages that a consumer group has yet to receive",
        moment -> messages(moment.interval().backlogs(), group));
  }

  /**
   * Registers a figure, with its unit converted to the one that Prometheus expects at the end of a
   * name.
   */
  private void figure(String figure) {
    boolean millis = AxisUnit.ofFigure(figure) == AxisUnit.MILLIS;
    String name = millis ? figure.replaceFirst("Millis$", "Seconds") : figure;
    meters.gauge(
        "broker." + Meters.dotted(name),
        Tags.empty(),
        "Additional figure of brokers and connections: " + figure,
        moment ->
            Meters.known((double) moment.interval().figures().getOrDefault(figure, -1L))
                / (millis ? MILLIS_PER_SECOND : 1));
  }

  private static double messages(Map<String, OptionalLong> backlogs, String group) {
    OptionalLong backlog = backlogs.getOrDefault(group, OptionalLong.empty());
    return backlog.isPresent() ? backlog.getAsLong() : Double.NaN;
  }
}
