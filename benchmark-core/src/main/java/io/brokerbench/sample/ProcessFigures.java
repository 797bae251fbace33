package io.brokerbench.sample;

import io.brokerbench.results.ProcessFigure;
import io.brokerbench.results.Resources.Role;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Resource use of a process at one moment. Immutable.
 *
 * @param role in the run
 * @param values counters since the start of the process and current levels, in the units of {@link
 *     ProcessFigure}; without figures that are unknown
 */
public record ProcessFigures(Role role, Map<ProcessFigure, Long> values) {

  public ProcessFigures {
    values = Map.copyOf(values);
  }

  /** A figure; null if it is unknown. */
  public @Nullable Long value(ProcessFigure figure) {
    return values.get(figure);
  }

  /** Growth of a counter since an earlier sample; null if it is unknown in either. */
  public @Nullable Long since(ProcessFigures begin, ProcessFigure counter) {
    Long from = begin.value(counter);
    Long to = value(counter);
    return from == null || to == null ? null : Long.valueOf(to - from);
  }
}
