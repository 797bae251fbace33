package io.brokerbench.cli;

import io.brokerbench.command.ExitCode;
import io.brokerbench.file.BadInputException;
import io.brokerbench.units.Text;
import io.brokerbench.workload.SettingsException;
import io.brokerbench.workload.TextFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Translates workloads of other benchmarks. */
@Command(
    name = "import",
    header = "Translates a workload file of OpenMessaging Benchmark.",
    description = {
      "Prints a workload file of brokerbench. A key without a counterpart is an error if it affects the"
          + " load; otherwise standard error names it.",
      ""
    },
    footer = {"", "Example:", "  bench import 1-topic-16-partitions-1kb.yaml > my-workload.yaml"})
final class ImportCommand implements ParsedCommand.Body {

  @Parameters(paramLabel = "FILE.yaml", description = "A workload of OpenMessaging Benchmark")
  private Path file = ParsedCommand.NONE;

  @Override
  public ExitCode run(ParsedCommand.Call call) throws BadInputException, IOException {
    String yaml;
    try {
      yaml = TextFile.read(file);
    } catch (IOException e) {
      throw new BadInputException(Text.of("%s: %s", file, e.getMessage()));
    }
    OpenMessagingWorkload imported = OpenMessagingWorkload.of(file.toString(), yaml);
    requireValid(imported.yaml(), call);
    imported.leftOut().forEach(call.err()::println);
    call.out().print(imported.yaml());
    return ExitCode.VALID;
  }

  /** Refuses a translation that the command check would refuse. */
  private void requireValid(String yaml, ParsedCommand.Call call)
      throws BadInputException, IOException {
    Path ours = Files.createTempFile("import", ".yaml");
    try {
      Files.writeString(ours, yaml);
      PreparedRuns.of(
          RunArguments.of(ours, List.of()),
          null,
          new ParsedCommand.Call(Map.of(), List.of(), call.out(), call.err()));
    } catch (SettingsException e) {
      throw new BadInputException(
          e.problems().stream()
              .map(problem -> file + ": " + problem.replaceFirst(".*\\.yaml:\\d+: ", ""))
              .collect(Collectors.joining("\n")));
    } finally {
      Files.delete(ours);
    }
  }
}
