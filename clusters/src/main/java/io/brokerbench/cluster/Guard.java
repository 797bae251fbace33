package io.brokerbench.cluster;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Ends a program that does not read its standard input, as soon as this process is gone, and
 * deletes the cluster's data then.
 */
public final class Guard {

  /**
   * Arguments: what is deleted when the parent is gone, the program, its arguments. Standard input
   * ends with the program as well as with the parent, so that needs a second look.
   */
  private static final String SCRIPT =
      """
      exec 3<&0
      {
        read -r order <&3
        kill -9 $$
        tries=0
        while kill -0 $PPID && ! grep -q '^State:.Z' /proc/$PPID/status; do
          [ $tries -lt 40 ] || exit
          tries=$((tries + 1))
          sleep 0.05
        done
        tries=0
        while [ -e "$0" ] && [ $tries -lt 100 ]; do
          rm -rf "$0" || sleep 0.1
          tries=$((tries + 1))
        done
      } >/dev/null 2>&1 &
      exec "$@" </dev/null 3<&-
      """;

  private Guard() {}

  /** The command with a guard at its side; its process is the program's. */
  public static List<String> command(Path scratch, List<String> command) {
    return Stream.concat(Stream.of("/bin/sh", "-c", SCRIPT, scratch.toString()), command.stream())
        .toList();
  }
}
