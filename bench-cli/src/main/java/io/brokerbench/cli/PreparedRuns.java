package io.brokerbench.cli;

import io.brokerbench.clock.Clock;
import io.brokerbench.command.BenchCommand;
import io.brokerbench.command.ExitCode;
import io.brokerbench.command.LivePages;
import io.brokerbench.command.Reporting;
import io.brokerbench.file.BadInputException;
import io.brokerbench.file.HeldDirectory;
import io.brokerbench.matrix.Budget;
import io.brokerbench.matrix.Matrix;
import io.brokerbench.matrix.MatrixCell;
import io.brokerbench.matrix.MatrixDirectory;
import io.brokerbench.matrix.MatrixRun;
import io.brokerbench.results.RunFile;
import io.brokerbench.run.Experiment;
import io.brokerbench.run.RunEstimate;
import io.brokerbench.sections.ExperimentFile;
import io.brokerbench.tools.MeasuringCommands;
import io.brokerbench.units.Text;
import io.brokerbench.workload.Output;
import io.brokerbench.workload.Requirements;
import io.brokerbench.workload.Settings;
import io.brokerbench.workload.SettingsException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A workload file combined with the command line, with all cells checked and nothing started.
 *
 * @param file path as given by the user
 * @param sections sections of the file that are not settings
 * @param matrix matrix of the file, modified by the command line
 * @param flags flags of the tool for all cells
 * @param live whether a page follows the runs
 * @param cells cells to run, in the file's order
 */
record PreparedRuns(
    Path file,
    ExperimentFile sections,
    Matrix matrix,
    List<String> flags,
    boolean live,
    Map<MatrixCell, Experiment> cells) {

  private static final int MOST_RUNS = 1000;
  private static final List<String> SCALES = List.of("scale", "scale.clients", "scale.time");

  /** What flags behind {@code --} cannot determine, because the command does. */
  private static final List<String> DETERMINED =
      List.of(
          "name",
          "output.directory",
          "load.repeat",
          "--workload",
          Reporting.JSON,
          Reporting.LIVE,
          "--help");

  /**
   * Reads and checks the workload file and the command line.
   *
   * @param out directory for results as given by the user; null for that of the settings
   * @throws SettingsException with all problems
   */
  static PreparedRuns of(RunArguments arguments, @Nullable String out, ParsedCommand.Call call)
      throws SettingsException {
    Path file = arguments.file;
    Set<String> problems = new LinkedHashSet<>();
    ExperimentFile sections = sections(arguments, problems);
    Matrix matrix = sections.matrix();
    String repeat = arguments.cells.repeat;
    if (repeat != null) {
      matrix = matrix.withRepeat(repeat(repeat, problems));
    }
    matrix.excess().ifPresent(problems::add);
    refuse(problems);
    List<MatrixCell> cells = matrix.cells();
    for (MatrixCell cell : cells) {
      refuseDetermined(tool(sections, cell).determined(arguments.flags), matrix, problems);
      for (String flag : call.flags()) {
        for (String key : tool(sections, cell).determined(List.of(flag))) {
          refuseFactor(key(flag), key, matrix, problems);
        }
      }
    }
    if (!matrix.equals(Matrix.NONE)
        && call.flags().stream().anyMatch(flag -> key(flag).equals(Reporting.JSON))) {
      problems.add(
          Text.of(
              "%s: has the result of one run, not of a matrix; each is in its directory, as %s",
              Reporting.JSON, RunFile.NAME));
    }
    List<String> flags = new ArrayList<>(List.of("--workload", file.toString()));
    if (out != null) {
      flags.addAll(List.of("--out", out));
    }
    call.flags().stream().filter(flag -> !isLive(flag)).forEach(flags::add);
    flags.addAll(arguments.flags);
    for (String requirement : arguments.cells.requirements) {
      String key = Requirements.PREFIX + key(requirement);
      refuseFactor(BenchCommand.REQUIRE, key, matrix, problems);
      flags.addAll(List.of(BenchCommand.REQUIRE, requirement));
    }
    String scale = arguments.cells.scale;
    for (String assignment : arguments.assignments) {
      refuseFactor("--set", key(assignment), matrix, problems);
      if (scale != null && key(assignment).equals("scale") && !assignment.endsWith("=" + scale)) {
        problems.add("--set: scale is another than --scale; give one of them");
      }
      flags.addAll(List.of("--set", assignment));
    }
    if (scale != null) {
      flags.addAll(List.of("--set", "scale=" + scale));
    }
    // Without these the cells would have further problems that follow from them.
    refuse(problems);
    Map<MatrixCell, Experiment> experiments = new LinkedHashMap<>();
    for (MatrixCell cell : cells) {
      try {
        experiments.put(
            cell, tool(sections, cell).check(with(flags, cell.settings()), call.environment()));
      } catch (SettingsException e) {
        problems.addAll(e.problems());
      }
    }
    if (experiments.values().stream().anyMatch(each -> each.workload().load().repeat() > 1)) {
      if (!sections.matrix().equals(Matrix.NONE)) {
        problems.add("load.repeat cannot be set with a matrix: use its repeat");
      } else if (repeat != null) {
        problems.add("--repeat: load.repeat is more than 1 already; give one of them");
      }
    }
    refuseSame(experiments, problems);
    refuse(problems);
    boolean live = call.flags().stream().anyMatch(PreparedRuns::isLive);
    return new PreparedRuns(file, sections, matrix, flags, live, experiments);
  }

  /** Refuses a scale at which cells no longer differ. */
  private static void refuseSame(Map<MatrixCell, Experiment> experiments, Set<String> problems) {
    Map<Map<String, String>, MatrixCell> known = new HashMap<>();
    experiments.forEach(
        (cell, experiment) -> {
          Map<String, String> meanings = new TreeMap<>(experiment.meanings());
          meanings.put(MatrixCell.TOOL, cell.values().getOrDefault(MatrixCell.TOOL, ""));
          MatrixCell same = known.putIfAbsent(meanings, cell);
          if (same != null && SCALES.stream().anyMatch(key -> isScaled(meanings, key))) {
            problems.add(
                Text.of(
                    "scale: the cells %s and %s are the same at this scale; scale.clients and"
                        + " scale.time keep the share of each client",
                    same.label(), cell.label()));
          }
        });
  }

  private static boolean isLive(String flag) {
    return key(flag).equals(Reporting.LIVE);
  }

  private static boolean isScaled(Map<String, String> meanings, String key) {
    return Double.parseDouble(meanings.getOrDefault(key, "1")) != 1;
  }

  private static void refuse(Set<String> problems) throws SettingsException {
    if (!problems.isEmpty()) {
      throw new SettingsException(List.copyOf(problems));
    }
  }

  /** The sections of the file, with the tool of the command line; all tools in them exist. */
  private static ExperimentFile sections(RunArguments arguments, Set<String> problems)
      throws SettingsException {
    ExperimentFile sections = ExperimentFile.read(arguments.file);
    List<String> factor = sections.matrix().factors().get(MatrixCell.TOOL);
    String tool = arguments.tool;
    if (tool == null) {
      List<String> tools = factor == null ? List.of(sections.tool()) : factor;
      tools.forEach(each -> requireTool(each, arguments.file.toString(), problems));
    } else if (factor == null) {
      requireTool(tool, "--tool", problems);
    } else {
      refuseFactor("--tool", MatrixCell.TOOL, sections.matrix(), problems);
    }
    refuse(problems);
    return tool == null ? sections : sections.withTool(tool);
  }

  private static void requireTool(String tool, String origin, Set<String> problems) {
    try {
      MeasuringCommands.of(tool, origin);
    } catch (SettingsException e) {
      problems.addAll(e.problems());
    }
  }

  private static int repeat(String text, Set<String> problems) {
    try {
      return (int) Settings.wholeNumber(text, 1, MOST_RUNS);
    } catch (IllegalArgumentException e) {
      problems.add("--repeat: " + e.getMessage());
      return 1;
    }
  }

  /** Refuses what the flags of the tool determine, but the matrix or the command does. */
  private static void refuseDetermined(List<String> keys, Matrix matrix, Set<String> problems) {
    for (String key : keys) {
      refuseFactor("behind --", key, matrix, problems);
      DETERMINED.stream()
          .filter(each -> each.equals(key) || each.endsWith("." + key))
          .map(each -> Text.of("%s: cannot be given behind --, for every run", each))
          .forEach(problems::add);
    }
  }

  private static void refuseFactor(String origin, String key, Matrix matrix, Set<String> problems) {
    matrix.factors().keySet().stream()
        .filter(factor -> same(factor, key))
        .map(factor -> Text.of("%s: %s is a factor of the file's matrix", origin, factor))
        .forEach(problems::add);
  }

  private static String key(String assignment) {
    return assignment.replaceFirst("(?s)=.*", "").strip();
  }

  /** Whether two keys may be the same setting: either may be abbreviated to its last part. */
  private static boolean same(String one, String other) {
    return one.equals(other) || one.endsWith("." + other) || other.endsWith("." + one);
  }

  /** Whether the command line sets a setting, rather than the file. */
  boolean isDetermined(String key) {
    return tool(sections, cells.keySet().iterator().next()).determined(flags).stream()
        .anyMatch(each -> same(each, key));
  }

  private static BenchCommand tool(ExperimentFile sections, MatrixCell cell) {
    return Objects.requireNonNull(
            MeasuringCommands.all().get(cell.tool().orElseGet(sections::tool)))
        .get();
  }

  private static List<String> with(List<String> flags, Map<String, String> settings) {
    return Stream.concat(
            flags.stream(),
            settings.entrySet().stream()
                .flatMap(value -> Stream.of("--set", value.getKey() + "=" + value.getValue())))
        .toList();
  }

  /**
   * The arguments of the launcher for a run of a cell whose results go to a directory. The last
   * settings take precedence over those of the user.
   */
  List<String> arguments(MatrixCell cell, Path directory) {
    Map<String, String> settings = new LinkedHashMap<>(cell.settings());
    settings.put("name", cell.name());
    settings.put("output.directory", directory.toString());
    List<String> arguments = new ArrayList<>(List.of(cell.tool().orElseGet(sections::tool)));
    arguments.addAll(with(flags, settings));
    return arguments;
  }

  /**
   * The pages of these runs, if they are asked for.
   *
   * @throws BadInputException if they cannot be shown
   * @throws IOException if this machine has no loopback address
   */
  LivePages pages() throws BadInputException, IOException {
    return LivePages.of(live, parent());
  }

  /** Whether a run that is SUSPECT is as good as a VALID one. */
  boolean acceptsSuspect() {
    return flags.stream()
        .anyMatch(flag -> flag.equals(Reporting.ACCEPT) || flag.startsWith(Reporting.ACCEPT + "="));
  }

  /** Flags of the tool for all cells, with secrets hidden. */
  String shownFlags() {
    return String.join(" ", tool(sections, cells.keySet().iterator().next()).shown(flags));
  }

  /** Performs the single run in this process. */
  ExitCode run(ParsedCommand.Call call) {
    List<String> all = new ArrayList<>(flags);
    if (live) {
      all.add(Reporting.LIVE);
    }
    return tool(sections, cells.keySet().iterator().next())
        .execute(all, call.environment(), call.out(), call.err());
  }

  /**
   * The latest unfinished directory of the same runs, or a new one.
   *
   * @param more further input to the {@link #identity}
   * @throws IOException if it cannot be created
   */
  Path resumeOrCreate(String more) throws IOException {
    return MatrixDirectory.resumeOrCreate(
            parent(),
            name(),
            identity(more),
            List.copyOf(cells.keySet()),
            sections.reference(),
            Clock.system().now())
        .path();
  }

  /** The directory of the matrix that this process holds. */
  MatrixDirectory directory(HeldDirectory held) {
    return new MatrixDirectory(held.path(), List.copyOf(cells.keySet()), sections.reference());
  }

  /** The runs that are missing in that directory, as far as there is time. */
  MatrixRun missing(HeldDirectory held, MatrixRun.Runner runner, Budget budget, PrintStream out) {
    return new MatrixRun(matrix, directory(held), runner, out, Clock.system()::now, budget);
  }

  RunEstimate estimate() {
    return RunEstimate.sum(cells.values().stream().map(RunEstimate::of).toList())
        .times(matrix.repeat());
  }

  /** The parent of the directory to create. */
  Path parent() {
    return cells.values().iterator().next().workload().output().directory();
  }

  /** Whether this is a single run, whose result is a result directory. */
  boolean single() {
    return matrix.factors().isEmpty() && matrix.repeat() == 1;
  }

  /** The file's name without its extension, used in the name of the result directory. */
  String name() {
    return file.getFileName()
        .toString()
        .replaceFirst("\\.ya?ml$", "")
        .replaceAll("[^A-Za-z0-9._-]", "_");
  }

  /**
   * A hash of the settings of all cells, independent of the number of repeats.
   *
   * @param more further input to the hash
   */
  String identity(String more) {
    StringBuilder text = new StringBuilder(sections.tool()).append(matrix.seed()).append(more);
    cells.forEach(
        (cell, experiment) -> {
          SortedMap<String, String> settings = new TreeMap<>(experiment.settings().values());
          settings.keySet().removeIf(Output::isKey);
          // Figures do not depend on it, and the flag -p gives it another number each time.
          settings.remove("consume.group");
          text.append(cell).append(settings);
        });
    return Text.sha256(text.toString());
  }
}
