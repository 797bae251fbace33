package io.brokerbench.history;

import io.brokerbench.document.AxisUnit;
import io.brokerbench.figures.RunFigure;
import io.brokerbench.figures.RunFigure.Use;
import io.brokerbench.results.history.SeriesNight;
import io.brokerbench.results.history.SeriesNight.NightFigure;
import io.brokerbench.statistics.Repeats;
import io.brokerbench.statistics.Step;
import io.brokerbench.statistics.StepDetector;
import io.brokerbench.units.Unit;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A figure of a series, night by night, with the steps found in it. Immutable once made. */
final class FigureSeries {

  /** What is measured later than the latest night of a series by this is not of that night. */
  static final Duration NIGHT = Duration.ofHours(12);

  /** Units of what improves by becoming more: per time, as in ops/us; of others less is better. */
  private static final Pattern MORE_IS_BETTER = Pattern.compile("\\w+/(?:ns|us|ms|s|min|hr|day)");

  /** Units on axes by their names in files; any other is counted. */
  private static final Map<String, AxisUnit> AXES =
      Map.of(
          Unit.PER_SECOND.symbol(),
          AxisUnit.PER_SECOND,
          Unit.NANOS.symbol(),
          AxisUnit.NANOS,
          Unit.BYTES_PER_SECOND.symbol(),
          AxisUnit.BYTES_PER_SECOND,
          "ms",
          AxisUnit.MILLIS);

  /** Digits of values in units that only another tool knows. */
  private static final MathContext DIGITS = new MathContext(4);

  private final String name;
  private final String key;
  private final RunFigure figure;
  private final @Nullable String imported;
  private final List<SeriesNight> nights;
  private final List<Repeats> repeats;
  private final StepDetector detector = new StepDetector();

  /**
   * @param name of the series, for display
   * @param series nights of one series, oldest first, one of which has the figure; those without,
   *     and those in which it was another metric than in the latest, are left out
   */
  FigureSeries(String name, String key, List<SeriesNight> series) {
    this.name = name;
    this.key = key;
    List<SeriesNight> known =
        series.stream().filter(night -> night.figures().containsKey(key)).toList();
    String metric = of(known.get(known.size() - 1)).label();
    this.nights = known.stream().filter(night -> of(night).label().equals(metric)).toList();
    this.imported = of(latest()).unit();
    this.figure =
        imported == null
            ? RunFigure.of(Use.COMPARE, key).orElseThrow()
            : MORE_IS_BETTER.matcher(imported).matches() ? RunFigure.RATE : RunFigure.P50;
    this.repeats = nights.stream().map(this::repeats).toList();
    repeats.forEach(detector::add);
  }

  private Repeats repeats(SeriesNight night) {
    NightFigure value = of(night);
    return new Repeats(
        value.runs(),
        Math.log(value.mean()),
        Objects.requireNonNullElse(value.varianceLog(), Double.NaN));
  }

  private NightFigure of(SeriesNight night) {
    return Objects.requireNonNull(night.figures().get(key));
  }

  /** The figure of runs whose limit it has: its own, or of an imported one rate or median. */
  RunFigure figure() {
    return figure;
  }

  /** The name of the figure in files and identifiers, as in {@code compare}. */
  String key() {
    return key;
  }

  String name() {
    return name;
  }

  /** The name of the unit in files. */
  String unit() {
    return imported == null ? figure.unit().symbol() : imported;
  }

  /** The unit on the axis of a chart. */
  AxisUnit axisUnit() {
    return AXES.getOrDefault(unit(), AxisUnit.COUNT);
  }

  /** Nights that have the figure as the metric that it is in the latest, oldest first. */
  List<SeriesNight> nights() {
    return nights;
  }

  /** The runs of each night. */
  List<Repeats> repeats() {
    return repeats;
  }

  Repeats latestRepeats() {
    return repeats.get(repeats.size() - 1);
  }

  SeriesNight latest() {
    return nights.get(nights.size() - 1);
  }

  /** Series and metric, for display. */
  String label() {
    return name + " " + metric();
  }

  /** The metric that the figure is, for display. */
  String metric() {
    return of(latest()).label();
  }

  /** The value of the latest night with its unit, under the label. */
  String latestCell() {
    double value = of(latest()).mean();
    return imported == null
        ? figure.unit().cell(value)
        : Stream.of(Unit.values())
            .filter(unit -> unit.symbol().equals(imported))
            .findFirst()
            .map(unit -> unit.text(value))
            .orElseGet(() -> new BigDecimal(value).round(DIGITS).toPlainString() + " " + imported);
  }

  List<Change> steps() {
    return IntStream.range(0, detector.steps().size())
        .mapToObj(i -> new Change(this, detector.steps().get(i).index(), detector.step(i)))
        .toList();
  }

  /** The size of the smallest step that three nights would show, as a share. */
  OptionalDouble detectable() {
    return detector.detectable();
  }

  /**
   * A step of the figure.
   *
   * @param index of the first night after it
   * @param step the levels before and after it
   */
  record Change(FigureSeries series, int index, Step step) {

    SeriesNight first() {
      return series.nights.get(index);
    }

    SeriesNight before() {
      return series.nights.get(index - 1);
    }

    boolean worse() {
      return series.figure.better().worsening(step.ratio()).log() > 0;
    }

    /** The level after it, as a logarithm. */
    double after() {
      return step.before() + step.ratio().log();
    }

    /**
     * Whether a night is one of the last before the change or one of the first after it; none after
     * the end of the series is.
     */
    boolean near(Instant night) {
      if (night.isAfter(series.latest().night().plus(NIGHT))) {
        return false;
      }
      long place = series.nights.stream().takeWhile(each -> each.night().isBefore(night)).count();
      return Math.abs(place - index) <= StepDetector.CONFIRMING;
    }

    String id() {
      return HistoryStore.idOf(first().series(), series.key, first().night());
    }
  }
}
