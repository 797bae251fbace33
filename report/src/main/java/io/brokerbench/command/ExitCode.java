package io.brokerbench.command;

import io.brokerbench.results.RunResult;
import io.brokerbench.results.Verdict;
import java.util.stream.Stream;

/**
 * Reason for the end of a command, from worst to least bad after {@link #VALID}. The numbers are
 * stable, because scripts rely on them.
 */
public enum ExitCode {
  /** Success; of a run, a valid one. */
  VALID(0),

  /** A defect of brokerbench, or results that cannot be written. */
  BUG(1),

  /** Bad input. */
  BAD_INPUT(2),

  /** A broker or a cluster failed. */
  BROKER_FAILED(3),

  /** Workers did not start or join in time. */
  WORKERS_MISSING(6),

  /** A run is suspect or invalid. */
  RUN_INVALID(4),

  /**
   * A stated limit or a requirement was missed, or a planned fault broke the promise of
   * acknowledgements.
   */
  LIMIT_MISSED(5);

  /**
   * The main thread of a JVM that only runs brokerbench; in a Maven process the thread has another
   * name.
   */
  private static final String MAIN_THREAD = "main";

  /** The number of a signal is added to it. */
  private static final int SIGNALS = 128;

  private final int code;

  ExitCode(int code) {
    this.code = code;
  }

  public int code() {
    return code;
  }

  /**
   * Ends the process, even if a client library has left threads running. Within a Maven process,
   * returns after a success, so that Maven ends normally.
   */
  public void end() {
    if (this != VALID || Thread.currentThread().getName().equals(MAIN_THREAD)) {
      System.exit(code);
    }
  }

  /** Whether a process that ended with this number was ended by a signal. */
  public static boolean isOfSignal(int code) {
    return code > SIGNALS;
  }

  /** Whether a run that ended with this code has a result. */
  public boolean hasResult() {
    return this == VALID || this == RUN_INVALID || this == LIMIT_MISSED;
  }

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
   * The exit code of a run with this result. Neither the requirements of an invalid run nor the
   * promise of its acknowledgements is judged, because its figures are not reliable.
   */
  public static ExitCode of(RunResult run) {
    Verdict.Status status = run.verdict().status();
    boolean missed = run.brokenPromise().isPresent() || !run.missed().isEmpty();
    if (status != Verdict.Status.INVALID && missed) {
      return LIMIT_MISSED;
    }
    return status == Verdict.Status.VALID ? VALID : RUN_INVALID;
  }
}
