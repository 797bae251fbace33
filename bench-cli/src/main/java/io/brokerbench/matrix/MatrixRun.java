package io.brokerbench.matrix;

import io.brokerbench.command.ExitCode;
import io.brokerbench.compare.Repeats;
import io.brokerbench.stored.BadInputException;
import io.brokerbench.stored.Figure;
import io.brokerbench.stored.StoredRun;
import io.brokerbench.text.TimeLeft;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Runs a matrix to its end: turn by turn, every cell once in each. What a directory has already is
 * not run again.
 */
public final class MatrixRun {

  /** Of fewer runs the interval says nothing that one could stop by. */
  private static final int FEWEST_TO_STOP = 3;

  /** One run of a cell, in a process of its own. */
  @FunctionalInterface
  public interface Runner {

    /**
     * Runs it to its end.
     *
     * @return why it ended
     * @throws InterruptedException if everything is to end
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

  /** A matrix to be run into a directory, which may hold some of its runs. */
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
   * Runs what is missing.
   *
   * @return the worst way in which a run ended
   * @throws BadInputException if the directory holds what cannot be read
   * @throws InterruptedException if a run was; what is finished stays
   */
  public ExitCode run() throws BadInputException, InterruptedException {
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
        note(
            runner.run(cell),
            String.format(Locale.ROOT, "%s, %d of %d", cell.label(), turn, matrix.repeat()));
        ran++;
      }
    }
    failed.forEach(line -> out.println("failed: " + line));
    return worst;
  }

  /** Whether no cell lacks a run. */
  public boolean complete() throws BadInputException {
    for (MatrixCell cell : directory.cells()) {
      if (!enough(directory.runs(cell), matrix.repeat())) {
        return false;
      }
    }
    return true;
  }

  /** Whether so many runs are finished, or those there are tell precisely enough. */
  private boolean enough(List<StoredRun> finished, int wanted) {
    if (finished.size() >= wanted || matrix.until().isEmpty()) {
      return finished.size() >= wanted;
    }
    Repeats rate = rate(finished);
    return rate.size() >= FEWEST_TO_STOP
        && rate.halfWidth() <= Math.log1p(matrix.until().getAsDouble());
  }

  /** Messages per second of the runs that may be believed. */
  public static Repeats rate(List<StoredRun> runs) {
    return Figure.RATE.of(runs.stream().filter(StoredRun::usable).toList());
  }

  private String left(Instant begin, int ran, int remaining) {
    return TimeLeft.text(", %d min left", Duration.between(begin, clock.instant()), ran, remaining);
  }

  private void note(ExitCode code, String run) {
    if (code != ExitCode.VALID && code != ExitCode.RUN_INVALID) {
      failed.add(String.format(Locale.ROOT, "%s: exit code %d", run, code.code()));
    }
    worst = worse(worst, code);
  }

  /** The worse of two: our mistake, a failed broker, an invalid run. */
  private static ExitCode worse(ExitCode one, ExitCode other) {
    for (ExitCode code :
        List.of(ExitCode.BUG, ExitCode.BAD_INPUT, ExitCode.BROKER_FAILED, ExitCode.RUN_INVALID)) {
      if (one == code || other == code) {
        return code;
      }
    }
    return ExitCode.VALID;
  }
}
