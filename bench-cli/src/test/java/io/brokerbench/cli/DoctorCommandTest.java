package io.brokerbench.cli;

import static io.brokerbench.cli.CommandOutput.doctor;
import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.command.ExitCode;
import io.brokerbench.doctor.CheckupJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DoctorCommandTest {

  private final Path directory;

  DoctorCommandTest(@TempDir Path directory) {
    this.directory = directory;
  }

  @Test
  void ceilingsAndFindingsAreShownAndWritten() throws IOException {
    Path json = directory.resolve("ceilings.json");
    CommandOutput output = doctor("--directory", directory, "--json", json);
    assertThat(output.err()).isEmpty();
    assertThat(output.code()).isEqualTo(ExitCode.VALID);
    assertThat(output.line("disk:")).endsWith(directory.toString());
    for (String name :
        List.of("timer ", "park ", "fsync ", "fsync, grouped", "sequential", "round trip")) {
      assertThat(output.line(name)).isNotEmpty();
    }
    for (String name : List.of("file system", "memory", "processors", "docker", "mosquitto")) {
      assertThat(output.line(name)).isNotEmpty();
    }
    assertThat(CheckupJson.ceilings(json).fsync().perSecond()).isPositive();
    try (Stream<Path> left = Files.list(directory)) {
      assertThat(left).containsExactly(json);
    }
  }

  @Test
  void whatCannotBeDoneIsRefusedInOneLine() {
    refused("is not a directory", "--directory", directory.resolve("none"));
    refused("cannot be written", "--json", directory.resolve("none").resolve("file"));
    refused("cannot be written", "--json", directory);
    refused("--fast", "--fast");
    refused("--directory", "--directory");
  }

  private static void refused(String why, Object... args) {
    CommandOutput output = doctor(args);
    assertThat(output.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(output.out()).isEmpty();
    assertThat(output.err().lines()).hasSize(1).first().asString().contains(why);
  }

  @Test
  void helpTellsTheFlags() {
    CommandOutput output = doctor("--help");
    assertThat(output.code()).isEqualTo(ExitCode.VALID);
    assertThat(output.out()).contains("--directory", "--json");
  }
}
