package io.brokerbench.matrix;

import io.brokerbench.run.RunEstimate;
import io.brokerbench.units.Text;
import java.time.Duration;

/**
 * The time for the runs of a matrix. A repeat of all cells begins only if it fits, except the
 * first.
 *
 * @param seconds for all runs; infinite for no limit
 * @param longestRunSeconds an estimate of a run, until one has ended
 * @param spent what runs of earlier processes took, and what was measured before the runs
 */
public record Budget(double seconds, double longestRunSeconds, Spent spent) {

  public static final Budget NONE = new Budget(Double.POSITIVE_INFINITY, 0);

  private static final double MILLIS = 1e3;

  /**
   * A part of a budget.
   *
   * @param seconds that runs took, those that were interrupted included
   * @param endedSeconds that the runs that have ended took
   * @param runs that have ended
   */
  public record Spent(double seconds, double endedSeconds, int runs) {

    static final Spent NOTHING = new Spent(0, 0, 0);
  }

  /** A budget of which nothing is spent. */
  public Budget(double seconds, double longestRunSeconds) {
    this(seconds, longestRunSeconds, Spent.NOTHING);
  }

  boolean limited() {
    return seconds < Double.POSITIVE_INFINITY;
  }

  /** This budget after a measurement that is none of the runs. */
  public Budget after(Duration passed) {
    return new Budget(seconds, longestRunSeconds, spentAfter(passed, Duration.ZERO, 0));
  }

  /** This budget for a process that continues the runs of others. */
  Budget after(Spent byOthers) {
    return new Budget(
        seconds,
        longestRunSeconds,
        new Spent(spent.seconds + byOthers.seconds, byOthers.endedSeconds, byOthers.runs));
  }

  /**
   * What all runs took, those of earlier processes included.
   *
   * @param passed time since the first run of this process started
   * @param ended the same without a run that was interrupted
   * @param ran runs that have ended since then
   */
  Spent spentAfter(Duration passed, Duration ended, int ran) {
    return new Spent(
        spent.seconds + passed.toMillis() / MILLIS,
        spent.endedSeconds + ended.toMillis() / MILLIS,
        spent.runs + ran);
  }

  /**
   * The number of runs for which there is time.
   *
   * @param passed time since the first run started
   * @param ran runs that have ended since then
   */
  int fitting(Duration passed, int ran) {
    Spent all = spentAfter(passed, passed, ran);
    return (int) (left(all) / run(all));
  }

  private double left(Spent all) {
    return Math.max(0, seconds - all.seconds);
  }

  private double run(Spent all) {
    return all.runs == 0 ? longestRunSeconds : all.endedSeconds / all.runs;
  }

  /**
   * Says why a repeat does not begin.
   *
   * @param runs of the repeat
   * @param dropped repeats
   */
  String text(Duration passed, int ran, int runs, int dropped) {
    Spent all = spentAfter(passed, passed, ran);
    return Text.of(
        "budget of %s: %s dropped, because one takes about %s, and %s are left",
        RunEstimate.time(seconds),
        dropped == 1 ? "the last repeat is" : Text.of("the last %d repeats are", dropped),
        RunEstimate.time(run(all) * runs),
        RunEstimate.time(left(all)));
  }
}
