package io.brokerbench.result;

import java.util.List;

/**
 * Whether a run may be believed.
 *
 * @param status the worst that was found
 * @param reasons one line each; empty if and only if valid
 * @param notes what a reader should know, one line each; they do not change the status
 */
public record Verdict(Status status, List<String> reasons, List<String> notes) {

  /** From good to bad. */
  public enum Status {
    /** Believe it. */
    VALID,
    /** Look at the reasons before you believe it. */
    SUSPECT,
    /** Do not believe it. */
    INVALID
  }

  /** A verdict without notes. */
  public Verdict(Status status, List<String> reasons) {
    this(status, reasons, List.of());
  }

  /** Appended to the result directory's name: nothing if valid. */
  public String suffix() {
    return status == Status.VALID ? "" : "." + status;
  }
}
