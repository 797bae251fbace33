package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.testkit.Entries;
import io.brokerbench.units.Text;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code scripts/record-history} with nights that are written instead of measured. */
@Tag("nightly")
final class RecordHistoryIT {

  private static final int NIGHTS = 10;

  /** Copies the next of these nights, and leaves all other commands to the launcher. */
  private static final String BENCH =
      """
      [ "$1" = night ] || exec '%1$s/launcher' "$@"
      mkdir -p "$4"
      number=$(find "$4" -mindepth 1 -maxdepth 1 | wc -l)
      cp -R '%1$s/night-'"$number" "$4/$(printf '202611%%02dT020000Z-history' $((number + 1)))"
      """;

  @Test
  void theSlowerBrokerIsFoundExplainedAndNotReportedAgain(@TempDir Path home) throws Exception {
    WrittenNights nights = new WrittenNights(home);
    for (int i = 0; i < NIGHTS; i++) {
      boolean slow = i >= NIGHTS / 2;
      nights.night(
          i,
          slow ? 0.6 : 1,
          (number, run) -> run.set("cluster.container.cpus", slow ? "0.6" : "1"));
    }
    BenchProcess.writeLauncher(home.resolve("launcher"));
    Path bench = home.resolve("bench");
    BenchProcess.writeScript(bench, Text.of(BENCH, home));
    Path to = home.resolve("to");
    Path scratch = Files.createDirectory(home.resolve("scratch"));
    Map<String, String> variables =
        Map.of(
            "BENCH",
            bench.toString(),
            "NIGHTS",
            Integer.toString(NIGHTS),
            "TMPDIR",
            scratch.toString(),
            "TO",
            to.toString());
    BenchProcess.run(Path.of("."), variables, 0, "../scripts/record-history");

    assertThat(Entries.of(to.resolve("figures"))).hasSize(NIGHTS);
    assertThat(Entries.of(to.resolve("acknowledged"))).isNotEmpty();
    assertThat(to.resolve("answer.txt"))
        .content()
        .contains(
            "night 5, broker with 1 processors: exit code 0\n",
            "night 10, broker with 0.6 processors: exit code 5\n",
            "since night 2026-11-06 (5.5.0, kernel unchanged, cluster.container.cpus 1 -> 0.6)")
        .containsSubsequence(
            "after the acknowledgement, exit code 0:",
            "acknowledged: producer async/async acked/s: -");
    assertThat(scratch).isEmptyDirectory();
  }
}
