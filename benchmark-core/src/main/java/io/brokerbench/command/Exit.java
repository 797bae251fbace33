package io.brokerbench.command;

import java.util.List;

/** Ends the process with a command's exit code. */
public final class Exit {

  /** That of a JVM which runs nothing but us; a Maven that hosts us calls it otherwise. */
  private static final String MAIN_THREAD = "main";

  private Exit() {}

  /** Runs the command in this process, and ends it. */
  public static void with(Command command, String[] args) {
    with(command.execute(List.of(args), System.getenv(), System.out, System.err));
  }

  /**
   * Ends the process, whatever threads a client library has forgotten. In a Maven that hosts us a
   * normal end returns, so that Maven ends normally too.
   */
  public static void with(ExitCode code) {
    if (code != ExitCode.VALID || Thread.currentThread().getName().equals(MAIN_THREAD)) {
      System.exit(code.code());
    }
  }
}
