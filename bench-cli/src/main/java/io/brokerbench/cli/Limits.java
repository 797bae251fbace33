package io.brokerbench.cli;

import io.brokerbench.compare.Better;
import io.brokerbench.stored.BadInputException;
import io.brokerbench.stored.Figure;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * How much worse each figure may be.
 *
 * @param stated shares of the base by figure; a figure without one is not judged
 */
record Limits(Map<Figure, Double> stated) {

  /** Two figures that differ by less are the same to us, where no limit says otherwise. */
  static final double TOLERANCE = 0.05;

  private static final Pattern NOTATION =
      Pattern.compile("(?<share>\\d+(\\.\\d+)?)%|(?<figure>\\w+)=((?<own>\\d+(\\.\\d+)?)%|off)");

  /** Of figures of which less is better: ten times the base is eleven times as much. */
  private static final double LARGEST = 10;

  /**
   * Reads {@code 10%}, {@code p99=25%} and {@code p99=off}; what names a figure goes over what does
   * not, whatever their order.
   *
   * @throws BadInputException for the first that is none of these
   */
  static Limits parse(List<String> texts) throws BadInputException {
    Map<Figure, Double> all = new EnumMap<>(Figure.class);
    Map<Figure, Double> own = new EnumMap<>(Figure.class);
    for (String text : texts) {
      Matcher matcher = NOTATION.matcher(text);
      if (!matcher.matches()) {
        throw notALimit(text);
      }
      String name = matcher.group("figure");
      if (name == null) {
        for (Figure figure : Figure.values()) {
          all.put(figure, share(figure, matcher.group("share"), text));
        }
      } else {
        Figure figure = Figure.of(name).orElseThrow(() -> notALimit(text));
        String share = matcher.group("own");
        own.put(figure, share == null ? Double.NaN : share(figure, share, text));
      }
    }
    all.putAll(own);
    all.values().removeIf(share -> Double.isNaN(share));
    return new Limits(all);
  }

  /**
   * Reads the limit of what has one figure alone: {@code 10%}, the last one given.
   *
   * @throws BadInputException for the first that is none
   */
  static OptionalDouble parseOnly(List<String> texts) throws BadInputException {
    OptionalDouble limit = OptionalDouble.empty();
    for (String text : texts) {
      Matcher matcher = NOTATION.matcher(text);
      if (!matcher.matches() || matcher.group("share") == null) {
        throw new BadInputException(
            String.format(
                Locale.ROOT,
                "--limit: JMH results have one figure, must be a share such as 10%%, got \"%s\"",
                text));
      }
      limit = OptionalDouble.of(share(Figure.RATE, matcher.group("share"), text));
    }
    return limit;
  }

  private static double share(Figure figure, String percent, String text) throws BadInputException {
    double share = Double.parseDouble(percent) / 100;
    boolean rate = figure.better() == Better.HIGHER;
    if (share <= 0 || share > LARGEST || (rate && share >= 1)) {
      throw new BadInputException(
          String.format(
              Locale.ROOT,
              "--limit: must be above 0%% and %s for %s, got \"%s\"",
              rate ? "below 100%" : "at most 1000%",
              figure.key(),
              text));
    }
    return share;
  }

  private static BadInputException notALimit(String text) {
    return new BadInputException(
        String.format(
            Locale.ROOT,
            "--limit: must be a share such as 10%%, p99=25%% or p99=off (of %s), got \"%s\"",
            Arrays.stream(Figure.values()).map(Figure::key).collect(Collectors.joining(", ")),
            text));
  }

  /** How much worse it may be; empty if it is not judged. */
  OptionalDouble of(Figure figure) {
    return Optional.ofNullable(stated.get(figure))
        .map(OptionalDouble::of)
        .orElse(OptionalDouble.empty());
  }

  /** By how much two of it may differ and are the same. */
  double tolerance(Figure figure) {
    return of(figure).orElse(TOLERANCE);
  }

  /** For people: {@code 20 %, p99 50 %}. */
  String text() {
    return stated.entrySet().stream()
        .map(limit -> limit.getKey().key() + " " + percent(limit.getValue()))
        .collect(Collectors.joining(", "));
  }

  /** A share for people: {@code 10 %}. */
  static String percent(double share) {
    return BigDecimal.valueOf(share * 100)
            .round(new MathContext(4))
            .stripTrailingZeros()
            .toPlainString()
        + " %";
  }
}
