package io.brokerbench.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.document.Chart;
import io.brokerbench.document.Document;
import io.brokerbench.document.Headline;
import io.brokerbench.document.Section;
import io.brokerbench.document.Series;
import io.brokerbench.published.Reference;
import io.brokerbench.testkit.PartialRun;
import io.brokerbench.units.Text;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MatrixDocumentTest {

  private final Path results;

  MatrixDocumentTest(@TempDir Path results) {
    this.results = results;
  }

  /** A matrix whose cells sent this many messages per second and got as many acknowledgements. */
  private MatrixTable table(Map<String, Boolean> acknowledged, Map<String, Integer> sent)
      throws Exception {
    return table(Map.of("mode", List.copyOf(sent.keySet())), acknowledged, sent);
  }

  /** The same of a matrix with these factors; without one, the mode is empty. */
  private MatrixTable table(
      Map<String, List<String>> factors,
      Map<String, Boolean> acknowledged,
      Map<String, Integer> sent)
      throws Exception {
    Matrix matrix = new Matrix(factors, List.of(), 1, 1, OptionalDouble.empty());
    MatrixDirectory directory =
        MatrixDirectory.resumeOrCreate(
            results, "test", "x", matrix.cells(), Optional.empty(), Instant.EPOCH);
    for (MatrixCell cell : matrix.cells()) {
      String mode = cell.values().getOrDefault("mode", "");
      boolean answered = acknowledged.getOrDefault(mode, false);
      int perSecond = sent.getOrDefault(mode, 0);
      store(
          directory,
          cell,
          0,
          Text.of(
              """
              {"command": "producer", "promise": {"acknowledged": %s},
               "throughput": {"achievedPerSecond": %d, "ackedPerSecond": %d}}
              """,
              answered, perSecond, answered ? perSecond : 0));
    }
    return new MatrixTable(directory, Optional.empty());
  }

  private static void store(
      MatrixDirectory directory, MatrixCell cell, int minute, String partialRun) throws Exception {
    Path run = directory.path().resolve(Text.of("20261122T03%02d00Z-%s", minute, cell.name()));
    Files.createDirectory(run);
    Files.writeString(run.resolve("run.json"), PartialRun.complete(partialRun));
  }

  @Test
  void ratesOfSendsAndOfAcknowledgementsAreNotCompared() throws Exception {
    MatrixTable table =
        table(
            Map.of("sync", true, "async", true, "oneway", false),
            Map.of("sync", 1000, "async", 4000, "oneway", 9000));
    Headline headline = MatrixDocument.of(table).headline();
    assertThat(headline.word()).isEqualTo("4,000 msg/s");
    assertThat(headline.sentence())
        .isEqualTo(
            "is the highest rate of acknowledged messages, with mode=async; cells without"
                + " acknowledgements are not compared with it");
    // Each is the best of its kind.
    assertThat(table.lines())
        .anyMatch(line -> line.matches("oneway +1 +9,000 +100 % .*"))
        .anyMatch(line -> line.matches("async +1 +4,000 +100 % .*"))
        .anyMatch(line -> line.matches("sync +1 +1,000 +25 % .*"));
  }

  @Test
  void ratesOfSendsAloneAreCompared() throws Exception {
    MatrixTable table =
        table(Map.of("oneway", false, "slow", false), Map.of("oneway", 9000, "slow", 100));
    Headline headline = MatrixDocument.of(table).headline();
    assertThat(headline.word()).isEqualTo("9,000 msg/s");
    assertThat(headline.sentence()).isEqualTo("is the highest rate, with mode=oneway");
  }

  @Test
  void aSingleCellHasNothingToBeNamedBy() throws Exception {
    Document document = MatrixDocument.of(table(Map.of(), Map.of("", true), Map.of("", 500)));
    assertThat(document.headline().sentence()).isEqualTo("is the highest rate");
    assertThat(document.sections().get(1).title()).isEqualTo("The first run, 20261122T030000Z-c01");
  }

  /** A line through such a cell would show a rate that was not measured. */
  @Test
  void linesHaveAGapAtACellThatIsInvalidOrWasNotRun() throws Exception {
    Matrix matrix =
        new Matrix(
            Map.of("n", List.of("1", "2", "4", "8")), List.of(), 1, 1, OptionalDouble.empty());
    MatrixDirectory directory =
        MatrixDirectory.resumeOrCreate(
            results, "test", "x", matrix.cells(), Optional.empty(), Instant.EPOCH);
    for (MatrixCell cell : matrix.cells().subList(0, 3)) {
      store(
          directory,
          cell,
          0,
          Text.of(
              """
              {"command": "producer", "verdict": {"status": "%s", "reasons": []},
               "throughput": {"achievedPerSecond": 100, "ackedPerSecond": 100}}
              """,
              cell.number() == 2 ? "invalid" : "valid"));
    }
    Chart rates =
        MatrixDocument.of(new MatrixTable(directory, Optional.empty())).charts().stream()
            .filter(chart -> chart.id().equals("cells-rate"))
            .findFirst()
            .orElseThrow();
    List<Series.Point> points = rates.series().get(0).points();
    assertThat(points).extracting(Series.Point::x).containsExactly(1.0, 2.0, 4.0, 8.0);
    assertThat(points).extracting(Series.Point::gap).containsExactly(false, true, false, true);
    assertThat(rates.note()).contains(" Gaps: ");
  }

  @Test
  void numbersThatAreNamesStandSideBySide() throws Exception {
    MatrixTable table =
        table(Map.of("mqtt.qos", List.of("0", "1", "2")), Map.of("", true), Map.of("", 500));
    assertThat(charts(table))
        .isNotEmpty()
        .allSatisfy(chart -> assertThat(chart.x().categories()).containsExactly("0", "1", "2"));
  }

  @Test
  void chartsOfNamedRatesSayThatRunsAreScaledDown() throws Exception {
    Matrix matrix =
        new Matrix(
            Map.of("rate", List.of("100/s", "200/s", "300/s")),
            List.of(),
            1,
            1,
            OptionalDouble.empty());
    MatrixDirectory directory =
        MatrixDirectory.resumeOrCreate(
            results, "test", "x", matrix.cells(), Optional.empty(), Instant.EPOCH);
    for (MatrixCell cell : matrix.cells()) {
      store(
          directory,
          cell,
          0,
          """
          {"workload": {"scale": "0.2"},
           "throughput": {"achievedPerSecond": 20, "ackedPerSecond": 20}}
          """);
    }
    assertThat(charts(new MatrixTable(directory, Optional.empty())))
        .isNotEmpty()
        .allSatisfy(
            chart ->
                assertThat(chart.note())
                    .endsWith(
                        " Scaled down by scale=0.2: values of rate are those of the workload."));
  }

  /** Curves with other published figures have charts of their own. */
  @Test
  void aSinglePlaceAlongTheAxisHasNoChart() throws Exception {
    Matrix matrix =
        new Matrix(
            Map.of("mode", List.of("async", "sync"), "n", List.of("1", "2", "4")),
            List.of(
                new TreeMap<>(Map.of("mode", "sync", "n", "1")),
                new TreeMap<>(Map.of("mode", "sync", "n", "2"))),
            1,
            1,
            OptionalDouble.empty());
    assertThat(charts(published(matrix.cells())))
        .extracting(Chart::title)
        .isNotEmpty()
        .allSatisfy(title -> assertThat(title).endsWith(", mode async"));
  }

  @Test
  void curvesOfSinglePlacesStandSideBySide() throws Exception {
    List<MatrixCell> cells =
        Stream.of("1", "2", "4")
            .map(
                n ->
                    new MatrixCell(
                        Integer.parseInt(n), new TreeMap<>(Map.of("mode", "m" + n, "n", n))))
            .toList();
    List<Chart> charts = charts(published(cells));
    assertThat(charts).extracting(Chart::id).containsExactly("cells-rate", "cells-latency");
    assertThat(charts.get(0).series().get(0).points())
        .extracting(Series.Point::y)
        .containsExactly(100.0, 100.0, 100.0);
  }

  /** Cells whose published and measured rates are all 100 per second. */
  private MatrixTable published(List<MatrixCell> cells) throws Exception {
    Reference.Row row =
        new Reference.Row(
            new TreeMap<>(), new TreeMap<>(Map.of("rate", "100/s")), new TreeMap<>(), List.of());
    Reference reference =
        new Reference("", "", "", "", "", null, List.of(row), List.of(), List.of());
    MatrixDirectory directory =
        MatrixDirectory.resumeOrCreate(
            results, "test", "x", cells, Optional.of(reference), Instant.EPOCH);
    for (MatrixCell cell : cells) {
      store(
          directory,
          cell,
          0,
          """
          {"throughput": {"achievedPerSecond": 100, "ackedPerSecond": 100}}
          """);
    }
    return new MatrixTable(directory, Optional.empty());
  }

  /** The charts of all cells, without those of single runs. */
  private static List<Chart> charts(MatrixTable table) {
    return MatrixDocument.of(table).charts().stream()
        .filter(chart -> chart.id().startsWith("cells-"))
        .toList();
  }

  @Test
  void ratiosOfRepeatedCellsAreOnTheConsoleAndInTheReport() throws Exception {
    Matrix matrix =
        new Matrix(Map.of("n", List.of("1", "2")), List.of(), 2, 1, OptionalDouble.empty());
    MatrixDirectory directory =
        MatrixDirectory.resumeOrCreate(
            results, "test", "x", matrix.cells(), Optional.empty(), Instant.EPOCH);
    for (int turn = 1; turn <= 2; turn++) {
      for (MatrixCell cell : matrix.cells()) {
        store(
            directory,
            cell,
            turn,
            Text.of(
                """
                {"throughput": {"achievedPerSecond": %d, "ackedPerSecond": %d}}
                """,
                100 * cell.number(), 100 * cell.number()));
      }
    }
    MatrixTable stored = new MatrixTable(MatrixDirectory.read(directory.path()), Optional.empty());
    assertThat(stored.lines())
        .anyMatch(line -> line.matches("n +1 +2 +acked/s +2, 2 +2\\.000 .* faster"));
    Section ratios = MatrixDocument.of(stored).sections().get(1);
    assertThat(ratios.title()).isEqualTo("Ratios of the factors' values");
    assertThat(ratios.open()).isTrue();
    assertThat(ratios.blocks()).containsExactly(stored.ratios().orElseThrow().table());
  }
}
