package io.brokerbench.testkit;

import io.brokerbench.command.BenchCommand;
import io.brokerbench.command.ExitCode;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * A command that runs in this process.
 *
 * @param command creates a new instance
 */
public record Tool(Supplier<BenchCommand> command) {

  /** Runs it without an environment. */
  public Execution run(String... args) {
    return run(Map.of(), args);
  }

  /** Runs it in an environment of these variables. */
  public Execution run(Map<String, String> environment, String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    ExitCode code = command.get().execute(List.of(args), environment, to(out), to(err));
    return new Execution(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /** Runs it with the in-memory driver. */
  public Execution inMemory(String... args) {
    return run(
        Stream.concat(Stream.of("--driver", "memory"), Stream.of(args)).toArray(String[]::new));
  }

  /**
   * Sends this number of messages with the in-memory driver. With consumers, it ends when they have
   * received all of them.
   *
   * @param results parent of its result directory
   */
  public Execution send(int messages, Path results, String... args) {
    Stream<String> given =
        Stream.of(
            "--out",
            results.toString(),
            "--set",
            "load.messages=" + messages,
            "--duration",
            "0",
            "--warmup",
            "0",
            "--set",
            "consume.drain=10h");
    return inMemory(Stream.concat(given, Stream.of(args)).toArray(String[]::new)).ran();
  }

  private static PrintStream to(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }
}
