package io.brokerbench.fault;

import io.brokerbench.results.faults.FaultEvent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A planned fault that was injected. Times are on the monotonic clock of the run.
 *
 * @param plan what was planned: {@code kill master}
 * @param node name of the node that it hit; empty for a command
 * @param atNanos when it was injected
 * @param endedNanos when the node was restarted or resumed; null if it never was
 * @param returnedNanos when the node accepted connections again; null if it never did
 * @param events what happened in its course
 */
public record InjectedFault(
    String plan,
    String node,
    long atNanos,
    @Nullable Long endedNanos,
    @Nullable Long returnedNanos,
    List<FaultEvent> events) {

  public InjectedFault {
    events = List.copyOf(events);
  }

  /** Whether it hit a node that was not back when the other fault hit another one. */
  public boolean overlaps(InjectedFault later) {
    return !node.equals(later.node)
        && later.atNanos >= atNanos
        && (returnedNanos == null || returnedNanos > later.atNanos);
  }
}
