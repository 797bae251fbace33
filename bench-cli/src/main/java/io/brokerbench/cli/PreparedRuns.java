package io.brokerbench.cli;

import io.brokerbench.command.BenchCommand;
import io.brokerbench.matrix.Matrix;
import io.brokerbench.matrix.MatrixCell;
import io.brokerbench.run.Experiment;
import io.brokerbench.sections.ExperimentFile;
import io.brokerbench.workload.Settings;
import io.brokerbench.workload.SettingsException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * A workload file combined with the command line, with all cells checked and nothing started.
 *
 * @param file path as given by the user
 * @param sections sections of the file that are not settings
 * @param matrix matrix of the file, modified by the command line
 * @param flags flags of the tool for all cells
 * @param cells cells to run, in the file's order
 */
record PreparedRuns(
    Path file,
    ExperimentFile sections,
    Matrix matrix,
    List<String> flags,
    Map<MatrixCell, Experiment> cells) {

  private static final int MOST_RUNS = 1000;

  /** Prefix of the settings of the location of results. */
  private static final String PLACES = "output.";

  /** Settings that a matrix or a search determines for its runs, overriding the user. */
  private static final Set<String> PLACE = Set.of("name", "output.directory", "directory");

  /**
   * Reads and checks the workload file and the command line.
   *
   * @param environment environment variables of the process
   * @throws SettingsException with all problems
   */
  static PreparedRuns of(RunArguments arguments, Map<String, String> environment)
      throws SettingsException {
    Path file = arguments.file();
    ExperimentFile sections = ExperimentFile.read(file);
    Supplier<BenchCommand> tool = MeasuringCommands.all().get(sections.tool());
    Set<String> problems = new LinkedHashSet<>();
    if (tool == null) {
      throw new SettingsException(
          List.of(
              String.format(
                  Locale.ROOT,
                  "%s: tool must be one of %s, got \"%s\"%s",
                  file,
                  String.join(", ", MeasuringCommands.all().keySet()),
                  sections.tool(),
                  Settings.nearest(sections.tool(), MeasuringCommands.all().keySet()))));
    }
    Matrix matrix = sections.matrix();
    String repeat = arguments.repeat();
    if (repeat != null) {
      matrix = matrix.withRepeat(repeat(repeat, problems));
    }
    matrix.excess().ifPresent(problems::add);
    if (!problems.isEmpty()) {
      throw new SettingsException(List.copyOf(problems));
    }
    List<String> flags = new ArrayList<>(List.of("--workload", file.toString()));
    String scale = arguments.scale();
    for (String assignment : arguments.assignments()) {
      refuseFactor(assignment, matrix, problems);
      if (scale != null && key(assignment).equals("scale") && !assignment.endsWith("=" + scale)) {
        problems.add("--set: scale is another than --scale; give one of them");
      }
      flags.addAll(List.of("--set", assignment));
    }
    if (scale != null) {
      flags.addAll(List.of("--set", "scale=" + scale));
    }
    String directory = arguments.out();
    if (directory != null) {
      flags.addAll(List.of("--out", directory));
    }
    Map<MatrixCell, Experiment> cells = new LinkedHashMap<>();
    for (MatrixCell cell : matrix.cells()) {
      try {
        cells.put(cell, tool.get().check(all(flags, cell), environment));
      } catch (SettingsException e) {
        problems.addAll(e.problems());
      }
    }
    cells.values().stream()
        .filter(
            cell -> !sections.matrix().equals(Matrix.NONE) && cell.workload().load().repeat() > 1)
        .findFirst()
        .ifPresent(cell -> problems.add("load.repeat cannot be set with a matrix: use its repeat"));
    if (!problems.isEmpty()) {
      throw new SettingsException(List.copyOf(problems));
    }
    return new PreparedRuns(file, sections, matrix, flags, cells);
  }

  private static int repeat(String text, Set<String> problems) {
    try {
      int repeat = Integer.parseInt(text);
      if (repeat >= 1 && repeat <= MOST_RUNS) {
        return repeat;
      }
    } catch (NumberFormatException e) {
      // falls through to the one message for both
    }
    problems.add(
        String.format(
            Locale.ROOT,
            "--repeat: must be a whole number from 1 to %,d, got \"%s\"",
            MOST_RUNS,
            text));
    return 1;
  }

  private static void refuseFactor(String assignment, Matrix matrix, Set<String> problems) {
    String key = key(assignment);
    matrix.factors().keySet().stream()
        .filter(factor -> last(factor).equals(last(key)))
        .findFirst()
        .ifPresent(
            factor ->
                problems.add(
                    String.format(
                        Locale.ROOT, "--set: %s is a factor of the file's matrix", factor)));
  }

  private static String key(String assignment) {
    return assignment.replaceFirst("(?s)=.*", "").strip();
  }

  private static String last(String key) {
    return key.substring(key.lastIndexOf('.') + 1);
  }

  /** Flags of the tool for a cell, without regard to the location of results. */
  private static List<String> all(List<String> flags, MatrixCell cell) {
    return Stream.concat(
            flags.stream(),
            cell.values().entrySet().stream()
                .flatMap(value -> Stream.of("--set", value.getKey() + "=" + value.getValue())))
        .toList();
  }

  /** Flags of the tool for a run of a cell whose results go to a directory. */
  List<String> flags(MatrixCell cell, Path directory) {
    List<String> all = new ArrayList<>();
    List<String> given = all(flags, cell);
    // Flags come in pairs.
    for (int i = 0; i < given.size(); i += 2) {
      boolean place =
          given.get(i).equals("--out")
              || (given.get(i).equals("--set") && PLACE.contains(key(given.get(i + 1))));
      if (!place) {
        all.addAll(given.subList(i, i + 2));
      }
    }
    all.addAll(List.of("--name", cell.name(), "--out", directory.toString()));
    return all;
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
          SortedMap<String, String> settings = new TreeMap<>(experiment.settings());
          settings.keySet().removeIf(key -> key.startsWith(PLACES));
          text.append(cell).append(settings);
        });
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("SHA-256")
                  .digest(text.toString().getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JVM has SHA-256", e);
    }
  }
}
