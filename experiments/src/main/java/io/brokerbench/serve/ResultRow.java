package io.brokerbench.serve;

import io.brokerbench.figures.RunFigure;
import io.brokerbench.figures.RunFigure.Use;
import io.brokerbench.file.BadInputException;
import io.brokerbench.find.SearchResult;
import io.brokerbench.matrix.MatrixDirectory;
import io.brokerbench.reports.Publication;
import io.brokerbench.results.RunFile;
import io.brokerbench.runs.RunGroup;
import io.brokerbench.stored.RunsDirectory;
import io.brokerbench.stored.StoredRun;
import io.brokerbench.units.Causes;
import io.brokerbench.units.Text;
import io.brokerbench.units.Unit;
import io.brokerbench.units.Units;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A row of the table of results, as a page gets it. Lists have the values of all runs of a matrix
 * or a search, each once.
 *
 * @param path of its directory, relative to that of all results, with slashes
 * @param kind what it is, in a word
 * @param startedMillis start, milliseconds since 1970; null if unknown
 * @param modes flush and replication, type of the queues or quality of service
 * @param verdicts in capital letters; those of results that are not complete say so
 * @param latencies the latency that {@code p50} and {@code p99} are of
 * @param figures lowest and highest value of each figure that is known: {@code acked} and {@code
 *     received} per second, {@code p50} and {@code p99} in nanoseconds
 * @param note what else is to be said, in one line; may be empty
 */
record ResultRow(
    String path,
    String kind,
    @Nullable Long startedMillis,
    String name,
    List<String> tools,
    List<String> brokers,
    List<String> releases,
    List<String> modes,
    List<String> verdicts,
    List<String> latencies,
    SortedMap<String, List<Double>> figures,
    String note) {

  static final String RUNNING = "RUNNING";
  private static final String UNFINISHED = "UNFINISHED";
  private static final String UNREADABLE = "UNREADABLE";
  private static final String NO_RESULT = "NO RESULT";

  private static final List<String> USABLE = List.of("VALID", "SUSPECT");
  private static final List<RunFigure> FIGURES =
      List.of(RunFigure.ACKED, RunFigure.RECEIVED, RunFigure.P50, RunFigure.P99);

  /** Reads a result; what cannot be read is a row that says so. */
  static ResultRow read(ServedDirectory results, String path, Catalog.Look look) {
    String kind = look.word();
    try {
      Path directory = results.result(path);
      return switch (look.kind()) {
        case RUN -> ofRun(directory, path, kind, look.running());
        case MATRIX -> {
          int cells = MatrixDirectory.read(directory).cells().size();
          yield without(directory, path, kind, unfinished(directory), Text.of("%d cells", cells));
        }
        case SEARCH -> ofSearch(SearchResult.read(directory), directory, path, kind);
        case PUBLICATION ->
            without(directory, path, kind, List.of(), Publication.read(directory).name());
        case OTHER ->
            without(directory, path, kind, List.of(NO_RESULT), "holds no file of a result");
      };
    } catch (BadInputException | RefusedException | RuntimeException e) {
      return without(results.root().resolve(path), path, kind, List.of(UNREADABLE), Causes.line(e));
    }
  }

  private static ResultRow ofRun(Path directory, String path, String kind, boolean running)
      throws BadInputException {
    List<String> state = running ? List.of(RUNNING) : unfinished(directory);
    if (!Files.exists(directory.resolve(RunFile.NAME))) {
      return without(
          directory, path, kind, state.isEmpty() ? List.of(NO_RESULT) : state, "no run.json yet");
    }
    StoredRun run = StoredRun.read(directory);
    SortedMap<String, List<Double>> figures = new TreeMap<>();
    for (RunFigure figure : FIGURES) {
      figure.positive(run).ifPresent(value -> figures.put(key(figure), List.of(value, value)));
    }
    return new ResultRow(
        path,
        kind,
        run.result().startedAt().toEpochMilli(),
        run.result().name(),
        List.of(run.tool()),
        List.of(run.productName()),
        Stream.of(run.release()).filter(release -> !release.isEmpty()).toList(),
        List.of(mode(run)),
        state.isEmpty() ? List.of(run.verdict().status().name()) : state,
        List.of(run.result().leadingMetric().label()),
        figures,
        state.isEmpty() ? String.join("; ", run.verdict().texts()) : "its figures are not final");
  }

  private static String key(RunFigure figure) {
    return figure.name(Use.COMPARE);
  }

  private static String mode(StoredRun run) {
    Map<String, String> settings = run.settings();
    String queues = settings.get("rabbitmq.queue-type");
    String quality = settings.get("mqtt.qos");
    return RunGroup.Mode.of(settings)
        .map(mode -> Text.of("flush %s, replication %s", mode.flush(), mode.replication()))
        .orElseGet(
            () ->
                queues != null
                    ? queues
                    : quality != null ? "QoS " + quality : run.promise().text());
  }

  private static ResultRow ofSearch(SearchResult found, Path directory, String path, String kind) {
    double low = found.lowestPerSecond();
    Double high = found.highPerSecond();
    String note =
        found.noneSustainable()
            ? "no probed rate was sustained"
            : Text.of(
                "sustained %s/s%s%s",
                Units.rate(low),
                high == null ? "" : Text.of(", but not %s/s", Units.rate(high)),
                found.limitedByGenerator() ? ", where the generator was the limit" : "");
    ResultRow row = without(directory, path, kind, List.of(verdict(found)), note);
    if (!found.noneSustainable()) {
      row.figures.put(key(RunFigure.ACKED), List.of(low, low));
    }
    return row;
  }

  /** As on the page of the search. */
  private static String verdict(SearchResult found) {
    return found.noneSustainable() && found.highPerSecond() != null
        ? "NONE"
        : found.confirmedOfBrokers() ? "CONFIRMED" : "UNCONFIRMED";
  }

  /** A row of which no more is known than the name of its directory. */
  private static ResultRow without(
      Path directory, String path, String kind, List<String> verdicts, String note) {
    String file = RunsDirectory.fileName(directory);
    Instant start = RunsDirectory.startIn(file).orElse(null);
    String rest = start == null ? file : file.substring(file.indexOf('-') + 1);
    return new ResultRow(
        path,
        kind,
        start == null ? null : start.toEpochMilli(),
        rest.replaceAll("\\.[A-Z]+$", ""),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        verdicts,
        List.of(),
        new TreeMap<>(),
        note);
  }

  private static List<String> unfinished(Path directory) {
    return new RunsDirectory(directory).complete() ? List.of() : List.of(UNFINISHED);
  }

  /** Whether it consists of runs that have rows of their own. */
  boolean isGroup() {
    return !kind.isEmpty() && !kind.equals("run");
  }

  /** The same with what its runs have. */
  ResultRow with(Collection<ResultRow> runs) {
    List<ResultRow> usable = runs.stream().filter(run -> USABLE.containsAll(run.verdicts)).toList();
    List<String> common = all(usable, ResultRow::latencies);
    SortedMap<String, List<Double>> ranges = new TreeMap<>();
    for (RunFigure figure : FIGURES) {
      List<Double> values =
          usable.stream()
              .filter(run -> figure.unit() != Unit.NANOS || common.size() == 1)
              .flatMap(run -> run.figures.getOrDefault(key(figure), List.of()).stream())
              .sorted()
              .toList();
      if (!values.isEmpty()) {
        ranges.put(key(figure), List.of(values.get(0), values.get(values.size() - 1)));
      }
    }
    ranges.putAll(figures);
    return new ResultRow(
        path,
        kind,
        startedMillis,
        name,
        all(runs, ResultRow::tools),
        all(runs, ResultRow::brokers),
        all(runs, ResultRow::releases),
        all(runs, ResultRow::modes),
        verdicts.isEmpty() ? all(runs, ResultRow::verdicts) : verdicts,
        common.size() == 1 ? common : List.of(),
        ranges,
        note + counts(runs));
  }

  private static List<String> all(
      Collection<ResultRow> runs, Function<ResultRow, List<String>> values) {
    return runs.stream().flatMap(run -> values.apply(run).stream()).distinct().sorted().toList();
  }

  /** How many runs have which verdict. */
  private static String counts(Collection<ResultRow> runs) {
    Map<String, Long> counts =
        runs.stream()
            .flatMap(run -> run.verdicts.stream())
            .collect(
                Collectors.groupingBy(Function.identity(), TreeMap::new, Collectors.counting()));
    return counts.entrySet().stream()
        .map(each -> Text.of(", %d %s", each.getValue(), each.getKey()))
        .collect(Collectors.joining());
  }
}
