package io.brokerbench.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.command.ExitCode;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Apache Otava reads an exported history; {@code scripts/otava} installs it. */
@Tag("nightly")
final class OtavaExportIT {

  private static final int NIGHTS = 20;
  private static final int CHANGED = 12;

  @Test
  void otavaFindsTheChangeInAnExport(@TempDir Path home) throws Exception {
    Path history = home.resolve("history");
    WrittenNights nights = new WrittenNights(home);
    for (int i = 0; i < NIGHTS; i++) {
      Path night =
          i < CHANGED
              ? nights.night(i, 1)
              : nights.night(i, 0.8, (number, run) -> run.set("cluster.version", "5.5.1"));
      assertThat(CommandOutput.of("history", "add", "--history", history, night).code())
          .isEqualTo(ExitCode.VALID);
    }
    Path exported = home.resolve("exported");
    CommandOutput export =
        CommandOutput.of(
            "history", "export", "--history", history, "--format", "otava", "--out", exported);
    assertThat(export.code()).as(export.err()).isEqualTo(ExitCode.VALID);

    Process otava =
        new ProcessBuilder("../scripts/otava", "analyze", exported.toString())
            .redirectErrorStream(true)
            .start();
    String output = new String(otava.getInputStream().readAllBytes(), UTF_8);
    assertThat(otava.waitFor()).as(output).isZero();
    assertThat(output)
        .contains("producer async/async", "rate", "p50", "p99", "cpu")
        .doesNotContain("ERROR", "WARN");
    assertThat(output.lines().filter(line -> line.startsWith("2026-11-13 02:00")))
        .as(output)
        .singleElement()
        .asString()
        .contains("5.5.1");
    assertThat(output).containsPattern("[-]1[89]\\.\\d%|[-]2[01]\\.\\d%");
  }
}
