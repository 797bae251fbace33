package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The functions that the scripts with the name prepare share. */
final class PrepareScriptsTest {

  private static Path home(Map<String, String> environment) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(
            "bash",
            "-c",
            "set -euo pipefail; . ../scripts/lib/packages.sh; set_home; printenv HOME");
    builder.redirectErrorStream(true);
    builder.environment().remove("HOME");
    builder.environment().putAll(environment);
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return Path.of(output.strip());
  }

  @Test
  void theyDoNotNeedAHome(@TempDir Path directory) throws Exception {
    assertThat(home(Map.of("HOME", directory.toString()))).isEqualTo(directory);
    assertThat(home(Map.of("TMPDIR", directory.toString())))
        .isDirectory()
        .matches(Files::isWritable, "can be written to");
    assertThat(home(Map.of("HOME", "", "TMPDIR", directory.toString()))).isDirectory();
  }
}
