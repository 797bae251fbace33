package io.brokerbench.command;

import io.brokerbench.results.RunResult;
import io.brokerbench.results.Verdict;
import java.util.stream.Stream;

/**
 * Reason for the end of a command, from worst to least bad after {@link #VALID}. The numbers are
 * stable, because scripts rely on them.
 */
public enum ExitCode {
  VALID(0),
  BUG(1),
  BAD_INPUT(2),
  BROKER_FAILED(3),
  RUN_INVALID(4),
  LIMIT_MISSED(5);

  private final int code;

  ExitCode(int code) {
    this.code = code;
  }

  public int code() {
    return code;
  }

  /** Whether a run that ended with this code has a result. */
  public boolean hasResult() {
    return this == VALID || this == RUN_INVALID || this == LIMIT_MISSED;
  }

  /** The worse of two. */
  public ExitCode worse(ExitCode other) {
    if (this == VALID || other == VALID) {
      return this == VALID ? other : this;
    }
    return compareTo(other) < 0 ? this : other;
  }

  /** The reason for this exit code of a process; a defect for an unknown one. */
  public static ExitCode of(int code) {
    return Stream.of(values()).filter(each -> each.code == code).findFirst().orElse(BUG);
  }

  /**
   * The exit code of a run with this result. The requirements of an invalid run are not judged,
   * because its figures are not reliable.
   */
  public static ExitCode of(RunResult run) {
    Verdict.Status status = run.verdict().status();
    if (status != Verdict.Status.INVALID && !run.missed().isEmpty()) {
      return LIMIT_MISSED;
    }
    return status == Verdict.Status.VALID ? VALID : RUN_INVALID;
  }
}
