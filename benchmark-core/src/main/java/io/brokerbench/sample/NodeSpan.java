package io.brokerbench.sample;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What remains of the figures of a node that others report, over the time in which they were known.
 * Immutable.
 *
 * @param firstNanos reading time of the first figures of its process, on the run's clock
 * @param first figures of its process; null if there are none
 * @param lastNanos reading time of the last figures of its process
 * @param last figures of its process; null if there are none
 * @param host its machine
 */
public record NodeSpan(
    long firstNanos,
    @Nullable ProcessFigures first,
    long lastNanos,
    @Nullable ProcessFigures last,
    Optional<HostSpan> host) {

  static final NodeSpan NONE = new NodeSpan(0, null, 0, null, Optional.empty());

  /** The span extended by later figures. */
  NodeSpan plus(NodeFigures figures) {
    Optional<HostSpan> machine =
        figures
            .host()
            .map(now -> host.map(span -> span.plus(now)).orElseGet(() -> HostSpan.of(now)))
            .or(() -> host);
    ProcessFigures process = figures.process().orElse(null);
    if (process == null) {
      return new NodeSpan(firstNanos, first, lastNanos, last, machine);
    }
    return first == null
        ? new NodeSpan(figures.nanos(), process, figures.nanos(), process, machine)
        : new NodeSpan(firstNanos, first, figures.nanos(), process, machine);
  }
}
