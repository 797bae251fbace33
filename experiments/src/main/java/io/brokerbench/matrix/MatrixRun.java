package io.brokerbench.matrix;

import io.brokerbench.bound.RunFigure;
import io.brokerbench.command.ExitCode;
import io.brokerbench.console.TimeLeft;
import io.brokerbench.file.BadInputException;
import io.brokerbench.statistics.Repeats;
import io.brokerbench.stored.StoredRun;
import io.brokerbench.units.Text;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Runs a matrix turn by turn, every cell once per turn. Runs that the directory already holds are
 * not repeated.
 */
public final class MatrixRun {

  /** With fewer runs the interval is too unreliable to stop. */
  private static final int FEWEST_TO_STOP = 3;

  /** Performs one run of a cell, in a process of its own. */
  @FunctionalInterface
  public interface Runner {

    /**
     * Runs the cell to its end.
     *
     * @return the exit code of the run
     * @throws InterruptedException if the whole matrix is to end
     */
    ExitCode run(MatrixCell cell) throws InterruptedException;
  }

  private final Matrix matrix;
  private final MatrixDirectory directory;
  private final Runner runner;
  private final PrintStream out;
  private final InstantSource clock;
  private final List<String> failed = new ArrayList<>();
  private ExitCode worst = ExitCode.VALID;

  /** Prepares the runs of a matrix in a directory that may already hold some of them. */
  public MatrixRun(
      Matrix matrix,
      MatrixDirectory directory,
      Runner runner,
      PrintStream out,
      InstantSource clock) {
    this.matrix = matrix;
    this.directory = directory;
    this.runner = runner;
    this.out = out;
    this.clock = clock;
  }

  /**
   * Performs the missing runs, or those until workers are missing, because all need the same.
   *
   * @return the worst exit code of the runs
   * @throws BadInputException if the directory holds unreadable results
   * @throws InterruptedException if a run was interrupted; finished runs are kept
   */
  public ExitCode run() throws BadInputException, InterruptedException {
    performMissing();
    failed.forEach(line -> out.println("failed: " + line));
    return worst;
  }

  private void performMissing() throws BadInputException, InterruptedException {
    int all = matrix.repeat() * directory.cells().size();
    Instant begin = clock.instant();
    int ran = 0;
    int passed = 0;
    for (int turn = 1; turn <= matrix.repeat(); turn++) {
      for (MatrixCell cell : matrix.order(turn)) {
        List<StoredRun> finished = directory.runs(cell);
        passed++;
        if (enough(finished, turn)) {
          continue;
        }
        out.printf(
            Locale.ROOT,
            "run %d/%d: %s, %d of %d%s%n",
            passed,
            all,
            cell.label(),
            turn,
            matrix.repeat(),
            left(begin, ran, all - passed + 1));
        ExitCode code = runner.run(cell);
        note(code, Text.of("%s, %d of %d", cell.label(), turn, matrix.repeat()));
        if (code == ExitCode.WORKERS_MISSING) {
          return;
        }
        ran++;
      }
    }
  }

  /** The runs that ended without a result, with their exit codes, one line each. */
  public List<String> failed() {
    return List.copyOf(failed);
  }

  /** Whether no run is missing. */
  public boolean complete() throws BadInputException {
    for (MatrixCell cell : directory.cells()) {
      if (!enough(directory.runs(cell), matrix.repeat())) {
        return false;
      }
    }
    return true;
  }

  /** Whether that many runs are finished, or the interval of those finished is narrow enough. */
  private boolean enough(List<StoredRun> finished, int wanted) {
    if (finished.size() >= wanted || matrix.until().isEmpty()) {
      return finished.size() >= wanted;
    }
    Repeats rate = rate(finished);
    return rate.size() >= FEWEST_TO_STOP
        && rate.halfWidth() <= Math.log1p(matrix.until().getAsDouble());
  }

  /** Messages per second of the usable runs. */
  public static Repeats rate(List<StoredRun> runs) {
    return RunFigure.RATE.of(runs.stream().filter(StoredRun::usable).toList());
  }

  private String left(Instant begin, int ran, int remaining) {
    return TimeLeft.text(", %d min left", Duration.between(begin, clock.instant()), ran, remaining);
  }

  private void note(ExitCode code, String run) {
    if (!code.hasResult()) {
      failed.add(Text.of("%s: exit code %d", run, code.code()));
    }
    worst = worst.worse(code);
  }
}
