package io.brokerbench.cli;

import io.brokerbench.clock.Clock;
import io.brokerbench.command.ExitCode;
import io.brokerbench.command.LivePages;
import io.brokerbench.file.BadInputException;
import io.brokerbench.file.HeldDirectory;
import io.brokerbench.matrix.Budget;
import io.brokerbench.matrix.MatrixDirectory;
import io.brokerbench.matrix.MatrixRun;
import io.brokerbench.night.Night;
import io.brokerbench.night.NightHistory;
import io.brokerbench.run.RunEstimate;
import io.brokerbench.units.Quantities;
import io.brokerbench.units.Text;
import io.brokerbench.workload.SettingsException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs a workload file and compares it with the last accepted night. */
@Command(
    name = "night",
    header = "Runs a nightly benchmark, and compares it with the accepted one.",
    description = {
      "Runs a workload file as run does, in a directory below the history, and compares the night with"
          + " the accepted one, whose name is in the history's file accepted.",
      "",
      "A night that lacks no cell, misses no limit and no requirement, and breaks no promise of its"
          + " acknowledgements becomes the accepted one; the first is not compared. To accept a night"
          + " manually, write its name to that file.",
      "",
      "The name of the directory consists of the UTC time and the name of the file; it has the suffix INCOMPLETE until"
          + " all runs are done. An interrupted night resumes when the same command is given again on the"
          + " same commit."
          + " With --budget, repeats for which there is no time are dropped, but no cell."
          + " Runs that fail or are INVALID are listed at the end; the night continues. If a signal"
          + " ends a run but not the night, the run is repeated once.",
      "",
      "The night measures the ceilings of the machine once (15 s), as doctor does, and before each repeat of its cells"
          + " it runs a control cell, the broker in memory; neither if it has cells of that broker, or other"
          + " machines generate the load. history add reads their results, from the directory control in that of"
          + " the night; nothing else judges them.",
      "",
      "The section microbench of the file lists microbenchmarks by regular expressions of their names. A night in a"
          + " checkout runs them before the cells (scripts/microbench.sh --quick), and compares them with those of"
          + " the accepted night; differences do not affect acceptance.",
      "",
      "Exit codes: 0 accepted; otherwise not accepted: 2 bad input, or nothing to compare; 3 a cell of"
          + " this night lacks runs (two that are valid or suspect; one with --repeat 1 or where the budget allows no more,"
          + " unless the accepted night has two), or a cell of"
          + " the accepted night is missing in this one; 5 a limit or a requirement missed, or a"
          + " promise broken; 6 workers are missing: the same command resumes the night; 130 interrupted.",
      ""
    },
    footer = {"", "Example:", "  bench night workloads/night.yaml --history history --limit 10%%"})
final class NightCommand implements ParsedCommand.OfWorkload {

  @Mixin private final RunArguments arguments = new RunArguments();
  @Mixin private final CellOptions cells = new CellOptions();

  @Option(names = "--history", paramLabel = "DIR", description = "The nights (default: history)")
  private String history = "history";

  @Option(
      names = "--limit",
      paramLabel = "[FIGURE=]P%|off",
      description =
          "By how much figures may be worse, as in compare; may be given several times (default:"
              + " 20%% and p99=50%%)")
  private List<String> limits = List.of();

  @Option(
      names = "--budget",
      paramLabel = "TIME",
      description =
          "Time for the night until its report, such as 2h: a repeat of all cells begins only if it"
              + " fits; the first always does (default: no limit)")
  private @Nullable String budget;

  @Override
  public ExitCode run(ParsedCommand.Call call)
      throws SettingsException, BadInputException, IOException, InterruptedException {
    SecretHandover.requireSafeFlags();
    PreparedRuns preparation = PreparedRuns.of(arguments.with(cells), history, call);
    NightHistory nights = new NightHistory(preparation.parent());
    Night night = Night.of(nights, limits);
    Optional<Path> microbench = Preliminaries.script(preparation, call.environment());
    Optional<PreparedRuns> control = ControlCell.of(preparation, call.environment());
    RunEstimate cellsAlone = preparation.estimate();
    List<RunEstimate> estimates = new ArrayList<>(List.of(cellsAlone));
    control.map(PreparedRuns::estimate).ifPresent(estimates::add);
    RunEstimate estimate = RunEstimate.sum(estimates).requireRoom();
    Budget time = budget(budget, estimate, cellsAlone.runs());
    // A night on another commit is another one.
    String commit = call.environment().getOrDefault(ReproduceCommand.COMMIT, "unknown");
    try (HeldDirectory held =
            HeldDirectory.take(nights.path(), () -> resumeOrCreate(preparation, nights, commit));
        LivePages pages = preparation.pages()) {
      call.out().println(estimate.text());
      pages.announce(held.path(), call.out()::println);
      Preliminaries preliminaries = new Preliminaries(held, call.out());
      Instant begin = Clock.system().now();
      if (control.isPresent()) {
        preliminaries.ceilings(Preliminaries.disk(preparation), DoctorCommand.LONGEST);
      }
      if (microbench.isPresent()) {
        preliminaries.microbenchmarks(microbench.get(), preparation.sections().microbenchmarks());
      }
      Budget left = time.after(Duration.between(begin, Clock.system().now()));
      MatrixDirectory directory = preparation.directory(held);
      MatrixRun.Runner runner = new ChildRun(preparation, held);
      if (control.isPresent()) {
        runner = ControlCell.in(held, directory, runner, control.get(), call.out());
      }
      MatrixRun runs = preparation.missing(held, runner, left, call.out());
      runs.run();
      WaitingWorkers.release(preparation, call.out());
      if (runs.withoutWorkers()) {
        call.out().println(RunCommand.REPEATED);
        return ExitCode.WORKERS_MISSING;
      }
      List<String> circumstances = circumstances(preparation, runs, commit);
      List<String> failed =
          Stream.concat(preliminaries.failed().stream(), runs.failed().stream()).toList();
      // In one step, so that no other process finds the night without its verdict and resumes it.
      return held.finish(
          () -> {
            MatrixDirectory ended = directory.finish();
            call.out().println();
            return night.end(ended, runs.repeats(), circumstances, failed, call.out());
          });
    }
  }

  /** The night of these runs that lacks only its verdict; else an unfinished one, or a new one. */
  private static Path resumeOrCreate(PreparedRuns preparation, NightHistory nights, String commit)
      throws IOException {
    Optional<Path> unjudged = nights.unjudged(preparation.name(), preparation.identity(commit));
    return unjudged.isPresent() ? unjudged.get() : preparation.resumeOrCreate(commit);
  }

  /**
   * The budget of a night. A run takes its part of the time of the control cell, too, whose runs
   * are not counted.
   *
   * @param estimate of all runs, those of the control cell included
   * @param runs number of the other runs
   */
  static Budget budget(@Nullable String text, RunEstimate estimate, int runs)
      throws BadInputException {
    if (text == null) {
      return Budget.NONE;
    }
    try {
      double seconds = Quantities.duration(text).toMillis() / 1e3;
      if (seconds > 0) {
        return new Budget(seconds, estimate.seconds() / runs);
      }
    } catch (IllegalArgumentException e) {
      throw new BadInputException("--budget: " + e.getMessage());
    }
    throw new BadInputException(Text.of("--budget: must be above 0, got \"%s\"", text));
  }

  private List<String> circumstances(PreparedRuns preparation, MatrixRun runs, String commit) {
    List<String> lines =
        new ArrayList<>(
            List.of("flags of the runs: " + preparation.shownFlags(), "commit " + commit));
    int repeat = preparation.matrix().repeat();
    if (runs.repeats() < repeat) {
      lines.add(Text.of("budget %s: %d of %d repeats", budget, runs.repeats(), repeat));
    }
    return lines;
  }
}
