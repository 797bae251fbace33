package io.brokerbench.cli;

import io.brokerbench.clock.Clock;
import io.brokerbench.command.ExitCode;
import io.brokerbench.file.BadInputException;
import io.brokerbench.file.HeldDirectory;
import io.brokerbench.matrix.MatrixCell;
import io.brokerbench.matrix.MatrixDirectory;
import io.brokerbench.matrix.MatrixRun;
import io.brokerbench.reports.ReportContent;
import io.brokerbench.workload.SettingsException;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Objects;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Runs a workload file once, or every cell of its matrix. */
@Command(
    name = "run",
    description = {
      "Runs a workload file: its tool, with its settings. With a matrix: every cell, repeat times, each"
          + " run in a process of its own and on fresh brokers, in an order that changes from turn to"
          + " turn.",
      "",
      "An interrupted matrix resumes when the same command is given again; finished runs are not"
          + " repeated.",
      ""
    })
final class RunCommand implements ParsedCommand.Body {

  @Mixin private final RunArguments arguments = new RunArguments();

  @Override
  public ExitCode run(ParsedCommand.Call call)
      throws SettingsException, BadInputException, IOException, InterruptedException {
    PreparedRuns preparation = PreparedRuns.of(arguments, call.environment());
    return preparation.single() ? single(preparation, call) : matrix(preparation, call.out());
  }

  private static ExitCode single(PreparedRuns preparation, ParsedCommand.Call call) {
    return Objects.requireNonNull(MeasuringCommands.all().get(preparation.sections().tool()))
        .get()
        .execute(preparation.flags(), call.environment(), call.out(), call.err());
  }

  private static ExitCode matrix(PreparedRuns preparation, PrintStream out)
      throws BadInputException, IOException, InterruptedException {
    SecretHandover.requireSafeFlags();
    try (HeldDirectory held =
        HeldDirectory.take(preparation.parent(), () -> directory(preparation).path())) {
      return matrix(preparation, held, out);
    }
  }

  private static ExitCode matrix(PreparedRuns preparation, HeldDirectory held, PrintStream out)
      throws BadInputException, IOException, InterruptedException {
    MatrixDirectory directory =
        new MatrixDirectory(held.path(), cells(preparation), preparation.sections().reference());
    ChildRun child = new ChildRun(preparation, held);
    MatrixRun run = new MatrixRun(preparation.matrix(), directory, child, out, Clock.system()::now);
    ExitCode worst = run.run();
    boolean complete = run.complete();
    MatrixDirectory ended = complete ? held.finish(directory::finish) : directory;
    out.println();
    ReportContent.end(ended.path(), out);
    if (!complete) {
      out.println("runs without a result are repeated when the same command is given again");
    }
    return worst;
  }

  private static MatrixDirectory directory(PreparedRuns preparation) throws IOException {
    return MatrixDirectory.resumeOrCreate(
        preparation.parent(),
        preparation.name(),
        preparation.identity(""),
        cells(preparation),
        preparation.sections().reference(),
        Clock.system().now());
  }

  private static List<MatrixCell> cells(PreparedRuns preparation) {
    return List.copyOf(preparation.cells().keySet());
  }
}
