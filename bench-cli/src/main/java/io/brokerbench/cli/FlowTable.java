package io.brokerbench.cli;

import io.brokerbench.matrix.MatrixCell;
import io.brokerbench.report.Units;
import io.brokerbench.stored.StoredRun;
import io.brokerbench.stored.StoredRun.Flow;
import io.brokerbench.text.TextTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What became of loads that were offered at a rate and consumed beside it, a row for each cell. */
final class FlowTable {

  private static final String LOAD = "load";
  private static final String UNKNOWN = "n/a";

  private FlowTable() {}

  /** Empty where no run has such a load. What no cell tells has no column. */
  static Optional<TextTable> of(List<String> factors, Map<MatrixCell, List<StoredRun>> runs) {
    if (runs.values().stream().flatMap(List::stream).noneMatch(run -> run.flow().isPresent())) {
      return Optional.empty();
    }
    List<String> head = new ArrayList<>(factors);
    head.addAll(List.of("limit", LOAD, "sent/s", "received/s"));
    Flow.PERCENTILES.forEach(percentile -> head.add("e2e " + percentile));
    head.addAll(List.of("queued, most", "memory, most"));
    List<List<String>> rows = new ArrayList<>();
    runs.forEach(
        (cell, all) -> {
          List<String> row = new ArrayList<>(cell.values().values());
          row.addAll(row(all.stream().flatMap(run -> run.flow().stream()).toList()));
          rows.add(row);
        });
    int[] told =
        IntStream.range(0, head.size())
            .filter(column -> rows.stream().anyMatch(row -> !row.get(column).equals(UNKNOWN)))
            .toArray();
    int lefts = head.lastIndexOf(LOAD) + 1;
    String sides =
        IntStream.of(told)
            .mapToObj(column -> column < lefts ? "l" : "r")
            .collect(Collectors.joining());
    TextTable table = new TextTable(sides);
    table.add(cells(head, told));
    rows.forEach(row -> table.add(cells(row, told)));
    return Optional.of(table);
  }

  private static String[] cells(List<String> row, int[] columns) {
    return IntStream.of(columns).mapToObj(row::get).toArray(String[]::new);
  }

  private static List<String> row(List<Flow> flows) {
    List<String> row = new ArrayList<>();
    String limits = distinct(flows.stream().flatMap(flow -> flow.limit().stream()));
    row.add(limits.isEmpty() ? UNKNOWN : limits);
    row.add(distinct(flows.stream().map(Flow::state)));
    row.add(mean(flows, Flow::sentPerSecond, Units::rate));
    row.add(mean(flows, Flow::receivedPerSecond, Units::rate));
    for (String percentile : Flow.PERCENTILES) {
      row.add(
          mean(
              flows,
              flow -> flow.endToEndNanos().get(percentile),
              nanos -> Units.nanos(OptionalLong.of(Math.round(nanos)))));
    }
    row.add(
        most(
            flows,
            flow -> flow.most().get(Flow.QUEUED),
            value -> String.format(Locale.ROOT, "%,.0f", value)));
    row.add(most(flows, flow -> flow.most().get(Flow.MEMORY), Units::bytes));
    return row;
  }

  private static String distinct(Stream<String> values) {
    return values.distinct().collect(Collectors.joining(" | "));
  }

  private static String mean(
      List<Flow> flows, Function<Flow, @Nullable Double> figure, DoubleFunction<String> text) {
    // Not a geometric one: a load that collapsed may have had nothing received.
    OptionalDouble mean = Arrays.stream(values(flows, figure)).average();
    return mean.isPresent() ? text.apply(mean.getAsDouble()) : UNKNOWN;
  }

  private static String most(
      List<Flow> flows, Function<Flow, @Nullable Double> figure, DoubleFunction<String> text) {
    double[] values = values(flows, figure);
    return values.length == 0 ? UNKNOWN : text.apply(Arrays.stream(values).max().getAsDouble());
  }

  private static double[] values(List<Flow> flows, Function<Flow, @Nullable Double> figure) {
    List<Double> known = new ArrayList<>();
    for (Flow flow : flows) {
      Double value = figure.apply(flow);
      if (value != null) {
        known.add(value);
      }
    }
    return known.stream().mapToDouble(Double::doubleValue).toArray();
  }
}
