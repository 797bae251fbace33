package io.brokerbench.sample;

import io.brokerbench.results.Resources.SourceUse;
import java.util.List;
import java.util.Map;

/** Nodes of the cluster whose figures others report. Thread-safe. */
public interface RemoteNodes {

  /** No nodes. */
  RemoteNodes NONE =
      new RemoteNodes() {
        @Override
        public Map<String, NodeFigures> latest() {
          return Map.of();
        }

        @Override
        public void restart() {}

        @Override
        public List<SourceUse> uses() {
          return List.of();
        }
      };

  /** The latest figures by name of the node, without nodes that report none at present. */
  Map<String, NodeFigures> latest();

  /** Starts {@link #uses} anew, because the measured time begins. */
  void restart();

  /** How the sources of the figures were used since the last {@link #restart}. */
  List<SourceUse> uses();
}
