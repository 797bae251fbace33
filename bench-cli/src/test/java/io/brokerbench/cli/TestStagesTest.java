package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The functions that {@code .ci/run} and {@code scripts/test-night} share. */
@Timeout(120)
final class TestStagesTest {

  @Test
  void aStageInTheBackgroundThatBreaksOffIsRed(@TempDir Path temporary) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(
                "bash",
                "-c",
                """
                set -euo pipefail
                . scripts/lib/tests.sh
                stages=(green broken)
                (: >"$reports/green.red" && echo '=== green: 0:01' >"$reports/green.times") &
                await_stage green $!
                (exit 3) &
                await_stage broken $!
                summary
                """)
            .directory(Path.of("..").toFile())
            .redirectErrorStream(true);
    builder.environment().put("TMPDIR", temporary.toString());
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isEqualTo(1);
    assertThat(output.strip().lines())
        .containsExactly(
            "green: 0:01, 0 tests",
            "broken: broken off, 0 tests",
            "RED broken: broken off with exit code 3");
    assertThat(temporary).isEmptyDirectory();
  }
}
