package io.brokerbench.cluster.docker;

import io.brokerbench.results.ProcessFigure;
import io.brokerbench.results.ProcessFigure.Kind;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

/**
 * Sums of the figures of processes that come and go. A counter of a process that has ended stays in
 * its sum: a sum that falls would look like a restart of the node, after which it is added to all
 * that came before. Not thread-safe.
 */
final class ProcessSums {

  private final Map<Long, Map<ProcessFigure, Long>> before = new HashMap<>();
  private final Map<ProcessFigure, Long> ended = new EnumMap<>(ProcessFigure.class);

  /**
   * The sums over the processes that run now and, of counters, over those of earlier calls.
   *
   * @param now figures by the number of the process, which another one may have had before
   */
  Map<ProcessFigure, Long> with(Map<Long, Map<ProcessFigure, Long>> now) {
    before.forEach(
        (pid, figures) -> {
          Map<ProcessFigure, Long> current = now.getOrDefault(pid, Map.of());
          figures.forEach(
              (figure, amount) -> {
                if (figure.kind() != Kind.LEVEL && current.getOrDefault(figure, 0L) < amount) {
                  ended.merge(figure, amount, Long::sum);
                }
              });
        });
    before.clear();
    before.putAll(now);
    Map<ProcessFigure, Long> sums = new EnumMap<>(ProcessFigure.class);
    sums.putAll(ended);
    for (Map<ProcessFigure, Long> figures : now.values()) {
      figures.forEach((figure, amount) -> sums.merge(figure, amount, Long::sum));
    }
    return sums;
  }
}
