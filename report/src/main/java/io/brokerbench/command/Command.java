package io.brokerbench.command;

import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;

/** A command of the launcher. */
public interface Command {

  /** Name and flags, for help and completion. */
  CommandSpec spec();

  /**
   * Runs the command to its end.
   *
   * @param args split as by a shell, without the command's name
   * @param environment of the process
   * @return the reason why it ended
   */
  ExitCode execute(
      List<String> args, Map<String, String> environment, PrintStream out, PrintStream err);
}
