package io.brokerbench.cli;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * The arguments of a command that reads a workload file in order to run it, without the place of
 * its results.
 */
final class RunArguments {

  @Parameters(index = "0", paramLabel = "FILE.yaml", description = "The workload")
  Path file = ParsedCommand.NONE;

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "FLAGS",
      description = "Behind --: flags of the tool, such as -w 8, for every run")
  List<String> flags = List.of();

  @Option(
      names = "--tool",
      paramLabel = "NAME",
      description =
          "producer, batchproducer, consumer or tproducer (default: the file's, or producer)")
  @Nullable String tool;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "Any setting, over the file's: duration=10s")
  List<String> assignments = List.of();

  /** How every cell runs; nothing is given for a search. */
  CellOptions cells = new CellOptions();

  /** The arguments that consist of a file and settings. */
  static RunArguments of(Path file, List<String> assignments) {
    RunArguments arguments = new RunArguments();
    arguments.file = file;
    arguments.assignments = List.copyOf(assignments);
    return arguments;
  }

  /** Adds the options of a command that runs every cell. */
  RunArguments with(CellOptions options) {
    cells = options;
    return this;
  }
}
