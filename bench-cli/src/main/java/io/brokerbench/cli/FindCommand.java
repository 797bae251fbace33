package io.brokerbench.cli;

import io.brokerbench.clock.Clock;
import io.brokerbench.command.Command;
import io.brokerbench.command.ExitCode;
import io.brokerbench.find.Bounds;
import io.brokerbench.find.FindPlan;
import io.brokerbench.find.FindRun;
import io.brokerbench.matrix.Matrix;
import io.brokerbench.run.Experiment;
import io.brokerbench.stored.BadInputException;
import io.brokerbench.stored.HeldDirectory;
import io.brokerbench.stored.RunsDirectory;
import io.brokerbench.workload.SettingsException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Model.CommandSpec;

/** Finds the highest rate that a workload's brokers sustain. */
final class FindCommand {

  private static final String[] DESCRIPTION = {
    "The highest rate that is sustainable under the limits of the file's find section: achieved, lag"
        + " and backlog not growing, few errors, a clean audit, a generator that is well; if stated"
        + " also response time, CPU, iowait, memory, GC, disk and network.",
    "Doubles or halves the rate until it fails or holds, then bisects. Each probe is a run in a"
        + " process of its own, on fresh brokers; both ends are probed twice. Then loads from 10 % to"
        + " 100 % of the rate are measured.",
    "An invalid probe is no evidence and run once more. A probe that is too short to tell says how"
        + " long it must be.",
    "",
    "What was interrupted goes on where it was when the same command is given again.",
    ""
  };

  private FindCommand() {}

  static Command create() {
    CommandSpec spec = ParsedCommand.spec("find", DESCRIPTION);
    Preparation.parameters(spec);
    return new ParsedCommand(spec, FindCommand::run);
  }

  private static ExitCode run(ParsedCommand.Call call)
      throws SettingsException, BadInputException, IOException, InterruptedException {
    Handover.requireSafeFlags();
    Preparation preparation = Preparation.of(call);
    Experiment experiment = preparation.cells().values().iterator().next();
    FindPlan plan = plan(preparation, experiment);
    String identity = preparation.identity(plan.toString());
    try (HeldDirectory held =
        HeldDirectory.take(
            preparation.parent(),
            () ->
                FindRun.directory(
                        preparation.parent(), preparation.name(), identity, Clock.system().now())
                    .path())) {
      RunsDirectory directory = new RunsDirectory(held.path());
      ExitCode code =
          FindRun.run(
              plan,
              identity,
              directory,
              new ChildRun(preparation, held),
              call.out(),
              Clock.system()::now);
      boolean finished = code != ExitCode.BROKER_FAILED && code != ExitCode.BUG;
      RunsDirectory ended = finished ? held.finish(directory::finish) : directory;
      call.out().println();
      Shown.end(ended.path(), call.out());
      return code;
    }
  }

  /** What can be judged of this workload, or all that cannot. */
  private static FindPlan plan(Preparation preparation, Experiment experiment)
      throws SettingsException {
    List<String> problems = new ArrayList<>();
    if (!preparation.sections().matrix().equals(Matrix.NONE) || !preparation.single()) {
      problems.add(
          String.format(
              Locale.ROOT, "%s: find takes no matrix and no --repeat", preparation.file()));
    }
    if (!experiment.settings().getOrDefault("scale", "1").equals("1")) {
      problems.add(
          "scale: find cannot scale the rates that it looks for; set load.duration for a shorter"
              + " look");
    }
    if (experiment.workload().load().threads() == 0) {
      problems.add("load.threads: nobody would send anything, got \"0\"");
    }
    FindPlan plan = preparation.sections().find();
    if (experiment.settings().getOrDefault("cluster.host", "").equals("external")
        && !plan.bounds().use().isEmpty()) {
      problems.add(
          String.format(
              Locale.ROOT,
              "%s: resources of brokers elsewhere cannot be seen from here; leave out preset and limits of them",
              preparation.file()));
    }
    if (!problems.isEmpty()) {
      throw new SettingsException(problems);
    }
    Bounds bounds = plan.bounds();
    return experiment.workload().consumption().any()
        ? plan
        : new FindPlan(plan.search(), bounds.withoutBacklogGrowth(), plan.curve());
  }
}
