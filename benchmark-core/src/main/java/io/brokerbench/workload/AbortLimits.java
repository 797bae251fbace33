package io.brokerbench.workload;

import io.brokerbench.figures.Bound;
import io.brokerbench.figures.RunFigure;
import io.brokerbench.figures.RunFigure.Use;
import io.brokerbench.results.Latency.Statistic;
import io.brokerbench.results.Metric;
import io.brokerbench.units.Quantities;
import io.brokerbench.units.Text;
import io.brokerbench.units.Unit;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Limits that end the load at once to protect the cluster, one for each key below {@code abort}.
 * Immutable.
 */
public record AbortLimits(List<Limit> all) {

  private static final String SECTION = "abort";
  private static final Pattern NOTATION = Pattern.compile("(.+?)\\s+for\\s+(.+)");
  private static final String NONE = "none";

  /** The figures that {@code defaults.yaml} names. */
  private static final List<RunFigure> WITH_DEFAULT =
      List.of(
          RunFigure.ERRORS,
          RunFigure.of(Metric.RESPONSE, Statistic.P99),
          RunFigure.BACKLOG,
          RunFigure.ALARMS,
          RunFigure.DISK_USED);

  /**
   * A limit and the time for which it must be broken.
   *
   * @param bound broken by any larger value
   * @param text as the user stated it
   */
  public record Limit(Bound bound, Duration time, String text) {

    /** The name of the figure: {@code errors}. */
    public String name() {
      return bound.figure().name(Use.ABORT);
    }
  }

  /**
   * Reads the section.
   *
   * @param metrics the latencies of the workload
   */
  static AbortLimits read(
      Settings settings, Load load, ConsumptionSettings consumption, Set<Metric> metrics) {
    Map<String, Limit> limits = new LinkedHashMap<>();
    for (RunFigure figure : WITH_DEFAULT) {
      String key = SECTION + "." + figure.name(Use.ABORT);
      Optional<Limit> stated = settings.parsed(key, text -> limit(figure, text));
      stated.ifPresent(limit -> limits.put(limit.name(), limit));
      if (stated.isPresent() && !standsForOthers(figure, load)) {
        // It would never end the load.
        Requirements.whyMissing(figure, load, consumption, metrics)
            .ifPresent(why -> settings.problem(key, why));
      }
    }
    Map<String, String> others = settings.below(SECTION);
    WITH_DEFAULT.forEach(figure -> others.remove(figure.name(Use.ABORT)));
    others.forEach(
        (name, text) -> {
          String key = SECTION + "." + name;
          try {
            RunFigure figure = Requirements.figure(Use.ABORT, name);
            Optional<Limit> limit = limit(figure, text);
            if (limit.isPresent()) {
              limits.put(name, limit.get());
              Requirements.whyMissing(figure, load, consumption, metrics)
                  .ifPresent(why -> settings.problem(key, why));
            }
          } catch (IllegalArgumentException e) {
            settings.problem(key, String.valueOf(e.getMessage()));
          }
        });
    return new AbortLimits(List.copyOf(limits.values()));
  }

  /**
   * Whether a limit is set whatever the load: that of errors on each external cluster, that of the
   * response time on the service time of a closed loop.
   */
  private static boolean standsForOthers(RunFigure figure, Load load) {
    return figure.equals(RunFigure.ERRORS) || (figure.metric().isPresent() && load.threads() > 0);
  }

  public boolean has(RunFigure figure) {
    return all.stream().anyMatch(limit -> limit.bound().figure().equals(figure));
  }

  private static Optional<Limit> limit(RunFigure figure, String text) {
    if (text.strip().equals(NONE)) {
      return Optional.empty();
    }
    Matcher m = NOTATION.matcher(text.strip());
    try {
      if (m.matches()) {
        double above = figure.unit().parse(m.group(1));
        // No share is above all.
        if (figure.unit() != Unit.SHARE || above < 1) {
          return Optional.of(
              new Limit(new Bound(figure, above), Quantities.duration(m.group(2)), text.strip()));
        }
      }
    } catch (IllegalArgumentException e) {
      // falls through to the common message
    }
    throw new IllegalArgumentException(
        Text.of(
            "must be none, or a limit and a time such as %s, got \"%s\"", example(figure), text));
  }

  private static String example(RunFigure figure) {
    return switch (figure.unit()) {
      case NANOS -> "2s for 5s";
      case SHARE -> "5% for 3s";
      default -> "100k for 5s";
    };
  }
}
