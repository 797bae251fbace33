package io.brokerbench.cli;

import io.brokerbench.clock.Clock;
import io.brokerbench.command.Concern;
import io.brokerbench.command.ExitCode;
import io.brokerbench.command.LivePages;
import io.brokerbench.command.Reporting;
import io.brokerbench.figures.RunFigure;
import io.brokerbench.file.BadInputException;
import io.brokerbench.file.HeldDirectory;
import io.brokerbench.find.Bounds;
import io.brokerbench.find.FindPlan;
import io.brokerbench.find.FindRun;
import io.brokerbench.matrix.Matrix;
import io.brokerbench.plan.PlanRequest;
import io.brokerbench.published.Reference;
import io.brokerbench.reports.ReportContent;
import io.brokerbench.run.Experiment;
import io.brokerbench.run.RunEstimate;
import io.brokerbench.stored.LatestResult;
import io.brokerbench.stored.RunsDirectory;
import io.brokerbench.units.Text;
import io.brokerbench.workload.SettingsException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Finds the highest rate that a workload's brokers sustain. */
@Command(
    name = "find",
    header = "Finds the highest sustainable rate, or the safe load.",
    description = {
      "A rate is sustainable if a run at this rate meets the limits of the file's find section: the"
          + " rate is achieved, lag and backlog do not grow, errors are few, the audit is clean,"
          + " and the generator is not a bottleneck. The file may add limits of response time, CPU,"
          + " iowait, memory, GC, disk and network.",
      "",
      "The search doubles or halves the rate until a limit is missed or met, then bisects. Each"
          + " probe is a run in a new process, on fresh brokers unless they are external; both ends"
          + " are probed twice. At the end, loads from 10 %% to 100 %% of the rate are measured.",
      "",
      "An invalid probe is not evidence; it is repeated once. A probe that is too short for a"
          + " decision reports how long it has to be.",
      "",
      "An interrupted search resumes when the same command is given again.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  bench find workloads/publications/rocketmq-safe-load.yaml",
      "  bench find my-workload.yaml --set scale.time=0.1 -- -n namesrv:9876"
    })
final class FindCommand implements ParsedCommand.OfWorkload {

  @Mixin private final RunArguments arguments = new RunArguments();
  @Mixin private final OutOption place = new OutOption();

  /** The search repeats probes itself. */
  @Override
  public boolean takes(Concern concern, String flag) {
    return !flag.equals("--repeat");
  }

  @Override
  public ExitCode run(ParsedCommand.Call call)
      throws SettingsException, BadInputException, IOException, InterruptedException {
    SecretHandover.requireSafeFlags();
    PreparedRuns preparation = PreparedRuns.of(arguments, place.directory, call);
    if (preparation.isDetermined("load.rate")) {
      throw new BadInputException(
          "load.rate: find looks for the rate itself; leave it out, or set find.start, find.lowest"
              + " and find.highest in the file");
    }
    ExitCode code = find(preparation, call.out());
    WaitingWorkers.release(preparation, call.out());
    return code;
  }

  /** The hash of everything that the search depends on. */
  static String identity(PreparedRuns preparation) throws SettingsException {
    return preparation.identity(plan(preparation).toString());
  }

  /** Searches, or resumes the search; workers of other machines stay. */
  static ExitCode find(PreparedRuns preparation, PrintStream out)
      throws SettingsException, BadInputException, IOException, InterruptedException {
    FindPlan plan = plan(preparation);
    String identity = identity(preparation);
    RunEstimate estimate = estimate(preparation).requireRoom();
    Path parent = preparation.parent();
    String name = preparation.name();
    try (HeldDirectory held =
            HeldDirectory.take(
                parent,
                () -> FindRun.directory(parent, name, identity, Clock.system().now()).path());
        LivePages pages = preparation.pages()) {
      out.println(estimate.text());
      pages.announce(held.path(), out::println);
      RunsDirectory directory = new RunsDirectory(held.path());
      Optional<Reference> reference = preparation.sections().reference();
      if (reference.isPresent()) {
        reference.get().write(directory.path());
      }
      Optional<PlanRequest> planned = preparation.sections().plan();
      if (planned.isPresent()) {
        planned.get().write(directory.path());
      }
      ChildRun runner = new ChildRun(preparation, held);
      ExitCode code =
          new FindRun(plan, identity, directory, runner, out, Clock.system()::now).run();
      boolean finished = code.hasResult();
      RunsDirectory ended = finished ? held.finish(directory::finish) : directory;
      if (finished) {
        LatestResult.is(ended.path());
      }
      out.println();
      ReportContent.end(ended.path(), out);
      return code;
    }
  }

  /** The estimate of the maximum number of trials. */
  static RunEstimate estimate(PreparedRuns preparation) throws SettingsException {
    FindPlan plan = plan(preparation);
    return RunEstimate.ofSearch(
        experiment(preparation),
        plan.search().start(),
        plan.search().highest(),
        FindRun.mostRuns(plan));
  }

  /** The plan of the search, without bounds that do not apply to this workload. */
  private static FindPlan plan(PreparedRuns preparation) throws SettingsException {
    List<String> problems = problems(preparation);
    if (!problems.isEmpty()) {
      throw new SettingsException(problems);
    }
    FindPlan plan = preparation.sections().find();
    return experiment(preparation).workload().consumption().any()
        ? plan
        : new FindPlan(plan.search(), plan.bounds().withoutBacklogGrowth(), plan.curve());
  }

  private static Experiment experiment(PreparedRuns preparation) {
    return preparation.cells().values().iterator().next();
  }

  /** What of the settings and flags a search does not take, one line each. */
  private static List<String> problems(PreparedRuns preparation) {
    Experiment experiment = experiment(preparation);
    List<String> problems = new ArrayList<>();
    if (!preparation.sections().matrix().equals(Matrix.NONE)) {
      problems.add(Text.of("%s: find takes no matrix", preparation.file()));
    }
    for (String scale : List.of("scale", "scale.clients")) {
      if (Double.parseDouble(experiment.settings().values().getOrDefault(scale, "1")) != 1) {
        problems.add(
            Text.of(
                "%s: find cannot scale the rates that it looks for; set scale.time for a shorter"
                    + " look",
                scale));
      }
    }
    if (experiment.workload().load().threads() == 0) {
      problems.add("load.threads: must be at least 1 for find, got \"0\"");
    }
    int repeat = experiment.workload().load().repeat();
    if (repeat > 1) {
      problems.add(
          Text.of(
              "load.repeat: must be 1 for find, which repeats probes itself, got \"%d\"", repeat));
    }
    experiment.workload().requirements().bounds().stream()
        .map(bound -> bound.figure().key())
        .map(
            key ->
                Text.of(
                    "require.%s: judges a run, not the probes of find; set find.limits instead",
                    key))
        .forEach(problems::add);
    if (preparation.flags().stream().anyMatch(flag -> flag.startsWith(Reporting.JSON + "="))) {
      problems.add(
          Text.of("%s: has the result of one run, not of a search; see find.json", Reporting.JSON));
    }
    FindPlan plan = preparation.sections().find();
    if (experiment.settings().value("cluster.host").equals("external")
        && experiment.nodes().isEmpty()
        && plan.bounds().figures().keySet().stream().anyMatch(RunFigure::ofNodes)) {
      problems.add(
          Text.of(
              "%s: resources of brokers elsewhere cannot be seen from here; name exporters on their"
                  + " machines by brokers, or leave out preset and limits of them",
              preparation.file()));
    }
    for (RunFigure figure : plan.bounds().figures().keySet()) {
      if (Bounds.USUAL.figures().containsKey(figure)) {
        continue;
      }
      experiment
          .whyMissing(figure)
          .ifPresent(why -> problems.add(Text.of("find.limits.%s: %s", figure.key(), why)));
    }
    experiment
        .workload()
        .whyBacklogUnknown()
        .map(
            why ->
                Text.of(
                    "find.limits.backlog-growth: cannot be judged %s; change that, or search"
                        + " without consumers (consume.threads=0)",
                    why))
        .ifPresent(problems::add);
    return problems;
  }
}
