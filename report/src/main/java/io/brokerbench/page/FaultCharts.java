package io.brokerbench.page;

import io.brokerbench.document.Axis;
import io.brokerbench.document.Chart;
import io.brokerbench.document.Chart.Band;
import io.brokerbench.document.Chart.Mark;
import io.brokerbench.document.Series;
import io.brokerbench.results.faults.FaultImpact;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

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
   * @param everyRow charts of rate and latency with a point for each row
   * @param drawn the same as the page has them of the whole run
   */
  static List<Chart> of(List<FaultImpact> faults, List<Chart> everyRow, List<Chart> drawn) {
    List<Chart> charts = new ArrayList<>();
    for (int i = 0; i < faults.size(); i++) {
      FaultImpact fault = faults.get(i);
      List<Chart> load = to(fault) - from(fault) <= MOST_SECONDS ? everyRow : drawn;
      Optional<Chart> rate = of(load, TimeCharts.RATE);
      Optional<Chart> latency = of(load, TimeCharts.LATENCY);
      if (rate.isPresent() && latency.isPresent()) {
        charts.add(chart("fault-" + (i + 1), fault, rate.get(), latency.get()));
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

  private static Chart chart(String id, FaultImpact fault, Chart rate, Chart latency) {
    double from = from(fault);
    double to = to(fault);
    List<Series> series =
        Stream.concat(
                rate.series().stream().map(each -> cut(each, each.axis(), from, to)),
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
