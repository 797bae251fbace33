package io.brokerbench.compare;

import io.brokerbench.figures.RunFigure;
import io.brokerbench.figures.RunFigure.Use;
import io.brokerbench.file.BadInputException;
import io.brokerbench.statistics.Conclusion;
import io.brokerbench.statistics.Direction;
import io.brokerbench.units.Text;
import io.brokerbench.units.Units;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The limits by which figures may be worse.
 *
 * @param stated limits by figure, as shares of the base; a figure without one is not judged
 */
public record RegressionLimits(Map<RunFigure, Double> stated) {

  private static final Pattern NOTATION =
      Pattern.compile(
          "(?<share>\\d+(\\.\\d+)?)%|(?<figure>[\\w.-]+)=((?<own>\\d+(\\.\\d+)?)%|off)");

  /** The maximum limit of figures for which lower is better, as a share of the base. */
  private static final double LARGEST = 10;

  /**
   * Parses {@code 10%}, {@code p99=25%} and {@code p99=off}; a limit that names a figure takes
   * precedence over one that does not, regardless of their order.
   *
   * @throws BadInputException for the first text that is none of these
   */
  public static RegressionLimits parse(List<String> texts) throws BadInputException {
    Map<RunFigure, Double> all = new TreeMap<>();
    Map<RunFigure, Double> own = new TreeMap<>();
    for (String text : texts) {
      Matcher matcher = NOTATION.matcher(text);
      if (!matcher.matches()) {
        throw notALimit("", text);
      }
      String name = matcher.group("figure");
      if (name == null) {
        for (RunFigure figure : RunFigure.compared()) {
          all.put(figure, share(figure, matcher.group("share"), text));
        }
      } else {
        RunFigure figure = RunFigure.of(Use.COMPARE, name).orElseThrow(() -> notALimit(name, text));
        String share = matcher.group("own");
        own.put(figure, share == null ? Double.NaN : share(figure, share, text));
      }
    }
    all.putAll(own);
    all.values().removeIf(share -> Double.isNaN(share));
    return new RegressionLimits(all);
  }

  /**
   * Parses the limit for results with a single figure: {@code 10%}; the last text counts.
   *
   * @throws BadInputException for the first text that is not a limit
   */
  public static OptionalDouble parseOnly(List<String> texts) throws BadInputException {
    OptionalDouble limit = OptionalDouble.empty();
    for (String text : texts) {
      Matcher matcher = NOTATION.matcher(text);
      if (!matcher.matches() || matcher.group("share") == null) {
        throw new BadInputException(
            Text.of(
                "--limit: JMH results have one figure, must be a share such as 10%%, got \"%s\"",
                text));
      }
      limit = OptionalDouble.of(share(RunFigure.RATE, matcher.group("share"), text));
    }
    return limit;
  }

  private static double share(RunFigure figure, String percent, String text)
      throws BadInputException {
    double share = Double.parseDouble(percent) / 100;
    boolean rate = figure.better() == Direction.HIGHER;
    if (share <= 0 || share > LARGEST || (rate && share >= 1)) {
      throw new BadInputException(
          Text.of(
              "--limit: must be above 0%% and %s for %s, got \"%s\"",
              rate ? "below 100%" : "at most 1000%", figure.name(Use.COMPARE), text));
    }
    return share;
  }

  private static BadInputException notALimit(String name, String text) {
    return new BadInputException(
        RunFigure.all().stream()
            .filter(figure -> figure.key().equals(name))
            .flatMap(figure -> figure.whyNot(Use.COMPARE).stream())
            .map(why -> Text.of("--limit: %s %s", name, why))
            .findFirst()
            .orElseGet(
                () ->
                    Text.of(
                        "--limit: must be a share such as 10%%, p99=25%% or p99=off (of %s, or"
                            + " another of bench figures), got \"%s\"",
                        RunFigure.compared().stream()
                            .map(figure -> figure.name(Use.COMPARE))
                            .collect(Collectors.joining(", ")),
                        text)));
  }

  /** The limit of a figure as a share; empty if it is not judged. */
  public OptionalDouble of(RunFigure figure) {
    Double share = stated.get(figure);
    return share == null ? OptionalDouble.empty() : OptionalDouble.of(share);
  }

  /** The figures that are compared: the usual ones, and those with a limit. */
  List<RunFigure> figures() {
    return Stream.concat(RunFigure.compared().stream(), stated.keySet().stream())
        .distinct()
        .toList();
  }

  /** The share by which two values of the figure may differ and count as the same. */
  public double tolerance(RunFigure figure) {
    return of(figure).orElse(Conclusion.TOLERANCE);
  }

  /** The text for display: {@code 20 %, p99 50 %}. */
  String text() {
    return stated.entrySet().stream()
        .map(limit -> limit.getKey().name(Use.COMPARE) + " " + Units.percent(limit.getValue()))
        .collect(Collectors.joining(", "));
  }
}
