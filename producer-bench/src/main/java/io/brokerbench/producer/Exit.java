package io.brokerbench.producer;

import io.brokerbench.command.BenchCommand;
import io.brokerbench.command.ExitCode;
import java.util.List;

/** Ends the process with a command's exit code. */
final class Exit {

  private Exit() {}

  static void with(BenchCommand command, String[] args) {
    ExitCode code = command.execute(List.of(args), System.getenv(), System.out, System.err);
    // A normal end returns, so that a Maven that hosts us ends normally too.
    if (code != ExitCode.VALID) {
      System.exit(code.code());
    }
  }
}
