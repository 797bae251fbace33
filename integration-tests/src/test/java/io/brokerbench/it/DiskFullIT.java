package io.brokerbench.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("nightly")
final class DiskFullIT {

  @TempDir private Path home;

  private Path results;
  private boolean mounted;

  @BeforeEach
  void makeRoomForAFileSystem() throws IOException {
    results = Files.createDirectory(home.resolve("small"));
  }

  @AfterEach
  void unmount() throws Exception {
    if (mounted) {
      assertThat(command("umount", results.toString())).isZero();
    }
  }

  // Too small for the first seconds; too small for run.json, which contains the full configuration
  // of the brokers.
  @ParameterizedTest
  @CsvSource({"8k, 4s", "36k, 2s"})
  void aFullDiskEndsTheRunInOneLineWithoutHalfAResult(String size, String duration)
      throws Exception {
    int code = command("mount", "-t", "tmpfs", "-o", "size=" + size, "none", results.toString());
    assumeThat(code).as("exit code of mount: a small file system is not available").isZero();
    mounted = true;
    Outcome outcome =
        Bench.run(
                home,
                "--out",
                results.toString(),
                "--rate",
                "100/s",
                "-w",
                "2",
                "--warmup",
                "1s",
                "--duration",
                duration,
                "--set",
                "cluster.topology=1m")
            .endedWith(1, 3);
    assertThat(outcome.err().lines())
        .singleElement()
        .asString()
        .contains("results cannot be written to " + results.toRealPath());
    try (var files = Files.walk(results)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .noneMatch(name -> name.equals("run.json") || name.endsWith(".tmp"))
          .anyMatch(name -> name.endsWith(".INCOMPLETE"));
    }
  }

  private static int command(String... command) throws Exception {
    try {
      return new ProcessBuilder(command)
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
    } catch (IOException e) {
      return -1;
    }
  }
}
