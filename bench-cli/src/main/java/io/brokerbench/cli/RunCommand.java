package io.brokerbench.cli;

import io.brokerbench.ci.JunitXml;
import io.brokerbench.command.ExitCode;
import io.brokerbench.command.LivePages;
import io.brokerbench.command.Reporting;
import io.brokerbench.file.BadInputException;
import io.brokerbench.file.DurableFile;
import io.brokerbench.file.HeldDirectory;
import io.brokerbench.matrix.Budget;
import io.brokerbench.matrix.MatrixCell;
import io.brokerbench.matrix.MatrixDirectory;
import io.brokerbench.matrix.MatrixRun;
import io.brokerbench.reports.ReportContent;
import io.brokerbench.run.RunEstimate;
import io.brokerbench.stored.LatestResult;
import io.brokerbench.stored.RunSet;
import io.brokerbench.stored.StoredRun;
import io.brokerbench.workload.SettingsException;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Runs a workload file once, or every cell of its matrix. */
@Command(
    name = "run",
    header = "Runs a workload file, with its matrix.",
    description = {
      "A file without a matrix is a single run of its tool. With a matrix, each cell is run --repeat"
          + " times, each time in a new process and on fresh brokers unless they are external, in an"
          + " order that changes from repeat to repeat. The tool may be a factor.",
      "",
      "An interrupted matrix resumes when the same command is given again; finished runs are not"
          + " repeated.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  bench run workloads/modes.yaml",
      "  bench run workloads/modes.yaml --repeat 3 --set duration=10s -- -w 8"
    })
final class RunCommand implements ParsedCommand.OfWorkload {

  /** What is printed of a matrix that lacks runs. */
  static final String REPEATED =
      "runs without a result are repeated when the same command is given again";

  @Mixin private final RunArguments arguments = new RunArguments();
  @Mixin private final CellOptions cells = new CellOptions();
  @Mixin private final OutOption place = new OutOption();

  @Override
  public ExitCode run(ParsedCommand.Call call)
      throws SettingsException, BadInputException, IOException, InterruptedException {
    PreparedRuns preparation = PreparedRuns.of(arguments.with(cells), place.directory, call);
    if (preparation.single()) {
      return preparation.run(call);
    }
    ExitCode code = matrix(preparation, call);
    WaitingWorkers.release(preparation, call.out());
    return code;
  }

  /** Runs a matrix, or resumes it; workers of other machines stay. */
  static ExitCode matrix(PreparedRuns preparation, ParsedCommand.Call call)
      throws SettingsException, BadInputException, IOException, InterruptedException {
    SecretHandover.requireSafeFlags();
    PrintStream out = call.out();
    RunEstimate estimate = preparation.estimate().requireRoom();
    try (HeldDirectory held =
            HeldDirectory.take(preparation.parent(), () -> preparation.resumeOrCreate(""));
        LivePages pages = preparation.pages()) {
      out.println(estimate.text());
      pages.announce(held.path(), out::println);
      MatrixDirectory directory = preparation.directory(held);
      MatrixRun run = preparation.missing(held, new ChildRun(preparation, held), Budget.NONE, out);
      ExitCode worst = run.run();
      boolean complete = run.complete();
      MatrixDirectory ended = complete ? held.finish(directory::finish) : directory;
      out.println();
      ReportContent.end(ended.path(), out);
      if (complete) {
        LatestResult.is(ended.path());
      }
      worst = worst.worse(judged(preparation, ended, run.failed(), call.out()));
      if (!complete) {
        out.println(REPEATED);
      }
      return worst;
    }
  }

  /**
   * Prints the missed requirements and broken promises of all runs that are not INVALID, those of
   * earlier processes included, and writes the file for CI servers, if anything is required.
   *
   * @param failed runs without a result, one line each
   * @return the worst exit code of all these runs
   */
  private static ExitCode judged(
      PreparedRuns preparation, MatrixDirectory directory, List<String> failed, PrintStream out)
      throws BadInputException, IOException {
    List<StoredRun> runs = new ArrayList<>();
    for (MatrixCell cell : directory.cells()) {
      runs.addAll(directory.runs(cell));
    }
    ExitCode worst = ExitCode.VALID;
    boolean required = false;
    for (StoredRun run : runs) {
      worst = worst.worse(Reporting.code(run.result(), preparation.acceptsSuspect()));
      required |= run.result().requirements() != null;
      run.missed().forEach(out::println);
    }
    if (required) {
      DurableFile.write(
          directory.path().resolve(JunitXml.FILE),
          JunitXml.of(preparation.name(), List.of(new RunSet(directory.path(), runs, failed))));
    }
    return worst;
  }
}
