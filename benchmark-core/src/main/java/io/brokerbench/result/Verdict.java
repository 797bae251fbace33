package io.brokerbench.result;

import java.util.List;

/**
 * Whether a run may be believed.
 *
 * @param status the worst that was found
 * @param reasons one line each; empty if and only if valid
 */
public record Verdict(Status status, List<String> reasons) {

  /** From good to bad. */
  public enum Status {
    /** Believe it. */
    VALID,
    /** Look at the reasons before you believe it. */
    SUSPECT,
    /** Do not believe it. */
    INVALID
  }

  /** Appended to the result directory's name: nothing if valid. */
  public String suffix() {
    return status == Status.VALID ? "" : "." + status;
  }
}
