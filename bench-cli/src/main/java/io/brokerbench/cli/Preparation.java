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
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/**
 * A workload file with everything said on the command line, all of its cells checked: nothing has
 * been started.
 *
 * @param file as it was given
 * @param sections what the file says of its runs
 * @param matrix its matrix, with what the command line says of it
 * @param flags for the tool, whatever the cell
 * @param cells what is to be run, in the file's order
 */
record Preparation(
    Path file,
    ExperimentFile sections,
    Matrix matrix,
    List<String> flags,
    Map<MatrixCell, Experiment> cells) {

  private static final int MOST_RUNS = 1000;

  /** Settings that say where results go. */
  private static final String PLACES = "output.";

  /** What is decided for a run of a matrix or a search, whatever a person set. */
  private static final Set<String> PLACE = Set.of("name", "output.directory", "directory");

  /** The parameters that such a command has. */
  static void parameters(CommandSpec spec) {
    spec.addPositional(
        PositionalParamSpec.builder()
            .index("0")
            .paramLabel("FILE.yaml")
            .type(Path.class)
            .required(true)
            .description("The workload")
            .build());
    spec.addOption(
        OptionSpec.builder("--set")
            .type(List.class)
            .auxiliaryTypes(String.class)
            .paramLabel("KEY=VALUE")
            .description("Any setting, over the file's: duration=10s")
            .build());
    spec.addOption(
        OptionSpec.builder("--out")
            .type(String.class)
            .paramLabel("DIR")
            .description("Where result directories are made (results)")
            .build());
    spec.addOption(
        OptionSpec.builder("--repeat")
            .type(String.class)
            .paramLabel("N")
            .description("Runs of each cell, each on fresh brokers")
            .build());
    spec.addOption(
        OptionSpec.builder("--scale")
            .type(String.class)
            .paramLabel("SHARE")
            .description("A shorter look: times, rates and message counts times this, such as 0.1")
            .build());
  }

  /**
   * Reads and checks.
   *
   * @throws SettingsException with every problem there is
   */
  static Preparation of(ParsedCommand.Call call) throws SettingsException {
    ParseResult parsed = call.parsed();
    Path file = parsed.matchedPositional(0).getValue();
    ExperimentFile sections = ExperimentFile.read(file);
    Supplier<BenchCommand> tool = Tools.all().get(sections.tool());
    Set<String> problems = new LinkedHashSet<>();
    if (tool == null) {
      throw new SettingsException(
          List.of(
              String.format(
                  Locale.ROOT,
                  "%s: tool must be one of %s, got \"%s\"%s",
                  file,
                  String.join(", ", Tools.all().keySet()),
                  sections.tool(),
                  Settings.nearest(sections.tool(), Tools.all().keySet()))));
    }
    Matrix matrix = sections.matrix();
    String repeat = parsed.matchedOptionValue("--repeat", null);
    if (repeat != null) {
      matrix = matrix.withRepeat(repeat(repeat, problems));
    }
    matrix.excess().ifPresent(problems::add);
    if (!problems.isEmpty()) {
      throw new SettingsException(List.copyOf(problems));
    }
    List<String> flags = new ArrayList<>(List.of("--workload", file.toString()));
    String scale = parsed.matchedOptionValue("--scale", null);
    List<String> assignments = parsed.matchedOptionValue("--set", List.of());
    for (String assignment : assignments) {
      refuseFactor(assignment, matrix, problems);
      if (scale != null && key(assignment).equals("scale") && !assignment.endsWith("=" + scale)) {
        problems.add("--set: scale is another than --scale; give one of them");
      }
      flags.addAll(List.of("--set", assignment));
    }
    if (scale != null) {
      flags.addAll(List.of("--set", "scale=" + scale));
    }
    String directory = parsed.matchedOptionValue("--out", null);
    if (directory != null) {
      flags.addAll(List.of("--out", directory));
    }
    Map<MatrixCell, Experiment> cells = new LinkedHashMap<>();
    for (MatrixCell cell : matrix.cells()) {
      try {
        cells.put(cell, tool.get().check(all(flags, cell), call.environment()));
      } catch (SettingsException e) {
        problems.addAll(e.problems());
      }
    }
    cells.values().stream()
        .filter(
            cell -> !sections.matrix().equals(Matrix.NONE) && cell.workload().load().repeat() > 1)
        .findFirst()
        .ifPresent(
            cell -> problems.add("load.repeat cannot be set beside a matrix: use its repeat"));
    if (!problems.isEmpty()) {
      throw new SettingsException(List.copyOf(problems));
    }
    return new Preparation(file, sections, matrix, flags, cells);
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

  /** Flags of the tool for a cell, wherever results go. */
  private static List<String> all(List<String> flags, MatrixCell cell) {
    return Stream.concat(
            flags.stream(),
            cell.values().entrySet().stream()
                .flatMap(value -> Stream.of("--set", value.getKey() + "=" + value.getValue())))
        .toList();
  }

  /** Flags of the tool for a run of a cell. */
  List<String> flags(MatrixCell cell, Path directory) {
    List<String> all = new ArrayList<>();
    List<String> given = all(flags, cell);
    // They come in pairs.
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

  /** Where its directory is to be made. */
  Path parent() {
    return cells.values().iterator().next().workload().output().directory();
  }

  /** Whether it is a single run, whose result is a result directory. */
  boolean single() {
    return matrix.factors().isEmpty() && matrix.repeat() == 1;
  }

  /** The file's name without its ending: a part of the result directory's. */
  String name() {
    return file.getFileName()
        .toString()
        .replaceFirst("\\.ya?ml$", "")
        .replaceAll("[^A-Za-z0-9._-]", "_");
  }

  /**
   * The same for the same settings of all cells, however often they are run.
   *
   * @param more of what the runs are about
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
