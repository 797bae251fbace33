package io.brokerbench.cli;

import io.brokerbench.find.Findings;
import io.brokerbench.find.Probe;
import io.brokerbench.matrix.MatrixCell;
import io.brokerbench.report.Units;
import io.brokerbench.stored.BadInputException;
import io.brokerbench.stored.RunReader;
import io.brokerbench.stored.StoredRun;
import io.brokerbench.stored.StoredRun.Flow;
import io.brokerbench.text.TextTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What loads cost MQTT brokers, as their references have it: a row for each cell or rate, and at
 * which load three quarters of the processors are busy. Means of the cells' runs; where all went
 * well with one of them, of those that are not INVALID.
 */
final class LoadTable {

  private static final double RECOMMENDED = 0.75;
  private static final String RATE = "rate";

  /** A cell and its runs. */
  private record Row(MatrixCell cell, List<StoredRun> runs) {

    /** Of the runs that may be believed, or of all if there is none. */
    List<Flow> flows() {
      List<StoredRun> usable = runs.stream().filter(StoredRun::usable).toList();
      return (usable.isEmpty() ? runs : usable)
          .stream().flatMap(run -> run.flow().stream()).toList();
    }

    /** What became of the load, of each run that was different. */
    String state() {
      return runs.stream().map(Row::state).distinct().collect(Collectors.joining(" | "));
    }

    private static String state(StoredRun run) {
      return Stream.of(
              run.usable() ? "" : "INVALID",
              run.flow().map(Flow::state).orElse(""),
              run.audit().equals("clean") ? "" : "audit " + run.audit())
          .filter(text -> !text.isEmpty())
          .collect(Collectors.joining(", "));
    }

    /** Whether it was what was offered, and nothing got lost; at least in one run. */
    boolean held() {
      return runs.stream().anyMatch(run -> state(run).equals("held"));
    }

    double mean(ToDoubleFunction<Flow> figure) {
      return flows().stream().mapToDouble(figure).average().orElse(Double.NaN);
    }

    double inAndOut() {
      return mean(flow -> flow.sentPerSecond() + flow.receivedPerSecond());
    }

    double busyShare() {
      return mean(flow -> Objects.requireNonNull(flow.cost()).busyShare());
    }
  }

  private final List<String> factors;
  private final List<Row> rows;

  private LoadTable(List<String> factors, List<Row> rows) {
    this.factors = factors;
    this.rows = rows;
  }

  /** Empty where nothing is known of such brokers. */
  static Optional<LoadTable> of(List<String> factors, Map<MatrixCell, List<StoredRun>> runs) {
    List<Row> rows = new ArrayList<>();
    runs.forEach(
        (cell, all) -> {
          List<StoredRun> known =
              all.stream()
                  .filter(run -> "mqtt".equals(run.settings().get("driver")))
                  .filter(run -> run.flow().filter(flow -> flow.cost() != null).isPresent())
                  .toList();
          if (!known.isEmpty()) {
            rows.add(new Row(cell, known));
          }
        });
    return rows.isEmpty() ? Optional.empty() : Optional.of(new LoadTable(factors, rows));
  }

  /** Of a search: a row for each rate, in rising order; probes whose results are gone have none. */
  static Optional<LoadTable> of(Path directory, Findings found) throws BadInputException {
    SortedMap<Double, List<StoredRun>> byRate = new TreeMap<>();
    for (List<Probe> probes : List.of(found.probes(), found.curve())) {
      for (Probe probe : probes) {
        Path result = directory.resolve(probe.result());
        if (Files.isDirectory(result)) {
          byRate
              .computeIfAbsent(probe.offeredPerSecond(), rate -> new ArrayList<>())
              .add(RunReader.read(result));
        }
      }
    }
    Map<MatrixCell, List<StoredRun>> runs = new LinkedHashMap<>();
    byRate.forEach(
        (rate, all) ->
            runs.put(
                new MatrixCell(runs.size() + 1, Map.of(RATE, Units.rate(rate) + "/s")),
                all.stream().distinct().toList()));
    return of(List.of(RATE), runs);
  }

  TextTable table() {
    TextTable table = new TextTable("l".repeat(factors.size() + 1) + "rrrrrrrr");
    List<String> head = new ArrayList<>(factors);
    head.addAll(
        List.of(
            "load",
            "in/s",
            "out/s",
            "in + out/s",
            "CPU",
            "broker's",
            "memory",
            "e2e mean",
            "e2e p99"));
    table.add(head.toArray(String[]::new));
    for (Row row : rows) {
      table.add(
          Stream.concat(row.cell().values().values().stream(), cells(row).stream())
              .toArray(String[]::new));
    }
    return table;
  }

  private static List<String> cells(Row row) {
    return List.of(
        row.state(),
        Units.rate(row.mean(Flow::sentPerSecond)),
        Units.rate(row.mean(Flow::receivedPerSecond)),
        Units.rate(row.inAndOut()),
        percent(row.busyShare()),
        String.format(
            Locale.ROOT,
            "%.2f cores",
            row.mean(flow -> Objects.requireNonNull(flow.cost()).brokerCores())),
        Units.bytes(row.mean(flow -> Objects.requireNonNull(flow.cost()).brokerMemoryBytes())),
        latency(row, Flow.MEAN),
        latency(row, "p99"));
  }

  private static String latency(Row row, String name) {
    double nanos = row.mean(flow -> flow.endToEndNanos().getOrDefault(name, Double.NaN));
    return Double.isNaN(nanos) ? "n/a" : Units.nanos(OptionalLong.of(Math.round(nanos)));
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", share * 100);
  }

  /**
   * The load at 75 % of the host's processors for each series of rates: the nearest, and between.
   */
  List<String> recommended() {
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

  /** Only steps that held say something of a load that can be recommended. */
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
        return String.format(
            Locale.ROOT,
            "nearest step %s/s in + out (%s), interpolated %s/s",
            Units.rate(nearest.inAndOut()),
            percent(nearest.busyShare()),
            Units.rate(load));
      }
    }
    int more = all.size() - steps.size();
    return String.format(
        Locale.ROOT,
        "not reached; the highest step%s, %s",
        more == 0 ? "" : String.format(Locale.ROOT, " that held (%d did not)", more),
        text(last));
  }

  private static String text(Row step) {
    return String.format(
        Locale.ROOT,
        "%s/s in + out, came to %s",
        Units.rate(step.inAndOut()),
        percent(step.busyShare()));
  }
}
