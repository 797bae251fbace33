package io.brokerbench.command;

import java.util.List;

/** Ends the process with a command's exit code. */
public final class Exit {

  private Exit() {}

  /** Runs the command in this process, and ends it unless all is well. */
  public static void with(BenchCommand command, String[] args) {
    with(command.execute(List.of(args), System.getenv(), System.out, System.err));
  }

  /** Ends the process unless all is well. */
  public static void with(ExitCode code) {
    // A normal end returns, so that a Maven that hosts us ends normally too.
    if (code != ExitCode.VALID) {
      System.exit(code.code());
    }
  }
}
