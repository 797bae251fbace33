package io.brokerbench.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.brokerbench.command.ExitCode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What the command said and how it ended. */
record Execution(ExitCode code, String out, String err) {

  static Execution of(Map<String, String> environment, String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    ExitCode code =
        ConsumerMain.command().execute(List.of(args), environment, printing(out), printing(err));
    return new Execution(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  private static PrintStream printing(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }

  /** Without an environment. */
  static Execution of(String... args) {
    return of(Map.of(), args);
  }

  /** With the in-memory driver. */
  static Execution inMemory(String... args) {
    return of(
        Stream.concat(Stream.of("--driver", "memory"), Stream.of(args)).toArray(String[]::new));
  }

  /** The lines on stderr of a command that was refused before anything started. */
  List<String> refusals() {
    assertThat(code).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(out).isEmpty();
    return err.lines().toList();
  }

  /** Fails unless it ran; what this machine does to the figures is not judged. */
  Execution ran() {
    assertThat(err).isEmpty();
    assertThat(code).isIn(ExitCode.VALID, ExitCode.RUN_INVALID);
    return this;
  }

  /** The {@code run.json} of the only result directory in {@code parent}. */
  static JsonNode json(Path parent) throws IOException {
    try (Stream<Path> entries = Files.list(parent)) {
      List<Path> all = entries.toList();
      assertThat(all).hasSize(1);
      return new ObjectMapper().readTree(all.get(0).resolve("run.json").toFile());
    }
  }
}
