package io.brokerbench.find;

import io.brokerbench.document.Table;
import io.brokerbench.file.BadInputException;
import io.brokerbench.matrix.LoadTable;
import io.brokerbench.published.PublishedResults;
import io.brokerbench.published.Reference;
import io.brokerbench.stored.StoredRun;
import io.brokerbench.units.Text;
import io.brokerbench.units.Units;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** The console form of a search's findings. */
public final class FindTable {

  /** A run offers whole messages: its rate differs slightly from the one that was searched. */
  private static final double ROUNDING = 0.002;

  private FindTable() {}

  /**
   * The lines: every trial, the cost of each load, the load-latency curve, the rate, the conditions
   * that failed above it.
   */
  public static List<String> lines(SearchResult found, Optional<LoadTable> loads) {
    List<String> lines = new ArrayList<>(trials(found).lines());
    if (loads.isPresent()) {
      lines.add("");
      lines.add("cost of each load:");
      lines.addAll(loads.get().table("").lines());
    }
    if (!found.curve().isEmpty()) {
      lines.add("");
      lines.add("load and latency:");
      lines.addAll(curve(found).lines());
    }
    lines.add("");
    lines.add("highest sustainable rate: " + rate(found));
    lines.addAll(notes(found));
    loads.ifPresent(known -> lines.addAll(known.recommended()));
    return lines;
  }

  /**
   * The cost of each offered rate, from the results of the trials; a trial whose result is missing
   * has no row.
   *
   * @throws BadInputException if a result cannot be read
   */
  public static Optional<LoadTable> loads(Path directory, SearchResult found)
      throws BadInputException {
    SortedMap<Double, List<StoredRun>> byRate = new TreeMap<>();
    for (List<Trial> trials : List.of(found.probes(), found.curve())) {
      for (Trial trial : trials) {
        Path result = directory.resolve(trial.result());
        List<StoredRun> runs =
            byRate.computeIfAbsent(trial.offeredPerSecond(), rate -> new ArrayList<>());
        if (Files.isDirectory(result)) {
          StoredRun run = StoredRun.read(result);
          if (!runs.contains(run)) {
            runs.add(run);
          }
        }
      }
    }
    byRate.values().removeIf(List::isEmpty);
    return LoadTable.of(byRate);
  }

  /**
   * The trials that held the found rate, with what was published about the search.
   *
   * @throws BadInputException if a result cannot be read
   */
  public static PublishedResults published(Path directory, SearchResult found, Reference reference)
      throws BadInputException {
    List<StoredRun> runs = new ArrayList<>();
    for (Trial trial : found.probes()) {
      Path result = directory.resolve(trial.result());
      if (trial.sustained()
          && Math.abs(trial.offeredPerSecond() - found.lowPerSecond())
              <= ROUNDING * found.lowPerSecond()
          && Files.isDirectory(result)) {
        runs.add(StoredRun.read(result));
      }
    }
    Double high = found.highPerSecond();
    return new PublishedResults(
        reference,
        List.of(),
        Map.of(Map.of(), runs),
        Optional.of(
            new PublishedResults.Found(
                found.lowestPerSecond() / found.lowPerSecond(),
                high == null ? Double.POSITIVE_INFINITY : high / found.lowPerSecond(),
                found.confirmed(),
                found.limitedByGenerator())));
  }

  static Table trials(SearchResult found) {
    Table.Builder table = table("In the order in which they ran");
    found.probes().forEach(trial -> table.add(row(trial, trial.text())));
    return table.build();
  }

  /** The load-latency curve up to the found rate. */
  static Table curve(SearchResult found) {
    Table.Builder table = table("Load and latency up to the found rate");
    for (Trial point : found.curve()) {
      double load = point.offeredPerSecond();
      boolean knee = found.kneePerSecond() != null && found.kneePerSecond() == load;
      String last =
          Units.percent(load / found.lowPerSecond(), 0)
              + (knee ? ", knee" : "")
              + (point.unremarkable() ? "" : "; " + point.text());
      table.add(row(point, last));
    }
    return table.build();
  }

  private static Table.Builder table(String caption) {
    return Table.of(caption, "rrrrrl", "offered/s|achieved/s|response p50|p99|CPU|");
  }

  /**
   * Notes on the conditions that failed above the found rate, the limit, the load at the CPU bound,
   * rates without an answer and resources not judged.
   */
  static List<String> notes(SearchResult found) {
    List<String> lines = new ArrayList<>();
    if (!found.failedAbove().isEmpty()) {
      lines.add("failed above it: " + String.join("; ", found.failedAbove()));
    }
    if (found.limitedBy() != null) {
      lines.add("limited by " + found.limitedBy());
    }
    if (found.unanswered() != null) {
      found.unanswered().forEach(line -> lines.add("no answer at " + line));
    }
    if (found.secondsNeeded() != null) {
      lines.add(
          Text.of(
                  "some probes were too short to judge: measure for %d s or longer (load.duration), or widen",
                  found.secondsNeeded())
              + " the interval (find.width)");
    }
    if (found.atCpuBoundPerSecond() != null) {
      lines.add(
          Text.of(
              "CPU comes to its limit at %s/s, interpolated",
              Units.rate(found.atCpuBoundPerSecond())));
    }
    if (found.limitedByGenerator()) {
      lines.add("the generator was the limit, not the brokers: the rate says nothing of them");
    }
    if (!found.notJudged().isEmpty()) {
      lines.add(
          "not judged, because unknown on this machine: " + String.join(", ", found.notJudged()));
    }
    return lines;
  }

  static String rate(SearchResult found) {
    if (found.noneSustainable()) {
      return found.highPerSecond() == null
          ? "not known"
          : Text.of("none; not even %s/s is", Units.rate(found.highPerSecond()));
    }
    String confirmed =
        Text.of(
            "%s, %d probes",
            found.confirmed() ? "confirmed" : "not confirmed", found.probes().size());
    return found.highPerSecond() == null
        ? Text.of(
            "at least %s/s, no upper end found, %s", Units.rate(found.lowPerSecond()), confirmed)
        : Text.of(
            "%s/s [%s, %s], %s",
            Units.rate(found.lowPerSecond()),
            Units.rate(found.lowestPerSecond()),
            Units.rate(found.highPerSecond()),
            confirmed);
  }

  private static String[] row(Trial trial, String last) {
    Double achieved = trial.achievedPerSecond();
    Double cpu = trial.cpuShare();
    return new String[] {
      Units.rate(trial.offeredPerSecond()),
      achieved == null ? "n/a" : Units.rate(achieved),
      Units.nanos(trial.responseP50Nanos()),
      Units.nanos(trial.responseP99Nanos()),
      cpu == null ? "n/a" : Units.percent(cpu, 0),
      last
    };
  }
}
