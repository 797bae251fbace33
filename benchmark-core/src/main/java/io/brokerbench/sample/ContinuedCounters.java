package io.brokerbench.sample;

import io.brokerbench.results.ProcessFigure;
import io.brokerbench.results.ProcessFigure.Kind;
import java.util.EnumMap;
import java.util.Map;

/**
 * Counters of a node that continue across its restarts, after which those of its process start from
 * zero. Not thread-safe.
 */
final class ContinuedCounters {

  private final Map<ProcessFigure, Long> read = new EnumMap<>(ProcessFigure.class);
  private final Map<ProcessFigure, Long> ofEarlierProcesses = new EnumMap<>(ProcessFigure.class);
  private final Map<ProcessFigure, Long> pids = new EnumMap<>(ProcessFigure.class);

  /**
   * The figures of a process, with counters increased by those of earlier processes of the node.
   */
  Map<ProcessFigure, Long> of(long pid, Map<ProcessFigure, Long> figures) {
    Map<ProcessFigure, Long> continued = new EnumMap<>(figures);
    figures.forEach(
        (figure, value) -> {
          if (figure.kind() != Kind.LEVEL) {
            long before = read.getOrDefault(figure, 0L);
            // A container's ID stays, and so do counters of its control group, but not those of
            // JVMs.
            Long pidBefore = pids.put(figure, pid);
            if ((pidBefore != null && pidBefore != pid) || value < before) {
              ofEarlierProcesses.merge(figure, before, Long::sum);
            }
            read.put(figure, value);
            continued.merge(figure, ofEarlierProcesses.getOrDefault(figure, 0L), Long::sum);
          }
        });
    return continued;
  }
}
