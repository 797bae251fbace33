package io.brokerbench.command;

import java.util.List;

/** Ends the process with a command's exit code. */
public final class Exit {

  /**
   * The main thread of a JVM that only runs brokerbench; in a Maven process the thread has another
   * name.
   */
  private static final String MAIN_THREAD = "main";

  private Exit() {}

  /** Runs the command in this process, and ends the process. */
  public static void with(Command command, String[] args) {
    with(command.execute(List.of(args), System.getenv(), System.out, System.err));
  }

  /**
   * Ends the process, even if a client library has left threads running. Within a Maven process,
   * returns after a success, so that Maven ends normally.
   */
  public static void with(ExitCode code) {
    if (code != ExitCode.VALID || Thread.currentThread().getName().equals(MAIN_THREAD)) {
      System.exit(code.code());
    }
  }
}
