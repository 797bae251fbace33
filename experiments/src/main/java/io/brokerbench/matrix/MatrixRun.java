package io.brokerbench.matrix;

import io.brokerbench.command.ExitCode;
import io.brokerbench.figures.RunFigure;
import io.brokerbench.file.BadInputException;
import io.brokerbench.statistics.Repeats;
import io.brokerbench.stored.StoredRun;
import io.brokerbench.units.Text;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs a matrix turn by turn, every cell once per turn, until all turns are done or no further one
 * fits in the budget. Runs that the directory already holds are not repeated.
 */
public final class MatrixRun {

  /** With fewer runs the interval is too unreliable to stop. */
  private static final int FEWEST_TO_STOP = 3;

  private static final int SECONDS_PER_MINUTE = 60;

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
  private Budget budget;
  private int turns;
  private final List<String> failed = new ArrayList<>();
  private ExitCode worst = ExitCode.VALID;
  private boolean withoutWorkers;

  /** Prepares the runs of a matrix in a directory that may already hold some of them. */
  public MatrixRun(
      Matrix matrix,
      MatrixDirectory directory,
      Runner runner,
      PrintStream out,
      InstantSource clock,
      Budget budget) {
    this.matrix = matrix;
    this.directory = directory;
    this.runner = runner;
    this.out = out;
    this.clock = clock;
    this.budget = budget;
    this.turns = matrix.repeat();
  }

  /**
   * Performs the missing runs, or those until workers are missing, because all need the same.
   *
   * @return the worst exit code of the runs
   * @throws BadInputException if the directory holds unreadable results
   * @throws IOException if the time that is spent of a budget, or what it leaves out, cannot be
   *     written
   * @throws InterruptedException if a run was interrupted; finished runs are kept
   */
  public ExitCode run() throws BadInputException, IOException, InterruptedException {
    budget = budget.after(directory.spent());
    directory.forgetDropped();
    performMissing();
    failed.forEach(line -> out.println("failed: " + line));
    return worst;
  }

  private void performMissing() throws BadInputException, IOException, InterruptedException {
    int cells = directory.cells().size();
    Instant begin = clock.instant();
    int ran = 0;
    for (int turn = 1; turn <= matrix.repeat(); turn++) {
      Duration passed = passed(begin);
      int fitting = turn == 1 ? cells : budget.fitting(passed, ran);
      // Results are read for that only where time is short.
      int missing = fitting < cells ? missing(turn) : 0;
      if (missing > fitting) {
        turns = turn - 1;
        String dropped = budget.text(passed, ran, missing, matrix.repeat() - turns);
        out.println(dropped);
        directory.keepDropped(dropped);
        return;
      }
      int reached = (turn - 1) * cells;
      for (MatrixCell cell : matrix.order(turn)) {
        List<StoredRun> finished = directory.runs(cell);
        reached++;
        if (enough(finished, turn)) {
          continue;
        }
        String label = cell.label();
        String run =
            Text.of("%s%d of %d", label.isEmpty() ? "" : label + ", ", turn, matrix.repeat());
        String left = left(passed(begin), ran, reached);
        int all = matrix.repeat() * cells;
        out.println(Text.of("run %d/%d: %s%s", reached, all, run, left));
        ExitCode code = perform(cell, begin, ran);
        note(code, run);
        if (code == ExitCode.WORKERS_MISSING) {
          withoutWorkers = true;
          return;
        }
        ran++;
      }
    }
  }

  /**
   * Performs a run; its time is spent even if it is interrupted or lacks workers.
   *
   * @param ran runs that have ended before it
   */
  private ExitCode perform(MatrixCell cell, Instant begin, int ran)
      throws IOException, InterruptedException {
    Duration ended = passed(begin);
    int runs = ran;
    try {
      ExitCode code = runner.run(cell);
      if (code != ExitCode.WORKERS_MISSING) {
        ended = passed(begin);
        runs++;
      }
      return code;
    } finally {
      if (budget.limited()) {
        directory.keepSpent(budget.spentAfter(passed(begin), ended, runs));
      }
    }
  }

  private Duration passed(Instant begin) {
    return Duration.between(begin, clock.instant());
  }

  /** The number of cells that lack a run of a turn. */
  private int missing(int turn) throws BadInputException {
    int missing = 0;
    for (MatrixCell cell : directory.cells()) {
      if (!enough(directory.runs(cell), turn)) {
        missing++;
      }
    }
    return missing;
  }

  /** Whether it ended early because workers were missing. */
  public boolean withoutWorkers() {
    return withoutWorkers;
  }

  /** Runs of each cell that there was time for. */
  public int repeats() {
    return turns;
  }

  /** The runs that ended without a result, with their exit codes, one line each. */
  public List<String> failed() {
    return List.copyOf(failed);
  }

  /** Whether no run is missing for which there was time. */
  public boolean complete() throws BadInputException {
    return missing(turns) == 0;
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

  /**
   * The time that is left, also by the budget.
   *
   * @param ran runs that have ended
   * @param reached number of the run that begins
   */
  private String left(Duration passed, int ran, int reached) {
    int cells = directory.cells().size();
    int ofTurn = cells - (reached - 1) % cells;
    int all = matrix.repeat() * cells - reached + 1;
    int remaining = Math.min(all, Math.max(ofTurn, budget.fitting(passed, ran)));
    return timeLeft(", ", passed, ran, remaining);
  }

  /**
   * The remaining time by that of the runs that have ended; empty before the first has.
   *
   * @param words before the minutes, which are rounded up
   * @param passed time since the first run started
   * @param ran runs that have ended since then
   * @param remaining runs still to come
   */
  public static String timeLeft(String words, Duration passed, int ran, int remaining) {
    if (ran == 0) {
      return "";
    }
    long seconds = passed.dividedBy(ran).multipliedBy(remaining).toSeconds();
    return Text.of("%s%d min left", words, (seconds + SECONDS_PER_MINUTE - 1) / SECONDS_PER_MINUTE);
  }

  private void note(ExitCode code, String run) {
    if (!code.hasResult()) {
      failed.add(Text.of("%s: exit code %d", run, code.code()));
    }
    worst = worst.worse(code);
  }
}
