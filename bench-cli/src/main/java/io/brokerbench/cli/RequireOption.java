package io.brokerbench.cli;

import io.brokerbench.command.BenchCommand;
import java.util.List;
import picocli.CommandLine.Option;

/** The requirements of every run of a workload file. */
final class RequireOption {

  @Option(
      names = BenchCommand.REQUIRE,
      paramLabel = BenchCommand.REQUIREMENT,
      description = BenchCommand.REQUIRES)
  private List<String> requirements = List.of();

  /** Requirements as KEY=VALUE, in the order given. */
  List<String> requirements() {
    return requirements;
  }
}
