package io.brokerbench.matrix;

import io.brokerbench.document.Table;
import io.brokerbench.driver.Session;
import io.brokerbench.results.Extent;
import io.brokerbench.results.Latency;
import io.brokerbench.results.Latency.Statistic;
import io.brokerbench.results.Metric;
import io.brokerbench.stored.StoredRun;
import io.brokerbench.units.Text;
import io.brokerbench.units.Units;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The table of loads that were offered at a rate and consumed at the same time, one row per cell.
 */
final class FlowTable {

  private static final List<Statistic> PERCENTILES =
      List.of(Statistic.P50, Statistic.P75, Statistic.P95, Statistic.P99, Statistic.P999);

  private static final String MEMORY = "memoryBytes";
  private static final String LOAD = "load";
  private static final String UNKNOWN = "n/a";

  private FlowTable() {}

  /** The table, without columns that are unknown in all cells; empty if no run has such a load. */
  static Optional<Table> of(List<String> factors, Map<MatrixCell, List<StoredRun>> runs) {
    if (runs.values().stream().flatMap(List::stream).noneMatch(run -> run.flow().isPresent())) {
      return Optional.empty();
    }
    List<String> head = new ArrayList<>(factors);
    head.addAll(List.of("limit", LOAD, "sent/s", "received/s"));
    PERCENTILES.forEach(percentile -> head.add("end-to-end " + percentile.label()));
    head.addAll(List.of("queued, most", "memory, most"));
    List<List<String>> rows = new ArrayList<>();
    runs.forEach(
        (cell, all) -> {
          List<String> row = new ArrayList<>(cell.values().values());
          row.addAll(row(flows(all)));
          rows.add(row);
        });
    int[] shown =
        IntStream.range(0, head.size())
            .filter(column -> rows.stream().anyMatch(row -> !row.get(column).equals(UNKNOWN)))
            .toArray();
    int lefts = head.lastIndexOf(LOAD) + 1;
    String sides =
        IntStream.of(shown)
            .mapToObj(column -> column < lefts ? "l" : "r")
            .collect(Collectors.joining());
    Table.Builder table =
        Table.of(
            "Held: what was due was sent, and received as fast. Throttled: less was sent."
                + " Collapsed: consumers fell behind",
            sides,
            cells(head, shown));
    rows.forEach(row -> table.add(cells(row, shown)));
    return Optional.of(table.build());
  }

  /** The runs with such a load, of those that are not INVALID, or of all runs if all are. */
  static List<StoredRun> flows(List<StoredRun> runs) {
    List<StoredRun> usable = runs.stream().filter(StoredRun::usable).toList();
    return (usable.isEmpty() ? runs : usable)
        .stream().filter(run -> run.flow().isPresent()).toList();
  }

  static double sentPerSecond(StoredRun run) {
    return run.result().throughput().sentPerSecond();
  }

  /** 0 if nothing was received. */
  static double receivedPerSecond(StoredRun run) {
    return Objects.requireNonNullElse(run.result().throughput().receivedPerSecond(), 0.0);
  }

  /** A statistic of the end-to-end latency; null if it is unknown. */
  static @Nullable Double endToEndNanos(StoredRun run, Statistic statistic) {
    Latency latency = run.result().latency().get(Metric.END_TO_END);
    Long nanos = latency == null ? null : latency.nanos(statistic);
    return nanos == null ? null : Double.valueOf(nanos.doubleValue());
  }

  /** The maximum of a figure that the brokers report; null if it is unknown. */
  private static @Nullable Double most(StoredRun run, String figure) {
    Map<String, Extent> figures = run.result().brokerFigures();
    Extent extent = figures == null ? null : figures.get(figure);
    // A zero from an unknown number of readings may be a single one, from before the load.
    return extent != null && (extent.max() > 0 || extent.readings() != null)
        ? Double.valueOf((double) extent.max())
        : null;
  }

  private static List<String> cells(List<String> row, int[] columns) {
    return IntStream.of(columns).mapToObj(row::get).toList();
  }

  private static List<String> row(List<StoredRun> flows) {
    List<String> row = new ArrayList<>();
    String limits = distinct(flows.stream().flatMap(run -> run.inFlightLimit().stream()));
    row.add(limits.isEmpty() ? UNKNOWN : limits);
    row.add(distinct(flows.stream().flatMap(run -> run.flow().stream()).map(Text::notation)));
    // Arithmetic means, because a collapsed load may have received nothing.
    row.add(text(values(flows, FlowTable::sentPerSecond).average(), Units::rate));
    row.add(text(values(flows, FlowTable::receivedPerSecond).average(), Units::rate));
    for (Statistic percentile : PERCENTILES) {
      row.add(
          text(
              values(flows, run -> endToEndNanos(run, percentile)).average(),
              nanos -> Units.nanos(Math.round(nanos))));
    }
    row.add(
        text(
            values(flows, run -> most(run, Session.READY)).max(),
            value -> Text.of("%,.0f", value)));
    row.add(text(values(flows, run -> most(run, MEMORY)).max(), Units::bytes));
    return row;
  }

  private static String distinct(Stream<String> values) {
    return values.distinct().collect(Collectors.joining(" | "));
  }

  private static String text(OptionalDouble figure, DoubleFunction<String> text) {
    return figure.isPresent() ? text.apply(figure.getAsDouble()) : UNKNOWN;
  }

  private static DoubleStream values(
      List<StoredRun> flows, Function<StoredRun, @Nullable Double> figure) {
    return flows.stream().map(figure).filter(Objects::nonNull).mapToDouble(Double::doubleValue);
  }
}
