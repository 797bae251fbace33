package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The scripts that measure by several runs, and keep their output where that is asked for. */
@Timeout(120)
final class MeasuringScriptsTest {

  @ParameterizedTest
  @ValueSource(strings = {"controller.sh", "live.sh", "stalls.sh"})
  void resultsOfAnEarlierCallAreNotTakenForItsOwn(String script, @TempDir Path kept)
      throws Exception {
    Files.createFile(kept.resolve("earlier"));
    ProcessBuilder call = new ProcessBuilder("../scripts/" + script).redirectErrorStream(true);
    call.environment().put("KEEP", kept.toString());
    // So that a script that goes on measures nothing.
    call.environment().put("BENCH", "/bin/false");
    Process process = call.start();
    process.getOutputStream().close();
    String output =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    assertThat(process.waitFor()).as(output).isEqualTo(2);
    assertThat(output)
        .isEqualTo(script + ": KEEP must be a new or an empty directory, got \"" + kept + "\"");
    assertThat(kept).isDirectoryContaining("glob:**/earlier");
  }
}
