package io.brokerbench.cli;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The arguments of a command that reads a workload file in order to run it. */
final class RunArguments {

  @Parameters(paramLabel = "FILE.yaml", description = "The workload")
  private Path file = ParsedCommand.NONE;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "Any setting, over the file's: duration=10s")
  private List<String> assignments = List.of();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Where result directories are made (results)")
  private @Nullable String out;

  @Option(
      names = "--repeat",
      paramLabel = "N",
      description = "Runs of each cell, each on fresh brokers")
  private @Nullable String repeat;

  @Option(
      names = "--scale",
      paramLabel = "SHARE",
      description = "A shorter look: times, rates and message counts times this, such as 0.1")
  private @Nullable String scale;

  Path file() {
    return file;
  }

  /** Settings as KEY=VALUE, in the order given. */
  List<String> assignments() {
    return assignments;
  }

  @Nullable String out() {
    return out;
  }

  /** Number of runs as given by the user. */
  @Nullable String repeat() {
    return repeat;
  }

  /** Scale as given by the user. */
  @Nullable String scale() {
    return scale;
  }
}
