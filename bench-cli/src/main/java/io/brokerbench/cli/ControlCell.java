package io.brokerbench.cli;

import io.brokerbench.command.BenchCommand;
import io.brokerbench.command.ExitCode;
import io.brokerbench.file.BadInputException;
import io.brokerbench.file.HeldDirectory;
import io.brokerbench.matrix.Matrix;
import io.brokerbench.matrix.MatrixCell;
import io.brokerbench.matrix.MatrixDirectory;
import io.brokerbench.matrix.MatrixRun;
import io.brokerbench.run.Experiment;
import io.brokerbench.stored.RunsDirectory;
import io.brokerbench.tools.MeasuringCommands;
import io.brokerbench.workload.SettingsException;
import io.brokerbench.workload.SettingsInForce;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Runs the cells of a night, and before the first one of each turn the control cell: the broker in
 * memory, whose figures depend on the machine alone. Its results are in a directory of their own in
 * that of the night, because tables and comparisons are about the other cells.
 */
final class ControlCell implements MatrixRun.Runner {

  private static final MatrixCell CELL = new MatrixCell(1, Map.of());
  private static final String TOOL = "producer";
  private static final String IN_MEMORY = "memory";

  /** How long runs take. */
  private static final List<String> LENGTHS =
      List.of("load.duration", "load.warmup", "scale", "scale.time");

  /** Where the runs of a night end by a number of messages alone. */
  private static final String USUAL_DURATION = "load.duration=60s";

  private final MatrixRun.Runner cells;
  private final Map<MatrixCell, Integer> turns;
  private final MatrixRun.Runner control;
  private int reached;
  private final PrintStream out;

  /**
   * @param cells runs the cells of the night
   * @param turns runs of each cell so far
   * @param control runs the control cell
   * @param reached runs of the control cell so far
   */
  ControlCell(
      MatrixRun.Runner cells,
      Map<MatrixCell, Integer> turns,
      MatrixRun.Runner control,
      int reached,
      PrintStream out) {
    this.cells = cells;
    this.turns = new HashMap<>(turns);
    this.control = control;
    this.reached = reached;
    this.out = out;
  }

  /**
   * The runs of the control cell of a night, each as long as those of its first cell. One thread
   * sends, because more could use all processors. Empty if the night has cells of the broker in
   * memory itself, or if other machines generate the load.
   *
   * @throws SettingsException if they cannot be run
   */
  static Optional<PreparedRuns> of(PreparedRuns night, Map<String, String> environment)
      throws SettingsException {
    Experiment first = night.cells().values().iterator().next();
    if (first.workload().workers().stay()
        || night.cells().values().stream()
            .anyMatch(each -> each.settings().value("driver").equals(IN_MEMORY))) {
      return Optional.empty();
    }
    SettingsInForce settings = first.settings();
    List<String> flags = new ArrayList<>(List.of("--out", night.parent().toString()));
    flags.addAll(List.of("--set", "driver=" + IN_MEMORY, "--set", "load.threads=1"));
    for (String key : LENGTHS) {
      if (settings.given().contains(key)) {
        flags.addAll(List.of("--set", key + "=" + settings.value(key)));
      }
    }
    if (first.workload().load().duration().isZero()) {
      flags.addAll(List.of("--set", USUAL_DURATION));
    }
    BenchCommand producer = MeasuringCommands.of(TOOL, "the control cell");
    return Optional.of(
        new PreparedRuns(
            night.file(),
            night.sections().withTool(TOOL),
            Matrix.NONE.withRepeat(night.matrix().repeat()),
            flags,
            false,
            Map.of(CELL, producer.check(flags, environment))));
  }

  /**
   * Runs the missing cells of a night, with its control cell.
   *
   * @param night the night that this process holds
   * @param cells runs the cells of the night
   * @throws BadInputException if the results of finished runs cannot be read
   * @throws IOException if the directory of the control cell cannot be created
   */
  static ControlCell in(
      HeldDirectory held,
      MatrixDirectory night,
      MatrixRun.Runner cells,
      PreparedRuns control,
      PrintStream out)
      throws BadInputException, IOException {
    Map<MatrixCell, Integer> turns = new HashMap<>();
    for (MatrixCell cell : night.cells()) {
      turns.put(cell, night.runs(cell).size());
    }
    Path results = Files.createDirectories(held.path().resolve(RunsDirectory.CONTROL));
    int reached = new RunsDirectory(results).runs(CELL.name()).size();
    return new ControlCell(cells, turns, new ChildRun(control, held, results), reached, out);
  }

  /** If a run of the control cell fails, the night goes on without it. */
  @Override
  public ExitCode run(MatrixCell cell) throws InterruptedException {
    int turn = turns.merge(cell, 1, Integer::sum);
    if (turn > reached) {
      reached = turn;
      out.println("  first the control cell: the broker in memory");
      control.run(CELL);
    }
    return cells.run(cell);
  }
}
