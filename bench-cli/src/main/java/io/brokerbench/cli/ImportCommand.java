package io.brokerbench.cli;

import io.brokerbench.command.ExitCode;
import io.brokerbench.file.BadInputException;
import io.brokerbench.units.Text;
import io.brokerbench.workload.TextFile;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Translates workloads of other benchmarks. */
@Command(
    name = "import",
    description = {
      "Translates a workload file of OpenMessaging Benchmark for brokerbench and prints it. Keys"
          + " without a counterpart are refused if the load would differ without them, otherwise"
          + " named on standard error."
    })
final class ImportCommand implements ParsedCommand.Body {

  @Parameters(paramLabel = "FILE.yaml", description = "A workload of OpenMessaging Benchmark")
  private Path file = ParsedCommand.NONE;

  @Override
  public ExitCode run(ParsedCommand.Call call) throws BadInputException {
    String yaml;
    try {
      yaml = TextFile.read(file);
    } catch (IOException e) {
      throw new BadInputException(Text.of("%s: %s", file, e.getMessage()));
    }
    OpenMessagingWorkload imported = OpenMessagingWorkload.of(file.toString(), yaml);
    imported.leftOut().forEach(call.err()::println);
    call.out().print(imported.yaml());
    return ExitCode.VALID;
  }
}
