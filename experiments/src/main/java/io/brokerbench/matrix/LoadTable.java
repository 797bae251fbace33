package io.brokerbench.matrix;

import io.brokerbench.document.Table;
import io.brokerbench.results.Latency.Statistic;
import io.brokerbench.results.LoadOutcome;
import io.brokerbench.results.ProcessFigure.ProcessUse;
import io.brokerbench.stored.StoredRun;
import io.brokerbench.units.Text;
import io.brokerbench.units.Units;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The cost of loads on MQTT brokers in the form of their published references: one row per cell or
 * rate, and the load at which 75 % of the processors are busy. The figures are means of the runs of
 * a cell that are not INVALID, or of all its runs if all are.
 */
public final class LoadTable {

  private static final double RECOMMENDED = 0.75;
  private static final String RATE = "rate";

  private record Row(MatrixCell cell, List<StoredRun> runs) {

    /** The distinct states of the load in the runs. */
    String state() {
      return runs.stream().map(Row::state).distinct().collect(Collectors.joining(" | "));
    }

    private static String state(StoredRun run) {
      return Stream.of(
              run.usable() ? "" : "INVALID",
              run.flow().map(Text::notation).orElse(""),
              run.audit().clean() ? "" : "audit " + run.audit().text())
          .filter(text -> !text.isEmpty())
          .collect(Collectors.joining(", "));
    }

    /** Whether at least one run sustained the offered load with a clean audit. */
    boolean held() {
      return runs.stream().anyMatch(Row::isHeld);
    }

    private static boolean isHeld(StoredRun run) {
      return run.usable()
          && run.audit().clean()
          && run.result().throughput().flow() == LoadOutcome.HELD;
    }

    double mean(ToDoubleFunction<StoredRun> figure) {
      return FlowTable.flows(runs).stream().mapToDouble(figure).average().orElse(Double.NaN);
    }

    double inAndOut() {
      return mean(run -> FlowTable.sentPerSecond(run) + FlowTable.receivedPerSecond(run));
    }

    double busyShare() {
      return mean(run -> Objects.requireNonNull(run.result().busyShare()));
    }
  }

  private final List<String> factors;
  private final List<Row> rows;

  private LoadTable(List<String> factors, List<Row> rows) {
    this.factors = factors;
    this.rows = rows;
  }

  /** The table of the runs of a matrix; empty if there is none of MQTT brokers with known cost. */
  public static Optional<LoadTable> of(
      List<String> factors, Map<MatrixCell, List<StoredRun>> runs) {
    List<Row> rows = new ArrayList<>();
    runs.forEach(
        (cell, all) -> {
          List<StoredRun> known =
              all.stream()
                  .filter(run -> "mqtt".equals(run.settings().get("driver")))
                  .filter(run -> run.flow().isPresent() && hasCost(run))
                  .toList();
          if (!known.isEmpty()) {
            rows.add(new Row(cell, known));
          }
        });
    return rows.isEmpty() ? Optional.empty() : Optional.of(new LoadTable(factors, rows));
  }

  private static boolean hasCost(StoredRun run) {
    return run.result().busyShare() != null
        && brokerCores(run).isPresent()
        && brokerMemoryBytes(run).isPresent();
  }

  private static OptionalDouble brokerCores(StoredRun run) {
    return run.result().resources().ofBrokers(ProcessUse::cpuCoresMean);
  }

  /** The sum of the maxima of the brokers. */
  private static OptionalDouble brokerMemoryBytes(StoredRun run) {
    return run.result().resources().ofBrokers(LoadTable::memoryBytes);
  }

  private static @Nullable Double memoryBytes(ProcessUse use) {
    Long bytes = use.rssBytesMax();
    return bytes == null ? null : bytes.doubleValue();
  }

  /** One row per offered rate in messages per second; empty if the load of no run is known. */
  public static Optional<LoadTable> of(SortedMap<Double, List<StoredRun>> byRate) {
    Map<MatrixCell, List<StoredRun>> runs = new LinkedHashMap<>();
    byRate.forEach(
        (rate, all) ->
            runs.put(new MatrixCell(runs.size() + 1, Map.of(RATE, Units.rate(rate) + "/s")), all));
    return of(List.of(RATE), runs);
  }

  /** The table with one row per cell or rate. */
  public Table table(String caption) {
    List<String> head = new ArrayList<>(factors);
    head.addAll(List.of("load", "in/s", "out/s", "in + out/s", "CPU", "broker's", "memory"));
    head.addAll(List.of("end-to-end mean", "end-to-end p99"));
    Table.Builder table = Table.of(caption, "l".repeat(factors.size() + 1) + "rrrrrrrr", head);
    for (Row row : rows) {
      List<String> cells = new ArrayList<>(row.cell().values().values());
      cells.addAll(cells(row));
      table.add(cells);
    }
    return table.build();
  }

  private static List<String> cells(Row row) {
    return List.of(
        row.state(),
        Units.rate(row.mean(FlowTable::sentPerSecond)),
        Units.rate(row.mean(FlowTable::receivedPerSecond)),
        Units.rate(row.inAndOut()),
        Units.percent(row.busyShare(), 1),
        Text.of("%.2f cores", row.mean(run -> brokerCores(run).orElseThrow())),
        Units.bytes(row.mean(run -> brokerMemoryBytes(run).orElseThrow())),
        latency(row, Statistic.MEAN),
        latency(row, Statistic.P99));
  }

  private static String latency(Row row, Statistic statistic) {
    double nanos =
        row.mean(
            run -> Objects.requireNonNullElse(FlowTable.endToEndNanos(run, statistic), Double.NaN));
    return Double.isNaN(nanos) ? "n/a" : Units.nanos(Math.round(nanos));
  }

  /**
   * The load at 75 % of the host's processors for each series of rates: the nearest step and the
   * interpolation.
   */
  public List<String> recommended() {
    if (!factors.contains(RATE)) {
      return List.of();
    }
    Map<String, List<Row>> series =
        rows.stream()
            .collect(
                Collectors.groupingBy(
                    LoadTable::otherFactors, LinkedHashMap::new, Collectors.toList()));
    return series.entrySet().stream()
        .filter(each -> each.getValue().size() > 1)
        .map(each -> "75 % CPU" + each.getKey() + ": " + recommended(each.getValue()))
        .toList();
  }

  private static String otherFactors(Row row) {
    String others =
        row.cell().values().entrySet().stream()
            .filter(value -> !value.getKey().equals(RATE))
            .map(value -> value.getKey() + "=" + value.getValue())
            .collect(Collectors.joining(" "));
    return others.isEmpty() ? "" : ", " + others;
  }

  /** The recommended load of a series, determined from the sustained steps only. */
  private static String recommended(List<Row> all) {
    List<Row> steps =
        all.stream().filter(Row::held).sorted(Comparator.comparingDouble(Row::inAndOut)).toList();
    if (steps.isEmpty()) {
      return "no step held";
    }
    Row first = steps.get(0);
    Row last = steps.get(steps.size() - 1);
    if (first.busyShare() > RECOMMENDED) {
      return "exceeded by the lowest step, " + text(first);
    }
    for (int i = 1; i < steps.size(); i++) {
      Row below = steps.get(i - 1);
      Row above = steps.get(i);
      if (above.busyShare() > RECOMMENDED) {
        double share = (RECOMMENDED - below.busyShare()) / (above.busyShare() - below.busyShare());
        double load = below.inAndOut() + share * (above.inAndOut() - below.inAndOut());
        Row nearest = share < 0.5 ? below : above;
        return Text.of(
            "nearest step %s/s in + out (%s), interpolated %s/s",
            Units.rate(nearest.inAndOut()),
            Units.percent(nearest.busyShare(), 1),
            Units.rate(load));
      }
    }
    int more = all.size() - steps.size();
    return Text.of(
        "not reached; the highest step%s, %s",
        more == 0 ? "" : Text.of(" that held (%d did not)", more), text(last));
  }

  private static String text(Row step) {
    return Text.of(
        "%s/s in + out, came to %s",
        Units.rate(step.inAndOut()), Units.percent(step.busyShare(), 1));
  }
}
