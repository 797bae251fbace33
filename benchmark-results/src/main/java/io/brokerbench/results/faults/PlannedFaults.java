package io.brokerbench.results.faults;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The planned faults of a run and their consequences.
 *
 * @param faults those that were injected, in the order of the injections
 * @param notInjected planned faults that were not injected, or not undone as planned, with the
 *     reason, one line each
 * @param undisturbed messages of the measured time that no fault could affect
 * @param brokenPromise acknowledged messages that were lost, although the promise of their
 *     acknowledgement holds beyond the faults, in one line; null if none were, if nothing was
 *     consumed, or if a node was not back, so that its messages may still be there
 */
public record PlannedFaults(
    List<FaultImpact> faults,
    List<String> notInjected,
    Undisturbed undisturbed,
    @JsonInclude(Include.NON_NULL) @Nullable String brokenPromise) {

  /**
   * The same with what was not injected, and a judgement of the promise.
   *
   * @param text null if it was kept, or cannot be judged
   */
  public PlannedFaults with(List<String> failures, @Nullable String text) {
    return new PlannedFaults(faults, failures, undisturbed, text);
  }

  /**
   * Messages that were due in the measured time, but neither from a fault to both of its recoveries
   * nor so shortly before it that they may have been in flight: within a slow response.
   *
   * @param due messages that were due
   * @param sent those of them that had their outcome before the next fault; after the last one,
   *     those that were passed to the client
   * @param failed those of them that were rejected, or have an unknown outcome
   */
  public record Undisturbed(long due, long sent, long failed) {

    public Undisturbed plus(Undisturbed other) {
      return new Undisturbed(due + other.due, sent + other.sent, failed + other.failed);
    }
  }
}
