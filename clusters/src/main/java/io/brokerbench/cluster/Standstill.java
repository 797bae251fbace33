package io.brokerbench.cluster;

import java.util.Locale;

/**
 * Commands of a POSIX shell that stop processes. A signal only asks for it: a busy kernel stops a
 * process's threads some time later, and until then they go on.
 */
final class Standstill {

  /** Waits while a thread of the files does not stand; a thread that is gone stands. */
  private static final String AWAIT =
      """
      for stat in %s; do
        case $stat in /proc/1/* | /proc/$$/*) continue ;; esac
        while read -r line <$stat; do
          case ${line##*) } in [TtZX]*) break ;; esac
        done
      done 2>/dev/null
      """;

  /** For the process whose number is the shell's {@code $0}; without /proc the signal has to do. */
  static final String OF_PROCESS =
      "kill -STOP \"$0\" || exit 1\n"
          + String.format(Locale.ROOT, AWAIT, "/proc/$0/task/[0-9]*/stat");

  /** For all processes of a container but the first one and the shell itself. */
  static final String OF_CONTAINER =
      "kill -STOP -1 || exit 1\n"
          + String.format(Locale.ROOT, AWAIT, "/proc/[0-9]*/task/[0-9]*/stat");

  private Standstill() {}
}
