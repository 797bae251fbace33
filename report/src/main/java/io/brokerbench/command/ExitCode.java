package io.brokerbench.command;

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
    return this == VALID || this == RUN_INVALID;
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

  static ExitCode of(Verdict verdict) {
    return verdict.status() == Verdict.Status.VALID ? VALID : RUN_INVALID;
  }
}
