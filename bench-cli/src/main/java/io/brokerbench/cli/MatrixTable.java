package io.brokerbench.cli;

import io.brokerbench.compare.Repeats;
import io.brokerbench.matrix.MatrixCell;
import io.brokerbench.matrix.MatrixDirectory;
import io.brokerbench.matrix.MatrixRun;
import io.brokerbench.matrix.Reference;
import io.brokerbench.report.Units;
import io.brokerbench.stored.BadInputException;
import io.brokerbench.stored.Figure;
import io.brokerbench.stored.StoredRun;
import io.brokerbench.text.TextTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** What became of a matrix, a row for each cell. */
final class MatrixTable {

  private static final String NOTHING = "";

  private final MatrixDirectory directory;
  private final Map<MatrixCell, List<StoredRun>> runs = new LinkedHashMap<>();

  private MatrixTable(MatrixDirectory directory) throws BadInputException {
    this.directory = directory;
    for (MatrixCell cell : directory.cells()) {
      runs.put(cell, directory.runs(cell));
    }
  }

  /** Its lines. */
  static List<String> lines(MatrixDirectory directory) throws BadInputException {
    return new MatrixTable(directory).lines();
  }

  private List<String> lines() {
    List<String> factors = List.copyOf(directory.cells().get(0).values().keySet());
    boolean published = directory.reference().isPresent();
    TextTable table =
        new TextTable("l".repeat(factors.size()) + "rrlrlrrrrlll" + (published ? "rr" : ""));
    List<String> head = new ArrayList<>(factors);
    head.addAll(
        List.of(
            "runs",
            "msg/s",
            "95 % interval",
            "of best",
            "latency",
            "p50",
            "p99",
            "CPU/msg",
            "written/msg",
            "acknowledged",
            "audit",
            "verdict"));
    if (published) {
      head.addAll(List.of("published", "ours/theirs"));
    }
    table.add(head.toArray(String[]::new));
    double best =
        runs.values().stream()
            .map(MatrixRun::rate)
            .filter(rate -> rate.size() > 0)
            .mapToDouble(Repeats::mean)
            .max()
            .orElse(Double.NaN);
    runs.forEach((cell, all) -> table.add(row(cell, all, best).toArray(String[]::new)));
    List<String> lines = new ArrayList<>(table.lines());
    directory.reference().ifPresent(reference -> lines.addAll(source(reference)));
    scaled().ifPresent(lines::add);
    return lines;
  }

  private List<String> row(MatrixCell cell, List<StoredRun> all, double best) {
    List<StoredRun> usable = all.stream().filter(StoredRun::usable).toList();
    Repeats rate = MatrixRun.rate(usable);
    List<String> row = new ArrayList<>(cell.values().values());
    row.add(Integer.toString(all.size()));
    row.add(Figure.RATE.text(rate.mean()));
    row.add(interval(rate));
    row.add(rate.size() == 0 ? "n/a" : percent(rate.mean() / best));
    row.add(RunTable.label(usable, Figure.P50, " p50"));
    row.add(RunTable.mean(usable, Figure.P50));
    row.add(RunTable.mean(usable, Figure.P99));
    row.add(RunTable.mean(usable, Figure.CPU));
    row.add(written(usable));
    row.add(distinct(usable.stream().map(run -> run.promise().text()).toList()));
    row.add(distinct(all.stream().map(StoredRun::audit).toList()));
    row.add(RunTable.verdicts(all));
    directory
        .reference()
        .ifPresent(
            reference -> {
              OptionalDouble theirs = reference.of(cell.values());
              row.add(theirs.isPresent() ? Units.rate(theirs.getAsDouble()) : NOTHING);
              row.add(
                  theirs.isPresent() && rate.size() > 0
                      ? String.format(Locale.ROOT, "%.2f", rate.mean() / theirs.getAsDouble())
                      : NOTHING);
            });
    return row;
  }

  private static String interval(Repeats rate) {
    if (!rate.spread()) {
      return "";
    }
    double factor = Math.exp(rate.halfWidth());
    return "[%s, %s]".formatted(Units.rate(rate.mean() / factor), Units.rate(rate.mean() * factor));
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.0f %%", share * 100);
  }

  private static String written(List<StoredRun> runs) {
    OptionalDouble mean =
        runs.stream().flatMapToDouble(run -> run.writtenPerMessage().stream()).average();
    return mean.isPresent() ? Units.bytes(mean.getAsDouble()) : "n/a";
  }

  private static String distinct(List<String> texts) {
    return texts.stream().distinct().collect(Collectors.joining(" | "));
  }

  private static List<String> source(Reference reference) {
    List<String> lines = new ArrayList<>();
    if (!reference.source().isEmpty()) {
      lines.add("published: " + reference.source());
    }
    if (!reference.hardware().isEmpty()) {
      lines.add("their hardware: " + reference.hardware());
    }
    return lines;
  }

  private Optional<String> scaled() {
    return runs.values().stream()
        .flatMap(List::stream)
        .map(run -> run.settings().getOrDefault("scale", "1"))
        .filter(scale -> Double.parseDouble(scale) != 1)
        .findFirst()
        .map(
            scale ->
                "scaled to %s: times, rates and message counts are shorter than the workload's"
                    .formatted(scale));
  }
}
