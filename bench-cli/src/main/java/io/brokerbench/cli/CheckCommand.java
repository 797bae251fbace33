package io.brokerbench.cli;

import io.brokerbench.command.Command;
import io.brokerbench.command.ExitCode;
import io.brokerbench.run.Experiment;
import io.brokerbench.stored.BadInputException;
import io.brokerbench.workload.SettingsException;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** Shows what a workload file comes to, and starts nothing. */
final class CheckCommand {

  private static final String[] DESCRIPTION = {
    "Whether a workload file can be run, and with which settings; nothing is started.",
    "Shows the settings of all cells first, then what each cell adds."
  };

  private CheckCommand() {}

  static Command create() {
    CommandSpec spec = ReadingCommand.spec("check", DESCRIPTION);
    Preparation.parameters(spec);
    return new ReadingCommand(spec, CheckCommand::run);
  }

  private static ExitCode run(ParseResult parsed, PrintStream out) throws BadInputException {
    Preparation preparation;
    try {
      preparation = Preparation.of(parsed, System.getenv());
    } catch (SettingsException e) {
      throw new BadInputException(String.join("\n", e.problems()));
    }
    List<Map<String, String>> all =
        preparation.cells().values().stream().map(Experiment::settings).toList();
    Map<String, String> common = new TreeMap<>(all.get(0));
    all.forEach(settings -> common.entrySet().retainAll(settings.entrySet()));
    out.println("tool: " + preparation.sections().tool());
    common.forEach((key, value) -> out.printf("%s: %s%n", key, value));
    if (!preparation.single()) {
      out.printf("%n%d cells, %d runs of each:%n", all.size(), preparation.matrix().repeat());
      preparation
          .cells()
          .forEach((cell, experiment) -> out.printf("  %s  %s%n", cell.name(), cell.label()));
    }
    return ExitCode.VALID;
  }
}
