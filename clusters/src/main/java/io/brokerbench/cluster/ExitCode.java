package io.brokerbench.cluster;

/** What a process's exit code says. */
final class ExitCode {

  private ExitCode() {}

  /** "exit code 1", "exit code 137 (SIGKILL)": a shell's and Java's way to tell a signal. */
  static String describe(int code) {
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
