package io.brokerbench.cluster.process;

import io.brokerbench.process.SeparateSession;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Shells that act when this process is gone, however it ended: their standard input is a pipe from
 * this process and ends with it. They run in separate sessions, which signals to this process's
 * group or terminal do not reach.
 */
public final class Guard {

  /**
   * Arguments: the guard's script, the command. The shell becomes the command's process.
   *
   * <p>Without sessions, Ctrl-C reaches every process of a terminal, so the shell ignores it;
   * ignored signals stay ignored across exec.
   */
  private static final String NODE =
      """
      trap '' INT HUP
      umask 077
      exec 3<&0
      rm -f orders && mkfifo orders || exit
      { trap '' TERM PIPE; exec /bin/sh -c "$1" brokerbench-guard $$ >/dev/null 2>&1; } &
      shift
      exec "$@" <orders 3<&-
      """;

  /**
   * Forwards lines of this process to a node; at the end of input, kills the process group of both.
   * The group exists as long as the guard does, so its number cannot have been reused.
   *
   * <p>The pipe is opened in both directions, because a guard that only writes would wait for a
   * reader, without end if the node is killed before it opens the pipe.
   */
  private static final String OF_SESSION =
      """
      exec 4<>orders
      while IFS= read -r line <&3; do printf '%s\\n' "$line" >&4; done
      kill -KILL 0
      """;

  /** Without sessions, the group includes this process, so only the node is killed. */
  private static final String OF_PROCESS = OF_SESSION.replace("KILL 0", "KILL $1");

  /** Arguments: a directory. Repeats, since processes that write there are still being killed. */
  private static final String DIRECTORY =
      """
      trap '' INT HUP TERM
      echo ready
      exec >&-
      read -r line
      tries=0
      while [ -e "$1" ] && [ $tries -lt 100 ]; do
        rm -rf "$1" || sleep 0.1
        tries=$((tries + 1))
      done
      """;

  private Guard() {}

  /** Adds a guard to a command, which must run in a private directory. */
  static List<String> command(List<String> command) {
    List<String> session = SeparateSession.program();
    List<String> arguments = new ArrayList<>();
    arguments.add(session.isEmpty() ? OF_PROCESS : OF_SESSION);
    arguments.addAll(command);
    return shell(session, NODE, arguments);
  }

  /**
   * Starts the guard of a directory, which need not exist yet. The guard ends when its standard
   * input ends, and deletes the directory if it still exists. Signals that can be ignored do not
   * end the guard.
   */
  static Process over(Path directory) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            shell(SeparateSession.program(), DIRECTORY, List.of(directory.toString())));
    builder.environment().clear();
    Process guard =
        builder
            .directory(directory.getRoot().toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (InputStream ready = guard.getInputStream()) {
      if (ready.read() < 0) {
        throw new IOException("the process that is to delete " + directory + " ended at once");
      }
    }
    return guard;
  }

  private static List<String> shell(List<String> session, String script, List<String> arguments) {
    List<String> command = new ArrayList<>(session);
    command.addAll(List.of("/bin/sh", "-c", script, "brokerbench-guard"));
    command.addAll(arguments);
    return command;
  }
}
