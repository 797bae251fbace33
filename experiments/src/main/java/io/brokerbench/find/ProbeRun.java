package io.brokerbench.find;

import io.brokerbench.results.Verdict;
import java.util.List;

/**
 * The course of a probe's run, apart from its figures.
 *
 * @param verdict verdict of the run
 * @param faults faults of the brokers during the run, one line each
 */
record ProbeRun(Verdict verdict, List<String> faults) {

  /** The course of a valid run without faults. */
  static final ProbeRun VALID =
      new ProbeRun(new Verdict(Verdict.Status.VALID, List.of()), List.of());

  /** Whether a limit ended the load to protect the cluster. */
  boolean aborted() {
    return verdict.breaks(Verdict.Reason.ABORTED);
  }

  boolean invalid() {
    return verdict.status() == Verdict.Status.INVALID;
  }
}
