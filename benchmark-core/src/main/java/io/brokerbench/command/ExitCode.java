package io.brokerbench.command;

import io.brokerbench.result.Verdict;

/** Why a command ended. Other people's scripts rely on the numbers. */
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

  static ExitCode of(Verdict verdict) {
    return verdict.status() == Verdict.Status.VALID ? VALID : RUN_INVALID;
  }
}
