package io.brokerbench.cli;

import io.brokerbench.command.ExitCode;
import io.brokerbench.file.BadInputException;
import io.brokerbench.file.HeldDirectory;
import io.brokerbench.matrix.MatrixDirectory;
import io.brokerbench.matrix.MatrixRun;
import io.brokerbench.reports.ReportContent;
import io.brokerbench.workload.SettingsException;
import java.io.IOException;
import java.io.PrintStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Runs a workload file once, or every cell of its matrix. */
@Command(
    name = "run",
    description = {
      "Runs a workload file: its tool, with its settings. With a matrix: every cell, repeat times, each"
          + " run in a process of its own and on fresh brokers, in an order that changes from turn to"
          + " turn. The tool may be a factor.",
      "",
      "An interrupted matrix resumes when the same command is given again; finished runs are not"
          + " repeated.",
      ""
    })
final class RunCommand implements ParsedCommand.Body {

  @Mixin private final RunArguments arguments = new RunArguments();
  @Mixin private final OutOption place = new OutOption();

  @Override
  public ExitCode run(ParsedCommand.Call call)
      throws SettingsException, BadInputException, IOException, InterruptedException {
    PreparedRuns preparation = PreparedRuns.of(arguments, place.directory(), call.environment());
    return preparation.single() ? preparation.run(call) : matrix(preparation, call.out());
  }

  /** Runs a matrix, or resumes it. */
  static ExitCode matrix(PreparedRuns preparation, PrintStream out)
      throws BadInputException, IOException, InterruptedException {
    SecretHandover.requireSafeFlags();
    try (HeldDirectory held = preparation.hold("")) {
      MatrixDirectory directory = preparation.directory(held);
      MatrixRun run = preparation.missing(held, out);
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
  }
}
