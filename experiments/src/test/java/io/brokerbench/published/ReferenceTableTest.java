package io.brokerbench.published;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.published.Reference.Row;
import io.brokerbench.published.ReferenceTable.Line;
import io.brokerbench.results.RunFile;
import io.brokerbench.stored.StoredRun;
import io.brokerbench.testkit.PartialRun;
import io.brokerbench.units.Text;
import io.brokerbench.units.Unit;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ReferenceTableTest {

  private static final Map<String, String> SYNC = Map.of("mode", "sync");
  private static final Map<String, String> ASYNC = Map.of("mode", "async");

  private final Path results;

  ReferenceTableTest(@TempDir Path results) {
    this.results = results;
  }

  /** Two repeats without one of the runs leave three with both. */
  @Test
  void runsOfTheSameRepeatArePairedAlthoughOthersAreInvalid() throws Exception {
    List<StoredRun> sync = List.of(run(0, 100), invalid(2), run(4, 300), run(6, 400), run(8, 500));
    List<StoredRun> async =
        List.of(run(1, 200), run(3, 400), run(5, 600), invalid(7), run(9, 1000));
    assertThat(share("1000/s", sync, "2000/s", async, null, true).row("claim"))
        .containsExactly("claim", "50 %", "50 % [50 %, 50 %]", "1.00 [1.00, 1.00]", "agrees");
  }

  /** The first repeat had no result in one of the cells. */
  @Test
  void runsThatWereMadeUpForLaterAreNotPaired() throws Exception {
    List<StoredRun> sync = List.of(run(12, 100), run(22, 200), run(52, 400));
    List<StoredRun> async = List.of(run(1, 200), run(11, 400), run(21, 800));
    assertThat(share("1000/s", sync, "2000/s", async, null, true))
        .isEqualTo(share("1000/s", sync, "2000/s", async, null, false));
  }

  /** A rate that differs, and one that agrees. */
  @Test
  void ratesOfOtherProcessorsHaveNoRatiosButShares() throws Exception {
    List<StoredRun> sync = List.of(run(0, 500), run(1, 505), run(2, 495));
    List<StoredRun> async = List.of(run(0, 1000), run(1, 1010), run(2, 990));
    assertThat(
            table(
                    72,
                    List.of(row(SYNC, "2000/s"), row(ASYNC, "1000/s")),
                    Map.of(SYNC, sync, ASYNC, async))
                .ratios(Unit.PER_SECOND))
        .isEmpty();
    assertThat(share("2000/s", sync, "1000/s", async, 72, true).row("claim"))
        .startsWith("claim", "200 %", "50 % [50 %, 50 %]")
        .endsWith("differs: lower");
  }

  /** At a scale at which the load per processor is smaller than the published one. */
  @Test
  void aBoundOnTheRateOfMoreProcessorsIsUndecided() throws Exception {
    ReferenceTable table =
        table(72, List.of(row(SYNC, "> 100k/s")), Map.of(SYNC, List.of(run(0, 50_000))));
    assertThat(line(table, SYNC).answer())
        .isEqualTo(Answer.undecided("published with 36 times the processors"));
  }

  @Test
  void aFigureOfSeveralCellsCountsOnceWhateverOtherRowsState() throws Exception {
    Map<String, String> one = Map.of("mode", "async", "n", "1");
    List<StoredRun> runs = List.of(run(0, 100));
    ReferenceTable table =
        table(
            null,
            List.of(row(SYNC, "100/s"), row(one, "100/s")),
            Map.of(
                Map.of("mode", "sync", "n", "1"),
                runs,
                Map.of("mode", "sync", "n", "2"),
                runs,
                one,
                runs));
    assertThat(table.answered()).hasSize(3);
    assertThat(table.figures()).isEqualTo(2);
  }

  private static Share share(
      String publishedSync,
      List<StoredRun> sync,
      String publishedAsync,
      List<StoredRun> async,
      @Nullable Integer processors,
      boolean together) {
    ReferenceTable table =
        table(
            processors,
            List.of(row(SYNC, publishedSync), row(ASYNC, publishedAsync)),
            Map.of(SYNC, sync, ASYNC, async));
    return Share.of(line(table, SYNC), line(table, ASYNC), together);
  }

  private static Line line(ReferenceTable table, Map<String, String> cell) {
    return table.answered().stream()
        .filter(line -> line.cell().equals(cell))
        .findFirst()
        .orElseThrow();
  }

  private static ReferenceTable table(
      @Nullable Integer processors,
      List<Row> rows,
      Map<Map<String, String>, List<StoredRun>> runs) {
    Reference reference = new Reference("", "", "", "", "", processors, rows, List.of(), List.of());
    return ReferenceTable.of(
        new PublishedResults(reference, List.of("mode"), runs, Optional.empty()));
  }

  private static Row row(Map<String, String> cell, String acked) {
    return new Row(
        new TreeMap<>(cell), new TreeMap<>(Map.of("acked", acked)), new TreeMap<>(), List.of());
  }

  private StoredRun run(int minute, int perSecond) throws Exception {
    return run("valid", minute, perSecond);
  }

  private StoredRun invalid(int minute) throws Exception {
    return run("invalid", minute, 1);
  }

  private StoredRun run(String verdict, int minute, int perSecond) throws Exception {
    Path run = Files.createTempDirectory(results, "run");
    Files.writeString(
        run.resolve(RunFile.NAME),
        PartialRun.complete(
            Text.of(
                """
                {"startedAt": "2026-01-01T00:%02d:00Z", "workload": {"scale": "0.01"},
                 "verdict": {"status": "%s", "reasons": []},
                 "throughput": {"achievedPerSecond": %d, "ackedPerSecond": %d}}
                """,
                minute, verdict, perSecond, perSecond)));
    return StoredRun.read(run);
  }
}
