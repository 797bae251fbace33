package io.brokerbench.find;

import io.brokerbench.figures.Resource;
import io.brokerbench.figures.RunFigure;
import java.util.Map;
import java.util.Set;

/** A named set of bounds for resources. */
public enum Preset {
  /**
   * Every resource has spare capacity. Resources whose utilization is unknown on this machine are
   * not judged, but named.
   */
  SAFE,
  /** The processors are at most 75 % busy, as recommended by EMQX's reference. */
  CPU_75;

  /** Maximum utilizations, as shares. */
  Map<RunFigure, Double> use() {
    return switch (this) {
      case SAFE ->
          Map.of(
              RunFigure.of(Resource.CPU), 0.75,
              RunFigure.of(Resource.IOWAIT), 0.3,
              RunFigure.of(Resource.MEMORY), 0.8,
              RunFigure.of(Resource.GC), 0.05,
              RunFigure.of(Resource.DISK), 0.8,
              RunFigure.of(Resource.NETWORK), 0.7);
      case CPU_75 -> Map.of(RunFigure.of(Resource.CPU), 0.75);
    };
  }

  /**
   * Resources whose bound applies only if their utilization is known: all of a preset with several,
   * none of a preset with one, which would otherwise judge nothing.
   */
  Set<RunFigure> ifKnown() {
    return use().size() == 1 ? Set.of() : use().keySet();
  }
}
