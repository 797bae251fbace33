package io.brokerbench.find;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.matrix.LoadTable;
import io.brokerbench.published.PublishedResults;
import io.brokerbench.published.Reference;
import io.brokerbench.published.ReferenceTable;
import io.brokerbench.results.Verdict;
import io.brokerbench.stored.StoredRun;
import io.brokerbench.testkit.PartialRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FindTableTest {

  @Test
  void aSearchHasARowForEachRate(@TempDir Path directory) throws Exception {
    write(directory.resolve("a"), 1000, 0.5);
    write(directory.resolve("b"), 2000, 0.9);
    write(directory.resolve("c"), 2000, 0.8);
    List<Trial> trials =
        List.of(trial("a", 1000), trial("b", 2000), trial("c", 2000), trial("gone", 4000));
    SearchResult found = found(1000, trials, List.of(trial("a", 1000)));
    LoadTable table = FindTable.loads(directory, found).orElseThrow();
    assertThat(table.table("").lines()).hasSize(3);
    assertThat(table.table("").lines().get(1)).contains("1,000/s", "held", "2,000", "50.0 %");
    assertThat(table.table("").lines().get(2)).contains("2,000/s", "held", "4,000", "85.0 %");
    assertThat(table.recommended())
        .containsExactly("75 % CPU: nearest step 4,000/s in + out (85.0 %), interpolated 3,429/s");
  }

  /** In a minute, 41,457 whole messages come closest to 690.9564 per second. */
  @Test
  void publishedFiguresBelongToTheTrialsThatHeldTheFoundRate(@TempDir Path directory)
      throws Exception {
    for (String run : List.of("a", "b", "c", "d")) {
      write(directory.resolve(run), 690, 0.5);
    }
    List<Trial> trials =
        List.of(trial("a", 500), trial("b", 690.95), trial("c", 723.6333), trial("d", 690.9666));
    assertThat(
            FindTable.published(
                    directory,
                    found(690.9564, trials, List.of()),
                    new Reference("", "", "", "", "", null, List.of(), List.of(), List.of()))
                .runs()
                .get(Map.of()))
        .extracting(run -> run.directory().getFileName().toString())
        .containsExactly("b", "d");
  }

  /** In the words of the search's own line. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "true  | 1,000/s [900/s, 1,200/s]",
        "false | 1,000/s [900/s, 1,200/s], not confirmed"
      })
  void aFoundRateNextToAPublishedOneSaysWhetherItIsConfirmed(
      boolean confirmed, String measured, @TempDir Path directory) throws Exception {
    write(directory.resolve("a"), 1000, 0.5);
    Reference.Row row =
        new Reference.Row(
            new TreeMap<>(),
            new TreeMap<>(Map.of("received", "1000/s")),
            new TreeMap<>(),
            List.of());
    PublishedResults results =
        new PublishedResults(
            new Reference("", "", "", "", "", null, List.of(row), List.of(), List.of()),
            List.of(),
            Map.of(Map.of(), List.of(StoredRun.read(directory.resolve("a")))),
            Optional.of(new PublishedResults.Found(0.9, 1.2, confirmed, false)));
    assertThat(ReferenceTable.of(results).table().orElseThrow().rows().get(0))
        .startsWith("received", "1,000/s", measured);
  }

  @Test
  void aTrialThatALimitEndedIsNotSustained() {
    Trial aborted =
        new Trial(
            "a",
            1000,
            900.0,
            1L,
            1L,
            0.5,
            false,
            List.of(),
            List.of(),
            false,
            null,
            null,
            Verdict.Status.INVALID,
            List.of("aborted after 3 s"),
            null);
    assertThat(aborted.text()).isEqualTo("not sustained; INVALID: aborted after 3 s");
  }

  @Test
  void theLimitIsAmongTheNotes() {
    assertThat(FindTable.notes(found(500, List.of(), List.of())))
        .contains("limited by the round trip: x");
  }

  private static SearchResult found(double rate, List<Trial> trials, List<Trial> curve) {
    return new SearchResult(
        1,
        "x",
        rate,
        2 * rate,
        true,
        List.of(),
        false,
        List.of(),
        null,
        trials,
        curve,
        null,
        null,
        null,
        null,
        null,
        "the round trip: x");
  }

  private static Trial trial(String result, double rate) {
    return new Trial(
        result, rate, rate, 1L, 1L, 0.5, true, List.of(), List.of(), false, null, null, null, null,
        null);
  }

  private static void write(Path run, int perSecond, double busyShare) throws IOException {
    Files.createDirectory(run);
    Files.writeString(
        run.resolve("run.json"),
        PartialRun.complete(
            String.format(
                Locale.ROOT,
                """
        {"command": "consumer", "workload": {"driver": "mqtt"},
         "verdict": {"status": "valid", "reasons": []}, "audit": {"agreesWithBroker": true},
         "throughput": {"flow": "held", "sentPerSecond": %d, "receivedPerSecond": %d},
         "environment": {"host": {"logicalProcessors": 1}},
         "resources": {"broker": {"cpuCoresMean": 1, "rssBytesMax": 1}, "host": {"cpuCoresMean": %s}}}
        """,
                perSecond,
                perSecond,
                busyShare)));
  }
}
