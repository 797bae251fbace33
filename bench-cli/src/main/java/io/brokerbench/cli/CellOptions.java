package io.brokerbench.cli;

import io.brokerbench.command.BenchCommand;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of a command that runs or checks every cell of a workload file. */
final class CellOptions {

  @Option(
      names = "--repeat",
      paramLabel = "N",
      description = "Runs of each cell (default: the file's, or 1)")
  @Nullable String repeat;

  @Option(
      names = "--scale",
      paramLabel = "SHARE",
      description =
          "A shorter look: times, rates and message counts times this, such as 0.1 (default: 1)")
  @Nullable String scale;

  @Option(
      names = BenchCommand.REQUIRE,
      paramLabel = BenchCommand.REQUIREMENT,
      description = BenchCommand.REQUIRES)
  List<String> requirements = List.of();
}
