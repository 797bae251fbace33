package io.brokerbench.cli;

import io.brokerbench.clock.Clock;
import io.brokerbench.command.Command;
import io.brokerbench.command.ExitCode;
import io.brokerbench.matrix.MatrixCell;
import io.brokerbench.matrix.MatrixDirectory;
import io.brokerbench.matrix.MatrixRun;
import io.brokerbench.stored.BadInputException;
import io.brokerbench.stored.HeldDirectory;
import io.brokerbench.workload.SettingsException;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Objects;
import picocli.CommandLine.Model.CommandSpec;

/** Runs a workload file: once, or every cell of its matrix. */
final class RunCommand {

  private static final String[] DESCRIPTION = {
    "Runs a workload file: its tool, with its settings. With a matrix: every cell, repeat times, each"
        + " run in a process of its own and on fresh brokers, in an order that changes from turn to"
        + " turn.",
    "",
    "A matrix that was interrupted goes on where it was when the same command is given again; what"
        + " is finished is not run again.",
    ""
  };

  private RunCommand() {}

  static Command create() {
    CommandSpec spec = ParsedCommand.spec("run", DESCRIPTION);
    Preparation.parameters(spec);
    return new ParsedCommand(spec, RunCommand::run);
  }

  private static ExitCode run(ParsedCommand.Call call)
      throws SettingsException, BadInputException, IOException, InterruptedException {
    Preparation preparation = Preparation.of(call);
    return preparation.single() ? single(preparation, call) : matrix(preparation, call.out());
  }

  private static ExitCode single(Preparation preparation, ParsedCommand.Call call) {
    return Objects.requireNonNull(Tools.all().get(preparation.sections().tool()))
        .get()
        .execute(preparation.flags(), call.environment(), call.out(), call.err());
  }

  private static ExitCode matrix(Preparation preparation, PrintStream out)
      throws BadInputException, IOException, InterruptedException {
    Handover.requireSafeFlags();
    try (HeldDirectory held =
        HeldDirectory.take(preparation.parent(), () -> directory(preparation).path())) {
      return matrix(preparation, held, out);
    }
  }

  private static ExitCode matrix(Preparation preparation, HeldDirectory held, PrintStream out)
      throws BadInputException, IOException, InterruptedException {
    MatrixDirectory directory =
        new MatrixDirectory(held.path(), cells(preparation), preparation.sections().reference());
    ChildRun child = new ChildRun(preparation, held);
    MatrixRun run = new MatrixRun(preparation.matrix(), directory, child, out, Clock.system()::now);
    ExitCode worst = run.run();
    boolean complete = run.complete();
    MatrixDirectory ended = complete ? held.finish(directory::finish) : directory;
    out.println();
    Shown.end(ended.path(), out);
    if (!complete) {
      out.println("runs without a result are made up for when the same command is given again");
    }
    return worst;
  }

  private static MatrixDirectory directory(Preparation preparation) throws IOException {
    return MatrixDirectory.resumeOrCreate(
        preparation.parent(),
        preparation.name(),
        preparation.identity(""),
        cells(preparation),
        preparation.sections().reference(),
        Clock.system().now());
  }

  private static List<MatrixCell> cells(Preparation preparation) {
    return List.copyOf(preparation.cells().keySet());
  }
}
