package io.brokerbench.sample;

import io.brokerbench.results.Resources.SourceUse;
import java.util.List;
import java.util.Map;

/** Nodes whose figures others report: brokers and workers on other machines. Thread-safe. */
@FunctionalInterface
public interface RemoteNodes {

  RemoteNodes NONE = Map::of;

  /** The latest figures by name of the node, without nodes that report none at present. */
  Map<String, NodeFigures> latest();

  /** Starts {@link #uses} anew, because the measured time begins. */
  default void restart() {}

  /** How the sources of the figures were used since the last {@link #restart}; none by default. */
  default List<SourceUse> uses() {
    return List.of();
  }
}
