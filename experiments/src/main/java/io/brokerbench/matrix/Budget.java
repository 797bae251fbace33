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
 * @param spentSeconds that runs of earlier processes took
 */
public record Budget(double seconds, double longestRunSeconds, double spentSeconds) {

  public static final Budget NONE = new Budget(Double.POSITIVE_INFINITY, 0);

  private static final double MILLIS = 1e3;

  /** A budget of which nothing is spent. */
  public Budget(double seconds, double longestRunSeconds) {
    this(seconds, longestRunSeconds, 0);
  }

  boolean limited() {
    return seconds < Double.POSITIVE_INFINITY;
  }

  /** This budget for a process that continues the runs of others. */
  Budget after(double othersSeconds) {
    return new Budget(seconds, longestRunSeconds, othersSeconds);
  }

  /**
   * The seconds that all runs took, those of earlier processes included.
   *
   * @param passed time since the first run of this process started
   */
  double spentAfter(Duration passed) {
    return spentSeconds + passed.toMillis() / MILLIS;
  }

  /**
   * The number of runs for which there is time.
   *
   * @param passed time since the first run started
   * @param ran runs that have ended since then
   */
  int fitting(Duration passed, int ran) {
    return (int) (left(passed) / run(passed, ran));
  }

  private double left(Duration passed) {
    return Math.max(0, seconds - spentAfter(passed));
  }

  private double run(Duration passed, int ran) {
    return ran == 0 ? longestRunSeconds : passed.toMillis() / MILLIS / ran;
  }

  /**
   * Says why a repeat does not begin.
   *
   * @param runs of the repeat
   * @param dropped repeats
   */
  String text(Duration passed, int ran, int runs, int dropped) {
    return Text.of(
        "budget of %s: %s dropped, because one takes about %s, and %s are left",
        RunEstimate.time(seconds),
        dropped == 1 ? "the last repeat is" : Text.of("the last %d repeats are", dropped),
        RunEstimate.time(run(passed, ran) * runs),
        RunEstimate.time(left(passed)));
  }
}
