package io.brokerbench.runs;

import io.brokerbench.results.Promise;
import io.brokerbench.stored.StoredRun;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The properties that comparable runs share.
 *
 * @param tool the command
 * @param settings settings whose values separate runs
 * @param promise guarantee of an acknowledgement
 */
public record RunGroup(String tool, SortedMap<String, String> settings, Promise.Level promise) {

  /**
   * How the brokers of a cluster keep messages.
   *
   * @param replication how, or when, a message gets to the other brokers
   * @param flush when it gets to the disk
   */
  public record Mode(String replication, String flush) {

    /** The mode in settings; empty where the cluster has no such modes. */
    public static Optional<Mode> of(Map<String, String> settings) {
      String replication = settings.get("cluster.replication");
      String flush = settings.get("cluster.flush");
      return replication == null || flush == null
          ? Optional.empty()
          : Optional.of(new Mode(replication, flush));
    }
  }

  /** Groups runs into cells, in the order in which the cells first occur. */
  public static Map<RunGroup, List<StoredRun>> group(List<StoredRun> runs, Set<String> keys) {
    Map<RunGroup, List<StoredRun>> cells = new LinkedHashMap<>();
    for (StoredRun run : runs) {
      RunGroup cell = new RunGroup(run.tool(), Comparability.parting(run, keys), run.promise());
      cells.computeIfAbsent(cell, key -> new ArrayList<>()).add(run);
    }
    return cells;
  }

  /**
   * The runs of a cell whose figures are compared: those that are not INVALID, without those that a
   * signal cut short if another one was finished.
   */
  public static List<StoredRun> usable(List<StoredRun> cell) {
    List<StoredRun> usable = cell.stream().filter(StoredRun::usable).toList();
    List<StoredRun> finished = usable.stream().filter(run -> !run.cutShort()).toList();
    return finished.isEmpty() ? usable : finished;
  }

  /** Labels for display: tool, mode and the other settings in which these cells differ. */
  public static Map<RunGroup, String> labels(Collection<RunGroup> cells) {
    Map<String, List<RunGroup>> byName =
        cells.stream()
            .distinct()
            .collect(
                Collectors.groupingBy(RunGroup::name, LinkedHashMap::new, Collectors.toList()));
    Map<RunGroup, String> labels = new LinkedHashMap<>();
    byName.forEach((name, alike) -> alike.forEach(cell -> labels.put(cell, cell.label(alike))));
    return labels;
  }

  /** The tool, with replication/flush where the cluster has such modes. */
  private String name() {
    return Mode.of(settings)
        .map(mode -> tool + " " + mode.replication() + "/" + mode.flush())
        .orElse(tool);
  }

  private String label(List<RunGroup> alike) {
    StringBuilder label = new StringBuilder(name());
    Set<String> keys = new TreeSet<>();
    alike.forEach(cell -> keys.addAll(cell.settings.keySet()));
    for (String key : keys) {
      if (alike.stream().map(cell -> cell.value(key)).distinct().count() > 1) {
        label.append(' ').append(key).append('=').append(value(key));
      }
    }
    if (alike.stream().map(RunGroup::promise).distinct().count() > 1) {
      label.append(" (").append(promise.text()).append(')');
    }
    return label.toString();
  }

  private String value(String key) {
    return settings.getOrDefault(key, "(none)");
  }

  /** Whether the cells differ only in the guarantee of an acknowledgement. */
  public boolean differsInPromiseOnly(RunGroup other) {
    return tool.equals(other.tool)
        && settings.equals(other.settings)
        && !promise.equals(other.promise);
  }
}
