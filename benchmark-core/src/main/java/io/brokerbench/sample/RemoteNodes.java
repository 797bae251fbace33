package io.brokerbench.sample;

import io.brokerbench.results.Resources.SourceUse;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Nodes whose figures others report: brokers and workers on other machines. Thread-safe. */
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

  /** These nodes and others, whose names differ. */
  default RemoteNodes and(RemoteNodes others) {
    RemoteNodes these = this;
    return new RemoteNodes() {
      @Override
      public Map<String, NodeFigures> latest() {
        Map<String, NodeFigures> all = new LinkedHashMap<>(these.latest());
        all.putAll(others.latest());
        return all;
      }

      @Override
      public void restart() {
        these.restart();
        others.restart();
      }

      @Override
      public List<SourceUse> uses() {
        return Stream.concat(these.uses().stream(), others.uses().stream()).toList();
      }
    };
  }
}
