package io.brokerbench.report;

import io.brokerbench.record.Ledger;
import io.brokerbench.record.Ledger.Counts;
import io.brokerbench.record.Phase;
import io.brokerbench.result.Interval;
import io.micrometer.core.instrument.Tags;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** Meters of a run's messages and of how far it is. For one thread. */
final class RunMeters {

  private static final String MILLIS = "Millis";
  private static final double MILLIS_PER_SECOND = 1e3;

  private final Meters meters;

  /** Registers what every run has. */
  RunMeters(Meters meters) {
    this.meters = meters;
    meters.counter(
        "messages.attempted",
        Tags.empty(),
        "Messages given to the client",
        interval -> interval.after().sends().attempted());
    ended("acked", Counts::ackedCount);
    ended("rejected", Counts::rejectedCount);
    ended("unknown", Counts::unknownCount);
    meters.counter(
        "messages.delivered",
        Tags.empty(),
        "Deliveries to consumers, repeated ones too",
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
          Tags.of("phase", phase.name().toLowerCase(Locale.ROOT)),
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
        "Messages whose send has ended, by what became of them",
        interval -> count.applyAsDouble(interval.after().sends()));
  }

  /** Registers what shows up only now: kinds of failures, consumer groups. */
  void meet(Interval interval) {
    failures("rejected", interval, Counts::rejected);
    failures("unknown", interval, Counts::unknown);
    interval.backlogs().keySet().forEach(this::backlog);
    interval.figures().keySet().forEach(this::figure);
  }

  private void failures(
      String outcome, Interval interval, Function<Counts, SortedMap<String, Long>> kinds) {
    for (String kind : kinds.apply(interval.after().sends()).keySet()) {
      // Nobody answers these by agreement.
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
        "Messages that a consumer group has yet to get",
        moment -> messages(moment.interval().backlogs(), group));
  }

  /** By its name with the unit that Prometheus wants at the end. */
  private void figure(String figure) {
    boolean millis = figure.endsWith(MILLIS);
    String name =
        millis ? figure.substring(0, figure.length() - MILLIS.length()) + "Seconds" : figure;
    meters.gauge(
        "broker." + name.replaceAll("(\\p{Upper})", ".$1").toLowerCase(Locale.ROOT),
        Tags.empty(),
        "What brokers and connections tell beside: " + figure,
        moment ->
            Meters.known((double) moment.interval().figures().getOrDefault(figure, -1L))
                / (millis ? MILLIS_PER_SECOND : 1));
  }

  private static double messages(Map<String, OptionalLong> backlogs, String group) {
    OptionalLong backlog = backlogs.getOrDefault(group, OptionalLong.empty());
    return backlog.isPresent() ? backlog.getAsLong() : Double.NaN;
  }
}
