package io.brokerbench.cli;

import io.brokerbench.command.Concern;
import io.brokerbench.command.ExitCode;
import io.brokerbench.find.FindPlan;
import io.brokerbench.matrix.MatrixCell;
import io.brokerbench.published.ReferenceTable;
import io.brokerbench.run.RunEstimate;
import io.brokerbench.workload.SettingsException;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Shows the settings that a workload file results in, without starting anything. */
@Command(
    name = "check",
    header = "Validates a workload file, and shows its settings.",
    description = {
      "Shows the settings that all cells have in common, then those of each cell. It starts nothing.",
      ""
    },
    footer = {"", "Example:", "  bench check workloads/modes.yaml"})
final class CheckCommand implements ParsedCommand.OfWorkload {

  @Mixin private final RunArguments arguments = new RunArguments();
  @Mixin private final CellOptions cells = new CellOptions();

  /** Nothing is run, written or reported. */
  @Override
  public boolean takes(Concern concern, String flag) {
    return concern != Concern.OUTPUT && concern != Concern.JUDGEMENT;
  }

  @Override
  public ExitCode run(ParsedCommand.Call call) throws SettingsException {
    PreparedRuns preparation = PreparedRuns.of(arguments.with(cells), null, call);
    boolean search = preparation.single() && !preparation.sections().find().equals(FindPlan.USUAL);
    RunEstimate estimate = search ? FindCommand.estimate(preparation) : preparation.estimate();
    preparation.cells().values().stream()
        .flatMap(cell -> cell.warnings().stream())
        .distinct()
        .forEach(call.err()::println);
    PrintStream out = call.out();
    List<Map<String, String>> all =
        preparation.cells().values().stream().map(cell -> cell.settings().values()).toList();
    Map<String, String> common = new TreeMap<>(all.get(0));
    all.forEach(settings -> common.entrySet().retainAll(settings.entrySet()));
    if (!preparation.matrix().factors().containsKey(MatrixCell.TOOL)) {
      out.println("tool: " + preparation.sections().tool());
    }
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
    preparation
        .sections()
        .reference()
        .map(ReferenceTable::differences)
        .ifPresent(differences -> differences.forEach(out::println));
    out.println(estimate.text());
    // A property of this machine at this moment, which the file need not fit.
    estimate.problem().ifPresent(problem -> out.println("warning: " + problem));
    return ExitCode.VALID;
  }
}
