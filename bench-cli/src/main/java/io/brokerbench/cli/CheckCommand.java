package io.brokerbench.cli;

import io.brokerbench.command.Command;
import io.brokerbench.command.ExitCode;
import io.brokerbench.run.Experiment;
import io.brokerbench.workload.SettingsException;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Model.CommandSpec;

/** Shows what a workload file comes to, and starts nothing. */
final class CheckCommand {

  private static final String[] DESCRIPTION = {
    "Whether a workload file can be run, and with which settings; nothing is started.",
    "Shows the settings of all cells first, then what each cell adds."
  };

  private CheckCommand() {}

  static Command create() {
    CommandSpec spec = ParsedCommand.spec("check", DESCRIPTION);
    Preparation.parameters(spec);
    return new ParsedCommand(spec, CheckCommand::run);
  }

  private static ExitCode run(ParsedCommand.Call call) throws SettingsException {
    Preparation preparation = Preparation.of(call);
    PrintStream out = call.out();
    List<Map<String, String>> all =
        preparation.cells().values().stream().map(Experiment::settings).toList();
    Map<String, String> common = new TreeMap<>(all.get(0));
    all.forEach(settings -> common.entrySet().retainAll(settings.entrySet()));
    out.println("tool: " + preparation.sections().tool());
    common.forEach((key, value) -> out.printf(Locale.ROOT, "%s: %s%n", key, value));
    if (!preparation.single()) {
      out.printf(
          Locale.ROOT, "%n%d cells, %d runs of each:%n", all.size(), preparation.matrix().repeat());
      preparation
          .cells()
          .forEach(
              (cell, experiment) ->
                  out.printf(Locale.ROOT, "  %s  %s%n", cell.name(), cell.label()));
    }
    return ExitCode.VALID;
  }
}
