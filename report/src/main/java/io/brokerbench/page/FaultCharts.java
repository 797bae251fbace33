package io.brokerbench.page;

import io.brokerbench.document.Axis;
import io.brokerbench.document.Chart;
import io.brokerbench.document.Chart.Band;
import io.brokerbench.document.Chart.Mark;
import io.brokerbench.document.Series;
import io.brokerbench.document.Series.Point;
import io.brokerbench.results.faults.FaultImpact;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Charts of the time around each planned fault: parts of the charts of rate and latency. */
final class FaultCharts {

  /** Shown before a fault and after its recovery. */
  private static final double MARGIN_SECONDS = 5;

  /** A longer time is drawn as the page draws the whole run. */
  private static final double MOST_SECONDS = 1000;

  /** A second of a low rate has too few messages for its 99th percentile. */
  private static final List<String> LATENCIES = List.of("p50", "p99", "max");

  private FaultCharts() {}

  /**
   * One chart for each fault; none without the charts that they are parts of.
   *
   * @param measured has the faults
   * @param offeredPerSecond rate of the load; null if it changes
   * @param everyRow charts of rate and latency with a point for each row
   * @param drawn the same as the page has them of the whole run
   */
  static List<Chart> of(
      Measured measured,
      @Nullable Double offeredPerSecond,
      List<Chart> everyRow,
      List<Chart> drawn) {
    List<Chart> charts = new ArrayList<>();
    for (int i = 0; i < measured.faults().size(); i++) {
      FaultImpact fault = measured.faults().get(i);
      List<Chart> load = to(fault) - from(fault) <= MOST_SECONDS ? everyRow : drawn;
      Optional<Chart> rate = of(load, TimeCharts.RATE);
      Optional<Chart> latency = of(load, TimeCharts.LATENCY);
      if (rate.isPresent() && latency.isPresent()) {
        List<Series> sent = rate.get().series();
        charts.add(
            chart(
                "fault-" + (i + 1),
                fault,
                rate.get(),
                latency.get(),
                offered(offeredPerSecond, measured.to(), sent.get(0))));
      }
    }
    return charts;
  }

  private static double from(FaultImpact fault) {
    return fault.atSeconds() - MARGIN_SECONDS;
  }

  private static double to(FaultImpact fault) {
    return overSeconds(fault).orElse(Double.POSITIVE_INFINITY) + MARGIN_SECONDS;
  }

  private static Optional<Chart> of(List<Chart> load, String id) {
    return load.stream().filter(chart -> chart.id().equals(id)).findFirst();
  }

  /** The rate of the load at the points of another series, as long as the load lasts. */
  private static Stream<Series> offered(
      @Nullable Double perSecond, double endSeconds, Series other) {
    if (perSecond == null) {
      return Stream.empty();
    }
    double rate = perSecond;
    List<Point> points =
        other.points().stream()
            .filter(point -> point.x() <= endSeconds)
            .map(point -> Point.of(point.x(), rate))
            .toList();
    return Stream.of(new Series("offered", Series.Kind.DASHED, 0, points));
  }

  private static Chart chart(
      String id, FaultImpact fault, Chart rate, Chart latency, Stream<Series> offered) {
    double from = from(fault);
    double to = to(fault);
    List<Series> series =
        Stream.concat(
                Stream.concat(rate.series().stream(), offered)
                    .map(each -> cut(each, each.axis(), from, to)),
                latency.series().stream()
                    .filter(each -> LATENCIES.contains(each.name()))
                    .map(each -> cut(each, 1, from, to)))
            .toList();
    List<Band> bands =
        rate.bands().stream()
            .filter(band -> band.from() < to && band.to() > from)
            .map(
                band -> new Band(Math.max(from, band.from()), Math.min(to, band.to()), band.kind()))
            .toList();
    List<Mark> marks =
        fault.events().stream()
            .filter(event -> fault.atSeconds() + event.seconds() <= to)
            .map(event -> new Mark(fault.atSeconds() + event.seconds(), true, event.text()))
            .toList();
    return new Chart(
        id,
        fault.fault() + ", and what followed",
        "Messages per second, and percentiles of the main latency (right axis).",
        Axis.fitted(rate.x().name(), rate.x().unit()),
        List.of(rate.y().get(0), latency.y().get(0)),
        series,
        bands,
        marks,
        "");
  }

  private static Series cut(Series series, int axis, double from, double to) {
    return new Series(
        series.name(),
        series.kind(),
        axis,
        series.points().stream().filter(point -> point.x() >= from && point.x() <= to).toList());
  }

  /** When rate and latency were back, seconds since the start of the load; empty if never. */
  static OptionalDouble overSeconds(FaultImpact fault) {
    Double recovered = fault.recoveredSeconds();
    return recovered == null
        ? OptionalDouble.empty()
        : OptionalDouble.of(fault.atSeconds() + recovered);
  }
}
