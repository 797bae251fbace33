package io.brokerbench.cluster.node;

/** Descriptions of the exit codes of processes. */
public final class ProcessExit {

  private ProcessExit() {}

  /** "exit code 1", "exit code 137 (SIGKILL)": shells and Java report a signal as 128 + number. */
  public static String describe(int code) {
    return switch (code) {
      case 130 -> "exit code 130 (SIGINT)";
      case 134 -> "exit code 134 (SIGABRT)";
      case 137 -> "exit code 137 (SIGKILL)";
      case 139 -> "exit code 139 (SIGSEGV)";
      case 143 -> "exit code 143 (SIGTERM)";
      default -> "exit code " + code;
    };
  }
}
