package io.brokerbench.workload;

import io.brokerbench.figures.Bound;
import io.brokerbench.figures.RunFigure;
import io.brokerbench.figures.RunFigure.Use;
import io.brokerbench.results.Metric;
import io.brokerbench.units.Text;
import io.brokerbench.workload.Load.SendMode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Bounds that the figures of a run must keep, one for each key below {@code require}. Immutable.
 *
 * @param bounds in the order of the figures; empty if nothing is required
 */
public record Requirements(List<Bound> bounds) {

  private static final String SECTION = "require";

  /** Start of the names of the settings. */
  public static final String PREFIX = SECTION + ".";

  private static final String NOTHING = "none";
  private static final String NEEDS_SENDERS = "needs senders; set load.threads, or leave it out";
  private static final String NEEDS_CONSUMERS =
      "needs consumers; set consume.threads, or leave it out";

  /**
   * Reads the section.
   *
   * @param metrics the latencies of the workload
   */
  static Requirements read(
      Settings settings, Load load, ConsumptionSettings consumption, Set<Metric> metrics) {
    Map<RunFigure, Bound> bounds = new TreeMap<>();
    for (Map.Entry<String, String> entry : settings.below(SECTION).entrySet()) {
      String key = PREFIX + entry.getKey();
      String text = entry.getValue().strip();
      try {
        RunFigure figure = figure(Use.REQUIRE, entry.getKey());
        if (!text.equals(NOTHING)) {
          bound(settings, key, figure, text).ifPresent(bound -> bounds.put(figure, bound));
          whyMissing(figure, load, consumption, metrics)
              .ifPresent(why -> settings.problem(key, why));
        }
      } catch (IllegalArgumentException e) {
        settings.problem(key, String.valueOf(e.getMessage()));
      }
    }
    return new Requirements(List.copyOf(bounds.values()));
  }

  /**
   * The figure with this name.
   *
   * @throws IllegalArgumentException if none may be used there by it, with a message that continues
   *     a sentence starting with the key
   */
  public static RunFigure figure(Use use, String name) {
    return RunFigure.of(use, name).orElseThrow(() -> noFigure(use, name));
  }

  private static IllegalArgumentException noFigure(Use use, String name) {
    return new IllegalArgumentException(
        RunFigure.all().stream()
            .filter(figure -> figure.key().equals(name))
            .findFirst()
            .flatMap(figure -> figure.whyNot(use))
            .map(why -> "cannot be used here, because it " + why)
            .orElseGet(
                () ->
                    Text.of(
                        "is no figure of a run, see bench figures%s",
                        Settings.nearest(
                            name,
                            RunFigure.all(use).stream()
                                .map(figure -> figure.name(use))
                                .toList()))));
  }

  private static Optional<Bound> bound(
      Settings settings, String key, RunFigure figure, String text) {
    if (text.isEmpty()) {
      settings.problem(key, Settings.EMPTY);
      return Optional.empty();
    }
    try {
      return Optional.of(new Bound(figure, figure.unit().parse(text)));
    } catch (IllegalArgumentException e) {
      settings.problem(
          key, Text.of("must be none, or %s, got \"%s\"", figure.unit().notation(), text));
      return Optional.empty();
    }
  }

  /** Why no run with these settings has the figure; empty if one may have it. */
  static Optional<String> whyMissing(
      RunFigure figure, Load load, ConsumptionSettings consumption, Set<Metric> metrics) {
    return Optional.ofNullable(
        switch (figure.needs()) {
          case NOTHING -> null;
          case SENDERS -> senders(load);
          case ACKNOWLEDGEMENTS -> acknowledgements(load);
          case CONSUMERS -> consumers(consumption);
          case CONSUMERS_AND_ACKNOWLEDGEMENTS ->
              consumption.any() ? acknowledgements(load) : consumers(consumption);
          case LATENCY -> latency(figure.metric().orElseThrow(), load, metrics);
        });
  }

  private static @Nullable String latency(Metric metric, Load load, Set<Metric> metrics) {
    boolean ofOpenLoop = metric == Metric.LAG || metric == Metric.RESPONSE;
    if (ofOpenLoop && load.threads() > 0 && load.schedule().isEmpty()) {
      return "needs an open loop; set load.rate, or take the service time, such as service-p99";
    }
    if (metrics.contains(metric)) {
      return null;
    }
    return switch (metric) {
      case LAG, SERVICE, RESPONSE -> NEEDS_SENDERS;
      case END_TO_END, BORN_TO_CONSUMER, STORE_TO_CONSUMER, SETTLE -> NEEDS_CONSUMERS;
      case LATE, EARLY ->
          "needs consumers of messages for later; set message.deliver-after, or leave it out";
      case FIRST_COPY, MEDIAN_COPY, LAST_COPY ->
          "needs several consumer groups; set consume.groups, or leave it out";
      case HALF_SEND, LOCAL_TRANSACTION, END_TRANSACTION, CHECK_BACK, CHECKED_END_TO_END ->
          "needs transactions; set transaction.enabled, or leave it out";
      case CONNECT -> "needs clients alongside the load; set connections.count, or leave it out";
      case SUBSCRIBE ->
          "needs clients alongside the load that subscribe; set connections.count and"
              + " connections.subscribe, or leave it out";
    };
  }

  private static @Nullable String senders(Load load) {
    return load.threads() == 0 ? NEEDS_SENDERS : null;
  }

  private static @Nullable String consumers(ConsumptionSettings consumption) {
    return consumption.any() ? null : NEEDS_CONSUMERS;
  }

  private static @Nullable String acknowledgements(Load load) {
    return load.threads() > 0 && load.mode() == SendMode.ONEWAY
        ? "needs acknowledgements, which mode oneway does not have; leave it out"
        : senders(load);
  }
}
