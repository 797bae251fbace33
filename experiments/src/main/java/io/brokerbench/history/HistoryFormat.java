package io.brokerbench.history;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.brokerbench.ci.JunitXml;
import io.brokerbench.ci.JunitXml.Case;
import io.brokerbench.ci.JunitXml.Outcome;
import io.brokerbench.document.CsvTables;
import io.brokerbench.history.History.JudgedChange;
import io.brokerbench.results.history.SeriesNight;
import io.brokerbench.statistics.Direction;
import io.brokerbench.statistics.Repeats;
import io.brokerbench.units.Text;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.yaml.snakeyaml.Yaml;

/** Formats of other tools in which a history is exported. */
public enum HistoryFormat {
  /**
   * Bencher Metric Format: the latest night; a benchmark is a series, a measure the key of a
   * figure.
   */
  BMF(false),
  /**
   * Custom benchmarks of github-action-benchmark: the latest night, in a file for each direction of
   * improvement.
   */
  GITHUB_ACTION_BENCHMARK(true),
  /** All nights as CSV files for Apache Otava, with the configuration that reads them. */
  OTAVA(true),
  /** A test case per figure of a series, of which a new regression beyond its limit fails. */
  JUNIT(false);

  private static final String TIME = "time";

  private final boolean severalFiles;

  HistoryFormat(boolean severalFiles) {
    this.severalFiles = severalFiles;
  }

  /** Whether it is several files in a directory rather than one. */
  public boolean severalFiles() {
    return severalFiles;
  }

  /** The files by their names. */
  public Map<String, String> files(History history) {
    return switch (this) {
      case BMF -> Map.of("bmf.json", bmf(history));
      case GITHUB_ACTION_BENCHMARK ->
          Map.of(
              "customBiggerIsBetter.json", custom(history, Direction.HIGHER),
              "customSmallerIsBetter.json", custom(history, Direction.LOWER));
      case OTAVA -> otava(history);
      case JUNIT -> Map.of(JunitXml.FILE, junit(history));
    };
  }

  /** Figures of the latest night. */
  private static List<FigureSeries> latest(History history) {
    Instant latest =
        history.series().stream()
            .map(series -> series.latest().night())
            .max(Instant::compareTo)
            .orElse(Instant.EPOCH);
    return history.series().stream()
        .filter(series -> series.latest().night().isAfter(latest.minus(FigureSeries.NIGHT)))
        .toList();
  }

  private static String bmf(History history) {
    ObjectNode benchmarks = JsonNodeFactory.instance.objectNode();
    for (FigureSeries series : latest(history)) {
      Repeats value = series.latestRepeats();
      ObjectNode metric = benchmarks.withObjectProperty(series.name()).putObject(series.key());
      metric.put("value", value.mean());
      if (value.spread()) {
        metric.put("lower_value", value.low()).put("upper_value", value.high());
      }
    }
    return benchmarks.toPrettyString() + "\n";
  }

  private static String custom(History history, Direction better) {
    ArrayNode benchmarks = JsonNodeFactory.instance.arrayNode();
    for (FigureSeries series : latest(history)) {
      if (series.figure().better() == better) {
        Repeats value = series.latestRepeats();
        ObjectNode benchmark =
            benchmarks
                .addObject()
                .put("name", series.label())
                .put("unit", series.unit())
                .put("value", value.mean());
        if (value.spread()) {
          benchmark.put("range", Text.of("\u00b1 %.6g", (value.high() - value.low()) / 2));
        }
        benchmark.put(
            "extra", Text.of("night %s, runs: %d", series.latest().night(), value.size()));
      }
    }
    return benchmarks.toPrettyString() + "\n";
  }

  /** A file per series, of the figures that have the same nights: Otava reads no gaps. */
  private static Map<String, String> otava(History history) {
    Map<List<Instant>, Map<String, List<FigureSeries>>> byNights = new LinkedHashMap<>();
    for (FigureSeries series : history.series()) {
      byNights
          .computeIfAbsent(
              series.nights().stream().map(SeriesNight::night).toList(),
              nights -> new LinkedHashMap<>())
          .computeIfAbsent(series.latest().series(), name -> new ArrayList<>())
          .add(series);
    }
    Map<String, String> files = new LinkedHashMap<>();
    Map<String, Object> tests = new LinkedHashMap<>();
    for (Map<String, List<FigureSeries>> series : byNights.values()) {
      for (List<FigureSeries> figures : series.values()) {
        FigureSeries first = figures.get(0);
        boolean again = tests.containsKey(first.name());
        String end = again ? "-" + first.key() : "";
        String file = first.latest().series() + end + ".csv";
        List<String> facts =
            first.nights().stream()
                .flatMap(night -> night.facts().keySet().stream())
                .distinct()
                .sorted()
                .toList();
        files.put(file, csv(figures, facts));
        tests.put(first.name() + (again ? " " + first.key() : ""), test(file, figures, facts));
      }
    }
    Map<String, Object> configuration = new LinkedHashMap<>();
    configuration.put("tests", tests);
    configuration.put("test_groups", Map.of("history", List.copyOf(tests.keySet())));
    files.put("otava.yaml", new Yaml().dumpAsMap(configuration));
    return files;
  }

  private static Map<String, Object> test(
      String file, List<FigureSeries> figures, List<String> attributes) {
    Map<String, Object> metrics = new LinkedHashMap<>();
    for (FigureSeries each : figures) {
      metrics.put(
          each.key(), Map.of("direction", each.figure().better() == Direction.HIGHER ? 1 : -1));
    }
    Map<String, Object> test = new LinkedHashMap<>();
    test.put("type", "csv");
    test.put("file", file);
    test.put("time_column", TIME);
    test.put("attributes", attributes);
    test.put("metrics", metrics);
    return test;
  }

  private static String csv(List<FigureSeries> figures, List<String> facts) {
    List<String> header = new ArrayList<>(List.of(TIME));
    figures.forEach(each -> header.add(each.key()));
    header.addAll(facts);
    StringBuilder csv = new StringBuilder(CsvTables.row(header));
    List<SeriesNight> nights = figures.get(0).nights();
    for (int i = 0; i < nights.size(); i++) {
      List<String> row = new ArrayList<>(List.of(nights.get(i).night().toString()));
      for (FigureSeries each : figures) {
        row.add(Double.toString(each.repeats().get(i).mean()));
      }
      for (String fact : facts) {
        row.add(nights.get(i).facts().getOrDefault(fact, ""));
      }
      csv.append(CsvTables.row(row));
    }
    return csv.toString();
  }

  private static String junit(History history) {
    List<Case> cases = new ArrayList<>();
    for (FigureSeries series : history.series()) {
      List<JudgedChange> changes =
          history.changes().stream().filter(each -> each.change().series() == series).toList();
      String regressions =
          changes.stream()
              .filter(JudgedChange::regression)
              .map(HistoryTable::line)
              .collect(Collectors.joining("; "));
      Outcome outcome = regressions.isEmpty() ? Outcome.PASSED : Outcome.FAILURE;
      StringBuilder output = new StringBuilder(Text.of("latest: %s\n", series.latestCell()));
      changes.forEach(change -> output.append(HistoryTable.line(change)).append('\n'));
      cases.add(new Case(series.name(), series.metric(), outcome, regressions, output.toString()));
    }
    return JunitXml.ofCases("history", cases);
  }
}
