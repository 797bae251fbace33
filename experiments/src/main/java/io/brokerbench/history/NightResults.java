package io.brokerbench.history;

import io.brokerbench.doctor.CheckupJson;
import io.brokerbench.figures.RunFigure;
import io.brokerbench.figures.RunFigure.Use;
import io.brokerbench.file.BadInputException;
import io.brokerbench.jmh.JmhFile;
import io.brokerbench.results.history.SeriesNight;
import io.brokerbench.results.history.SeriesNight.NightFigure;
import io.brokerbench.run.Experiment;
import io.brokerbench.runs.Comparability;
import io.brokerbench.runs.Difference;
import io.brokerbench.runs.RunGroup;
import io.brokerbench.statistics.Repeats;
import io.brokerbench.stored.EnvironmentFacts;
import io.brokerbench.stored.RunSet;
import io.brokerbench.stored.RunsDirectory;
import io.brokerbench.stored.StoredRun;
import io.brokerbench.units.Text;
import io.brokerbench.workload.SettingsException;
import io.brokerbench.workload.SettingsReader;
import io.brokerbench.workload.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The results of a night as nights of their series. */
public final class NightResults {

  private static final String DRIVER = "driver";

  /** What a driver of several brokers measures, which a comparison may put side by side. */
  private static final String BROKER = "cluster.broker";

  private static final String IN_MEMORY = "memory";
  private static final long BYTES_PER_GIB = 1L << 30;

  private NightResults() {}

  /**
   * Adds the results of a night to a history, with those of its control cell, the ceilings of its
   * machine and its microbenchmarks.
   *
   * @param results a result directory, or a directory of them such as a night's
   * @return what was added and what was not, one line each
   * @throws BadInputException if the results cannot be read, are not finished, or are there with
   *     other figures
   * @throws IOException if a file cannot be written
   */
  public static List<String> add(Path results, HistoryStore store)
      throws BadInputException, IOException {
    if (RunsDirectory.fileName(results).endsWith(RunsDirectory.INCOMPLETE)) {
      throw new BadInputException(
          Text.of("%s is not finished; resume it, and add it then", results));
    }
    RunSet runs = RunSet.read(results);
    Instant start = start(runs);
    List<String> lines = new ArrayList<>(leftOut(runs));
    List<SeriesNight> nights = new ArrayList<>(of(runs, start, results));
    Path control = results.resolve(RunsDirectory.CONTROL);
    if (Files.isDirectory(control)) {
      try {
        RunSet controls = RunSet.read(control);
        lines.addAll(leftOut(controls));
        nights.addAll(of(controls, start, results));
      } catch (BadInputException e) {
        lines.add("left out: the control cell: " + e.getMessage());
      }
    }
    for (SeriesNight night : nights) {
      lines.add(store.add(night));
    }
    // The changes of a night are explained by the ceilings of the same night.
    Path ceilings = control.resolve(CheckupJson.OF_NIGHT);
    lines.addAll(
        imported("the ceilings of the machine", ceilings, Optional.of(start), start, store));
    Path microbenchmarks = results.resolve(JmhFile.OF_NIGHT);
    lines.addAll(imported("the microbenchmarks", microbenchmarks, Optional.empty(), start, store));
    return lines;
  }

  /**
   * Adds what was measured before the runs of a night, if it was.
   *
   * @param stated its night; empty for its own time
   * @param usual its night if it does not say its time
   */
  private static List<String> imported(
      String what, Path file, Optional<Instant> stated, Instant usual, HistoryStore store)
      throws IOException {
    if (!Files.exists(file)) {
      return List.of();
    }
    try {
      return ImportedResults.add(List.of(file), stated, Optional.of(usual), store);
    } catch (BadInputException e) {
      return List.of(Text.of("left out: %s: %s", what, e.getMessage()));
    }
  }

  private static Instant start(RunSet runs) {
    return runs.runs().stream()
        .map(run -> run.result().startedAt().truncatedTo(ChronoUnit.SECONDS))
        .min(Instant::compareTo)
        .orElseThrow();
  }

  private static List<String> leftOut(RunSet runs) {
    return runs.runs().stream()
        .filter(run -> !counts(run))
        .map(run -> "left out: " + run.nameWithReasons())
        .toList();
  }

  private static boolean counts(StoredRun run) {
    return run.usable() && !run.cutShort();
  }

  /**
   * @param night the start of the night
   * @param results the directory of the night
   */
  private static List<SeriesNight> of(RunSet runs, Instant night, Path results)
      throws BadInputException {
    List<StoredRun> usable = runs.runs().stream().filter(NightResults::counts).toList();
    if (usable.isEmpty()) {
      throw new BadInputException(Text.of("%s: no finished run is valid or suspect", runs.path()));
    }
    Set<String> keys = new TreeSet<>(Comparability.partingKeys(usable));
    keys.add(BROKER);
    Map<RunGroup, List<StoredRun>> cells = RunGroup.group(usable, keys);
    Map<RunGroup, String> labels = RunGroup.labels(cells.keySet());
    List<SeriesNight> nights = new ArrayList<>();
    for (Map.Entry<RunGroup, List<StoredRun>> cell : cells.entrySet()) {
      String label = Objects.requireNonNull(labels.get(cell.getKey()));
      Difference.refuseMixture(runs, label, cell.getValue());
      StoredRun first = cell.getValue().get(0);
      nights.add(
          new SeriesNight(
              SeriesNight.SCHEMA_VERSION,
              night,
              fingerprint(cell.getKey(), first),
              label,
              IN_MEMORY.equals(first.settings().get(DRIVER)),
              RunsDirectory.fileName(results),
              facts(first),
              figures(cell.getValue())));
    }
    return nights;
  }

  /**
   * What nights of a series share. Settings at their defaults are left out, so that a release with
   * a new setting continues its series. The JVM is that of the generator, without its update: that
   * may change, and is a fact.
   */
  private static String fingerprint(RunGroup cell, StoredRun run) {
    SortedMap<String, String> environment = run.environment();
    List<String> parts = new ArrayList<>(List.of(cell.tool(), cell.promise().text()));
    SettingsReader defaults = defaults(cell.settings().getOrDefault(DRIVER, ""));
    cell.settings()
        .forEach(
            (key, value) -> {
              if (key.equals(DRIVER) || !value.equals(defaults.peek(key))) {
                parts.add(key + "=" + value);
              }
            });
    parts.add(environment.get(EnvironmentFacts.HOST_CPU));
    parts.add(environment.get(EnvironmentFacts.HOST_PROCESSORS));
    parts.add(memoryClass(environment.get(EnvironmentFacts.HOST_MEMORY)));
    parts.add(feature(environment.get(EnvironmentFacts.GENERATOR_JVM)));
    parts.add(environment.get(EnvironmentFacts.GENERATOR_JVM_VENDOR));
    return HistoryStore.fingerprint(parts);
  }

  /** The defaults of this release, with those of the driver and its clusters if it is installed. */
  private static SettingsReader defaults(String driver) {
    SettingsReader defaults = Workload.defaults().set(DRIVER, driver, DRIVER);
    try {
      Experiment.addDefaults(defaults);
    } catch (SettingsException e) {
      // All settings of a driver that is not installed count.
    }
    return defaults;
  }

  /**
   * The next power of two of GiB that holds the memory: kernels and graphics keep a little more or
   * less of a machine's for themselves, and no machine has a little more than a power of two.
   */
  static String memoryClass(@Nullable String bytes) {
    if (bytes == null) {
      return "";
    }
    long below = (Long.parseLong(bytes) - 1) / BYTES_PER_GIB;
    return Long.toString(Long.highestOneBit(2 * below + 1));
  }

  static String feature(@Nullable String version) {
    return version == null ? "" : version.split("[.+-]", 2)[0];
  }

  /**
   * The facts that the fingerprint leaves open, settings of the cluster other than defaults among
   * them, and the hardware, by which control cells are found.
   */
  private static SortedMap<String, String> facts(StoredRun run) {
    SortedMap<String, String> facts = new TreeMap<>(run.environment());
    facts.remove(EnvironmentFacts.GENERATOR_JVM_VENDOR);
    SettingsReader defaults = defaults(run.settings().getOrDefault(DRIVER, ""));
    SortedMap<String, String> cluster = Comparability.ofImplementation(run);
    cluster.remove(BROKER);
    String version = cluster.remove("cluster.version");
    cluster.forEach(
        (key, value) -> {
          if (!value.equals(defaults.peek(key))) {
            facts.put(key, value);
          }
        });
    if (version != null) {
      facts.putIfAbsent(EnvironmentFacts.BROKER_RELEASE, version);
    }
    return facts;
  }

  /** The figures that are one metric in all runs. */
  private static SortedMap<String, NightFigure> figures(List<StoredRun> runs) {
    SortedMap<String, NightFigure> figures = new TreeMap<>();
    for (RunFigure figure : RunFigure.compared()) {
      List<String> labels = figure.labels(runs);
      if (labels.size() == 1) {
        figures.put(figure.name(Use.COMPARE), figure(labels.get(0), figure.of(runs), null));
      }
    }
    return figures;
  }

  /** A figure of a night, with its unit if another tool measured it. */
  static NightFigure figure(String label, Repeats repeats, @Nullable String unit) {
    Double varianceLog = repeats.spread() ? repeats.varianceLog() : null;
    return new NightFigure(label, repeats.size(), repeats.mean(), varianceLog, unit);
  }
}
