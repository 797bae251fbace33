package io.brokerbench.find;

import io.brokerbench.results.Verdict;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The course of a trial's run, apart from its figures.
 *
 * @param verdict verdict of the run
 * @param faults faults of the brokers during the run, one line each
 * @param limitedBy what limited the rate, as text; null if the offered rate was achieved, or if
 *     unknown
 */
record TrialRun(Verdict verdict, List<String> faults, @Nullable String limitedBy) {

  /** The course of a valid run without faults. */
  static final TrialRun VALID =
      new TrialRun(new Verdict(Verdict.Status.VALID, List.of()), List.of(), null);

  /** Whether a limit ended the load to protect the cluster. */
  boolean aborted() {
    return verdict.breaks(Verdict.Reason.ABORTED);
  }

  boolean invalid() {
    return verdict.status() == Verdict.Status.INVALID;
  }
}
