package io.brokerbench.page;

import com.fasterxml.jackson.databind.JsonNode;
import io.brokerbench.document.Axis;
import io.brokerbench.document.Block;
import io.brokerbench.document.Chart;
import io.brokerbench.document.Series;
import io.brokerbench.document.Series.Point;
import io.brokerbench.document.Table;
import io.brokerbench.document.Unit;
import io.brokerbench.report.Units;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/** Latencies of the whole measured time. */
final class Percentiles {

  /** Of HdrHistogram's walk through percentiles: so many for each halving of what is left. */
  private static final int TICKS_PER_HALF_DISTANCE = 5;

  /** A percentile is told if so many samples lie above it. */
  private static final int SAMPLES_ABOVE = 10;

  private static final Map<String, String> COLUMNS =
      Map.of(
          "meanNanos", "mean",
          "p50Nanos", "p50",
          "p90Nanos", "p90",
          "p95Nanos", "p95",
          "p99Nanos", "p99",
          "p999Nanos", "p99.9",
          "maxNanos", "max");
  private static final List<String> ORDER =
      List.of("meanNanos", "p50Nanos", "p90Nanos", "p95Nanos", "p99Nanos", "p999Nanos", "maxNanos");

  private Percentiles() {}

  /** A table of all latencies and their percentiles as a curve. */
  static List<Block> of(JsonNode run, Map<String, Histogram> latencies) {
    List<Block> blocks = new ArrayList<>();
    spectrum(latencies).ifPresent(blocks::add);
    if (!run.path("latency").isEmpty()) {
      blocks.add(table(run));
    }
    return blocks;
  }

  private static Optional<Chart> spectrum(Map<String, Histogram> latencies) {
    List<Series> series = new ArrayList<>();
    latencies.forEach(
        (metric, histogram) -> {
          List<Point> points = points(histogram);
          if (!points.isEmpty()) {
            series.add(new Series(metric, Series.Kind.LINE, 0, points));
          }
        });
    return series.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Chart.of(
                "percentiles",
                "Latency by percentile",
                "To the right the slowest few: each step is a tenth of the messages before it. Ends"
                    + " where fewer than ten samples are left.",
                Axis.log("percentile", Unit.PERCENTILE),
                List.of(Axis.log("latency", Unit.NANOS)),
                series));
  }

  private static List<Point> points(Histogram histogram) {
    double last = 1 - (double) SAMPLES_ABOVE / histogram.getTotalCount();
    List<Point> points = new ArrayList<>();
    for (HistogramIterationValue value : histogram.percentiles(TICKS_PER_HALF_DISTANCE)) {
      double share = value.getPercentileLevelIteratedTo() / 100;
      if (share <= last && value.getValueIteratedTo() > 0) {
        points.add(Point.of(1 / (1 - share), (double) value.getValueIteratedTo()));
      }
    }
    return points;
  }

  private static Table table(JsonNode run) {
    List<String> names = new ArrayList<>(List.of("latency", "messages"));
    ORDER.forEach(key -> names.add(COLUMNS.get(key)));
    Table.Builder table =
        Table.of(
            "Measured time. Floor: the same run against no broker at all, on this machine.",
            "l" + "r".repeat(names.size() - 1),
            names.toArray(String[]::new));
    run.path("latency").properties().forEach(each -> row(table, each.getKey(), each.getValue()));
    run.at("/generator/floor")
        .properties()
        .forEach(each -> row(table, each.getKey() + " floor", each.getValue()));
    return table.build();
  }

  private static void row(Table.Builder table, String name, JsonNode summary) {
    List<String> cells =
        new ArrayList<>(List.of(name, Units.count(summary.path("count").asLong())));
    ORDER.forEach(key -> cells.add(nanos(summary.path(key))));
    table.add(cells.toArray(String[]::new));
  }

  /** With its unit; {@code n/a} if it is not known. */
  static String nanos(JsonNode value) {
    return Units.nanos(value.isNumber() ? OptionalLong.of(value.asLong()) : OptionalLong.empty());
  }
}
