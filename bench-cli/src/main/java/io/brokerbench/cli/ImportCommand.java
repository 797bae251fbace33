package io.brokerbench.cli;

import io.brokerbench.command.Command;
import io.brokerbench.command.ExitCode;
import io.brokerbench.stored.BadInputException;
import io.brokerbench.workload.TextFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Translates workloads of others. */
final class ImportCommand {

  private static final String[] DESCRIPTION = {
    "Prints a workload file of OpenMessaging Benchmark as one of ours. What has no counterpart is"
        + " refused if the load would be another one without it, else named on standard error."
  };

  private ImportCommand() {}

  static Command create() {
    CommandSpec spec = ParsedCommand.spec("import", DESCRIPTION);
    spec.addPositional(
        PositionalParamSpec.builder()
            .index("0")
            .paramLabel("FILE.yaml")
            .type(Path.class)
            .required(true)
            .description("A workload of OpenMessaging Benchmark")
            .build());
    return new ParsedCommand(spec, ImportCommand::run);
  }

  private static ExitCode run(ParsedCommand.Call call) throws BadInputException {
    Path file = call.parsed().matchedPositional(0).getValue();
    String yaml;
    try {
      yaml = TextFile.read(file);
    } catch (IOException e) {
      throw new BadInputException(String.format(Locale.ROOT, "%s: %s", file, e.getMessage()));
    }
    OpenMessagingWorkload imported = OpenMessagingWorkload.of(file.toString(), yaml);
    imported.leftOut().forEach(call.err()::println);
    call.out().print(imported.yaml());
    return ExitCode.VALID;
  }
}
