package io.brokerbench.cli;

import io.brokerbench.stored.StoredRun;
import io.brokerbench.stored.StoredRun.PromiseKept;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What like runs have in common.
 *
 * @param tool the command
 * @param settings those that make runs unlike
 * @param promise what an acknowledgement meant
 */
record Cell(String tool, SortedMap<String, String> settings, PromiseKept promise) {

  /** Puts runs into cells, in the order in which cells first occur. */
  static Map<Cell, List<StoredRun>> group(List<StoredRun> runs, Set<String> keys) {
    Map<Cell, List<StoredRun>> cells = new LinkedHashMap<>();
    for (StoredRun run : runs) {
      Cell cell = new Cell(run.tool(), Likeness.parting(run, keys), run.promise());
      cells.computeIfAbsent(cell, key -> new ArrayList<>()).add(run);
    }
    return cells;
  }

  /** Names for people: tool and mode, and what else tells a cell from another of these. */
  static Map<Cell, String> labels(Collection<Cell> cells) {
    Map<String, List<Cell>> byName =
        cells.stream()
            .distinct()
            .collect(Collectors.groupingBy(Cell::name, LinkedHashMap::new, Collectors.toList()));
    Map<Cell, String> labels = new LinkedHashMap<>();
    byName.forEach((name, alike) -> alike.forEach(cell -> labels.put(cell, cell.label(alike))));
    return labels;
  }

  /** Tool, replication/flush where the cluster has such modes. */
  private String name() {
    String replication = settings.get("cluster.replication");
    String flush = settings.get("cluster.flush");
    return replication == null || flush == null ? tool : tool + " " + replication + "/" + flush;
  }

  private String label(List<Cell> alike) {
    StringBuilder label = new StringBuilder(name());
    Set<String> keys = new TreeSet<>();
    alike.forEach(cell -> keys.addAll(cell.settings.keySet()));
    for (String key : keys) {
      if (alike.stream().map(cell -> cell.value(key)).distinct().count() > 1) {
        label.append(' ').append(key).append('=').append(value(key));
      }
    }
    if (alike.stream().map(Cell::promise).distinct().count() > 1) {
      label.append(" (").append(promise.text()).append(')');
    }
    return label.toString();
  }

  private String value(String key) {
    return settings.getOrDefault(key, "(none)");
  }

  /** Whether only what was promised tells it from the other. */
  boolean differsInPromiseOnly(Cell other) {
    return tool.equals(other.tool)
        && settings.equals(other.settings)
        && !promise.equals(other.promise);
  }
}
