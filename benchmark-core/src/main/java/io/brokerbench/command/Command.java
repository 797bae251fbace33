package io.brokerbench.command;

import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;

/** A command of the launcher. */
public interface Command {

  /** Its name and flags, for help and completion. */
  CommandSpec spec();

  /**
   * Runs to the end.
   *
   * @param args as a shell splits them, without the command's name
   * @param environment of the process
   * @return why it ended
   */
  ExitCode execute(
      List<String> args, Map<String, String> environment, PrintStream out, PrintStream err);
}
