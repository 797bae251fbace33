package io.brokerbench.cluster.docker;

import io.brokerbench.results.ProcessFigure;
import io.brokerbench.results.ProcessFigure.Kind;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Sums of the figures of processes that come and go. Linux adds what a process has read and written
 * to its parent's figures when it ends, so that the sum stays as it is. It falls if the parent is
 * not one of these processes, as that of a command which the engine executes in a container. A
 * counter goes on from where it was then: a sum that falls would look like a restart of the node,
 * after which it is added to all that came before. Not thread-safe.
 */
final class ProcessSums {

  private final Map<ProcessFigure, Long> before = new EnumMap<>(ProcessFigure.class);
  private final Map<ProcessFigure, Long> ended = new EnumMap<>(ProcessFigure.class);

  /**
   * The sums over the processes that run now and, of counters, what earlier ones had that no other
   * process has now.
   *
   * @param now the figures of each process
   */
  Map<ProcessFigure, Long> with(List<Map<ProcessFigure, Long>> now) {
    Map<ProcessFigure, Long> sums = new EnumMap<>(ProcessFigure.class);
    for (Map<ProcessFigure, Long> figures : now) {
      figures.forEach((figure, amount) -> sums.merge(figure, amount, Long::sum));
    }
    before.forEach(
        (figure, amount) -> {
          long missing = amount - sums.getOrDefault(figure, 0L);
          if (figure.kind() != Kind.LEVEL && missing > 0) {
            ended.merge(figure, missing, Long::sum);
          }
        });
    before.clear();
    before.putAll(sums);
    ended.forEach((figure, amount) -> sums.merge(figure, amount, Long::sum));
    return sums;
  }
}
