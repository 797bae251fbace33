package io.brokerbench.published;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.brokerbench.compare.Comparer;
import io.brokerbench.compare.Comparison;
import io.brokerbench.compare.ComparisonDocument;
import io.brokerbench.compare.ComparisonJson;
import io.brokerbench.compare.RegressionLimits;
import io.brokerbench.document.CsvTables;
import io.brokerbench.document.Table;
import io.brokerbench.figures.Bound;
import io.brokerbench.figures.RunFigure;
import io.brokerbench.figures.RunFigure.Use;
import io.brokerbench.figures.RunFigure.Value;
import io.brokerbench.file.BadInputException;
import io.brokerbench.published.Reference.Row;
import io.brokerbench.results.Latency.Statistic;
import io.brokerbench.results.Metric;
import io.brokerbench.results.RunFile;
import io.brokerbench.results.RunResult.Requirement;
import io.brokerbench.sections.ExperimentFile;
import io.brokerbench.stored.RunSet;
import io.brokerbench.stored.StoredRun;
import io.brokerbench.testkit.PartialRun;
import io.brokerbench.units.Text;
import io.brokerbench.workload.Requirements;
import io.brokerbench.workload.Settings;
import io.brokerbench.workload.SettingsReader;
import io.brokerbench.workload.Workload;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each figure in every use that can take it. */
final class FigureUsesTest {

  /** Settings of a workload that may have any figure, other than those of transactions. */
  private static final String[] COPIES = {
    "load.rate=1000/s", "consume.threads=1", "consume.groups=10"
  };

  private static final String[] LATER = {
    "load.rate=1000/s", "consume.threads=1", "message.deliver-after=1s"
  };

  private static final String[] CONNECTIONS = {"load.rate=1000/s", "connections.count=10"};

  private static final String[] TRANSACTIONS = {
    "load.rate=1000/s", "consume.threads=1", "transaction.enabled=true"
  };

  private static String[] settings(Metric metric) {
    return switch (metric) {
      case FIRST_COPY, MEDIAN_COPY, LAST_COPY -> COPIES;
      case LATE, EARLY -> LATER;
      case CONNECT, SUBSCRIBE -> CONNECTIONS;
      default -> TRANSACTIONS;
    };
  }

  private static Workload workload(RunFigure figure, String assignment) throws Exception {
    SettingsReader reader = Workload.defaults().set("driver", "memory", "test");
    Stream.of(figure.metric().map(FigureUsesTest::settings).orElse(TRANSACTIONS))
        .forEach(reader::assign);
    reader.assign(assignment);
    Settings settings = reader.settings();
    Workload workload = Workload.read(settings);
    settings.finish();
    return workload;
  }

  private static String example(RunFigure figure) {
    return figure.unit().notation().replaceFirst(".*such as ", "");
  }

  private static StoredRun run(Path directory) throws Exception {
    Files.writeString(
        directory.resolve(RunFile.NAME),
        PartialRun.complete(
            "{\"command\": \"producer\", \"throughput\": {\"sentPerSecond\": 2000}}"));
    return StoredRun.read(directory);
  }

  /** A run of consumers that has every latency, and the processor time of a broker. */
  private static RunSet latencies(Path directory) throws Exception {
    String statistics =
        Stream.of(Statistic.values())
            .map(each -> Text.of("\"%sNanos\": 1000000", each.label().replace(".", "")))
            .collect(Collectors.joining(", ", "{", "}"));
    String latencies =
        Stream.of(Metric.values())
            .map(each -> Text.of("\"%s\": %s", each.label(), statistics))
            .collect(Collectors.joining(", ", "{", "}"));
    Files.writeString(
        Files.createDirectories(directory).resolve(RunFile.NAME),
        PartialRun.complete(
            Text.of(
                """
                {"command": "consumer", "latency": %s,
                 "throughput": {"ackedPerSecond": 2000, "receivedPerSecond": 2000},
                 "resources": {"master": {"cpuMicrosPerMessage": 10}}}
                """,
                latencies)));
    return RunSet.read(directory);
  }

  @ParameterizedTest
  @MethodSource("io.brokerbench.figures.RunFigure#all")
  void hasAValueOrAReason(RunFigure figure, @TempDir Path directory) throws Exception {
    Value value = figure.value(run(directory));
    assertThat(value.number() != null || !value.unknown().isEmpty()).isTrue();
  }

  @ParameterizedTest
  @MethodSource("io.brokerbench.figures.RunFigure#all")
  void isRequired(RunFigure figure, @TempDir Path directory) throws Exception {
    if (refused(figure, Use.REQUIRE)) {
      return;
    }
    String setting = Text.of("require.%s=%s", figure.key(), example(figure));
    List<Bound> bounds = workload(figure, setting).requirements().bounds();
    assertThat(bounds).extracting(Bound::figure).containsExactly(figure);
    Requirement judged = bounds.get(0).judge(run(directory).result());
    assertThat(judged.key()).isEqualTo(figure.key());
    assertThat(RunFile.tree(judged).path("key").asText()).isEqualTo(figure.key());
    assertThat(judged.text()).startsWith(figure.key() + " at ");
  }

  @ParameterizedTest
  @MethodSource("io.brokerbench.figures.RunFigure#all")
  void limitsASearch(RunFigure figure, @TempDir Path directory) throws Exception {
    if (refused(figure, Use.FIND)) {
      return;
    }
    Path file =
        Files.writeString(
            directory.resolve("find.yaml"),
            Text.of(
                "load: {rate: 1000/s}\nfind: {limits: {%s: %s}}\n", figure.key(), example(figure)));
    assertThat(ExperimentFile.read(file).find().bounds().figures())
        .containsEntry(figure, figure.unit().parse(example(figure)));
  }

  @ParameterizedTest
  @MethodSource("io.brokerbench.figures.RunFigure#all")
  void isCompared(RunFigure figure, @TempDir Path directory) throws Exception {
    String limit = figure.name(Use.COMPARE) + "=10%";
    if (refused(figure, Use.COMPARE)) {
      assertThatThrownBy(() -> RegressionLimits.parse(List.of("errors=10%")))
          .isInstanceOf(BadInputException.class)
          .hasMessageContaining("--limit: errors may be zero");
      return;
    }
    assertThat(RegressionLimits.parse(List.of(limit)).stated()).containsEntry(figure, 0.1);
    assertThat(figure.of(List.of(run(directory))).size()).isLessThanOrEqualTo(1);
  }

  /** A comparison would leave out the runs that stood still for ten seconds. */
  @ParameterizedTest
  @ValueSource(strings = {"acked.lowest", "received.lowest"})
  void theLowestRateIsNotCompared(String name) {
    assertThatThrownBy(() -> RegressionLimits.parse(List.of(name + "=20%")))
        .isInstanceOf(BadInputException.class)
        .hasMessage("--limit: " + name + " may be zero, of which there is no ratio");
  }

  @ParameterizedTest
  @MethodSource("io.brokerbench.figures.RunFigure#all")
  void isInTheJsonAndTheCsvOfAComparison(RunFigure figure, @TempDir Path directory)
      throws Exception {
    if (refused(figure, Use.COMPARE)) {
      return;
    }
    String name = figure.name(Use.COMPARE);
    RunSet base = latencies(directory.resolve("base"));
    RunSet candidate = latencies(directory.resolve("candidate"));
    RegressionLimits limits = RegressionLimits.parse(List.of(name + "=10%"));
    Comparison comparison = new Comparer(base, candidate, limits).compare();
    Path file = directory.resolve("comparison.json");
    ComparisonJson.write(comparison, file);
    JsonNode json = new ObjectMapper().readTree(file.toFile());
    assertThat(json.path("gate").path("limits").path(name).asDouble()).isEqualTo(0.1);
    StoredRun run = base.runs().get(0);
    if (figure.positive(run).isEmpty()) {
      assertThat(figure.metric()).isEmpty();
      assertThat(json.path("notCompared").toString()).contains("no run has " + name + ", ");
      return;
    }
    List<JsonNode> rows = new ArrayList<>();
    json.at("/cells/0/metrics").forEach(rows::add);
    JsonNode row =
        rows.stream()
            .filter(each -> each.path("figure").asText().equals(name))
            .findFirst()
            .orElseThrow();
    assertThat(row.path("label").asText()).isEqualTo(figure.label(run.result()));
    assertThat(row.path("unit").asText()).isEqualTo(figure.unit().symbol());
    assertThat(CsvTables.of(ComparisonDocument.of(comparison)))
        .contains("," + figure.label(run.result()) + ",");
  }

  @ParameterizedTest
  @MethodSource("io.brokerbench.figures.RunFigure#all")
  void endsALoad(RunFigure figure) throws Exception {
    if (refused(figure, Use.ABORT)) {
      return;
    }
    String setting = Text.of("abort.%s=%s for 5s", figure.name(Use.ABORT), example(figure));
    assertThat(workload(figure, setting).abort().has(figure)).isTrue();
  }

  @ParameterizedTest
  @MethodSource("io.brokerbench.figures.RunFigure#all")
  void isPublished(RunFigure figure, @TempDir Path directory) throws Exception {
    if (refused(figure, Use.PUBLISHED)) {
      return;
    }
    String name = figure.name(Use.PUBLISHED);
    Reference.check(name, "about " + example(figure));
    assertThat(Reference.figure(name)).isEqualTo(figure);
    StoredRun run = run(directory);
    Value value = figure.value(run);
    assertThat(Measured.mean(figure, List.of(run)).value()).isEqualTo(value.number());
    Row row =
        new Row(
            new TreeMap<>(),
            new TreeMap<>(Map.of(name, "about " + example(figure))),
            new TreeMap<>(),
            List.of());
    Reference reference =
        new Reference("a source", "", "", "", "", null, List.of(row), List.of(), List.of());
    PublishedResults results =
        new PublishedResults(
            reference, List.of(), Map.of(Map.of(), List.of(run)), Optional.empty());
    Table table = ReferenceTable.of(results).table().orElseThrow();
    assertThat(table.rows()).hasSize(1);
    assertThat(table.rows().get(0)).startsWith(name);
  }

  /** A figure that a use cannot take says why. */
  private static boolean refused(RunFigure figure, Use use) {
    if (figure.whyNot(use).isEmpty()) {
      assertThat(RunFigure.of(use, figure.name(use))).contains(figure);
      return false;
    }
    assertThat(figure.whyNot(use)).get().asString().matches("[a-z].*[^.]");
    assertThat(RunFigure.of(use, figure.key())).isNotEqualTo(Optional.of(figure));
    return true;
  }

  @Test
  void aRefusedFigureIsToldWithItsReason() {
    assertThatThrownBy(() -> Requirements.figure(Use.REQUIRE, "backlog"))
        .hasMessage(
            "cannot be used here, because it is watched while the load goes on, and no figure of"
                + " its result");
  }

  @ParameterizedTest
  @MethodSource("io.brokerbench.figures.RunFigure#all")
  void hasAKeyAUnitAndAMeaning(RunFigure figure) {
    assertThat(figure.key()).matches("[a-z0-9.-]+");
    assertThat(figure.meaning()).matches("[A-Z].*[^.]");
    assertThat(figure.unit().parse(example(figure))).isNotNegative();
    assertThat(Stream.of(Use.values()).filter(use -> figure.whyNot(use).isEmpty())).isNotEmpty();
  }
}
