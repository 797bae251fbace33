package io.brokerbench.cluster.node;

import io.brokerbench.units.Text;

/**
 * Commands of a POSIX shell that stop processes. A signal only requests the stop: a busy kernel
 * stops the threads of a process some time later, and they continue until then.
 */
public final class FreezeCommands {

  /**
   * Waits until all threads in the files have stopped, and fails after ten seconds: one that waits
   * for a disk does not stop before that has answered. An ended thread counts as stopped.
   */
  private static final String AWAIT =
      """
      { read -r now rest </proc/uptime && end=$((${now%%.*} + 10)); } 2>/dev/null
      for stat in %s; do
        case $stat in /proc/1/* | /proc/$$/*) continue ;; esac
        while read -r line <$stat; do
          case ${line##*) } in [TtZX]*) break ;; esac
          read -r now rest </proc/uptime
          [ ${now%%.*} -lt $end ] || { echo "a thread has not stopped within 10 s"; exit 1; }
        done
      done 2>/dev/null
      """;

  /** For the process with the ID {@code $0}; without /proc the command does not wait. */
  public static final String OF_PROCESS =
      "kill -STOP \"$0\" || exit 1\n" + Text.of(AWAIT, "/proc/$0/task/[0-9]*/stat");

  /** For all processes of a container except the first one and the shell itself. */
  public static final String OF_CONTAINER =
      "kill -STOP -1 || exit 1\n" + Text.of(AWAIT, "/proc/[0-9]*/task/[0-9]*/stat");

  private FreezeCommands() {}
}
