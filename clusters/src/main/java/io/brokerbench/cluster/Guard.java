package io.brokerbench.cluster;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Shells that act when this process is gone, however it died: their standard input is a pipe from
 * it, and ends with it. They are in sessions of their own, where no signal to this process's group
 * or terminal reaches them.
 */
final class Guard {

  /**
   * Arguments: the guard's script, the command. The shell becomes the command's process.
   *
   * <p>Ctrl-C would reach every process of a terminal where there are no sessions: ignored signals
   * stay ignored across exec.
   */
  private static final String NODE =
      """
      trap '' INT HUP
      umask 077
      exec 3<&0
      mkfifo orders || exit
      { trap '' TERM PIPE; exec /bin/sh -c "$1" brokerbench-guard $$ >/dev/null 2>&1; } &
      shift
      exec "$@" <orders 3<&-
      """;

  /**
   * Hands our lines on to a node; at the end of input kills the process group that both are in. The
   * group exists as long as the guard does, so its number cannot have become another's.
   */
  private static final String OF_SESSION =
      """
      exec 4>orders
      while IFS= read -r line <&3; do printf '%s\\n' "$line" >&4; done
      kill -KILL 0
      """;

  /** Where there are no sessions: the group is that of this process. */
  private static final String OF_PROCESS = OF_SESSION.replace("KILL 0", "KILL $1");

  /** Arguments: a directory. Whoever still writes there is being killed. */
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

  private static final List<Path> SETSID =
      List.of(Path.of("/usr/bin/setsid"), Path.of("/bin/setsid"));

  private Guard() {}

  /** The command with a guard at its side, to be run in a directory of its own. */
  static List<String> command(List<String> command) {
    List<String> session = session();
    List<String> arguments = new ArrayList<>();
    arguments.add(session.isEmpty() ? OF_PROCESS : OF_SESSION);
    arguments.addAll(command);
    return shell(session, NODE, arguments);
  }

  /**
   * Starts the guard of a directory, which may not be there yet. It ends when its standard input
   * does, and deletes the directory if it is still there. Signals that can be ignored do not end
   * it.
   */
  static Process over(Path directory) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(shell(session(), DIRECTORY, List.of(directory.toString())));
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

  /** What puts a command into a session of its own; empty where there is no such program. */
  static List<String> session() {
    return SETSID.stream().filter(Files::isExecutable).map(Path::toString).limit(1).toList();
  }
}
