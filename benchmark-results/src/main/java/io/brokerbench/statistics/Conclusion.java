package io.brokerbench.statistics;

/**
 * Interpretation of a ratio and its interval.
 *
 * @param kind one of the four answers
 * @param moreRuns estimated number of additional runs that each side needs for another answer than
 *     {@link Kind#CANNOT_TELL}, 1 to {@value #MANY} + 1, where the last means more than {@value
 *     #MANY}; 0 with other answers
 */
public record Conclusion(Kind kind, int moreRuns) {

  /** The share by which figures without a limit may differ and count as the same. */
  public static final double TOLERANCE = 0.05;

  /** The estimate is useless beyond this number of runs. */
  public static final int MANY = 100;

  /** The four answers. */
  public enum Kind {
    /** The interval lies on the good side of one. */
    FASTER,
    /** The interval lies on the bad side of one. */
    SLOWER,
    /** The interval lies within the tolerance, whether or not it contains one. */
    SAME,
    /** The interval is too wide for any of these. */
    CANNOT_TELL
  }

  /**
   * Compares two sets of runs, which may be too few for an answer. With a single run on a side, at
   * least one more is needed; the number beyond that is unknown.
   */
  public static Conclusion of(Repeats base, Repeats candidate, Direction better, double tolerance) {
    int fewest = Math.min(base.size(), candidate.size());
    return fewest < 2
        ? new Conclusion(Kind.CANNOT_TELL, 2 - fewest)
        : of(Ratio.of(base, candidate), fewest, better, tolerance);
  }

  /**
   * Interprets a ratio.
   *
   * @param runs number of runs of the side that has fewer, at least 2
   * @param tolerance share by which two figures may differ and still count as the same, above 0;
   *     the band is from 1 / (1 + tolerance) to 1 + tolerance, so that the answer does not depend
   *     on which side is called base
   */
  public static Conclusion of(Ratio ratio, int runs, Direction better, double tolerance) {
    double band = Math.log1p(tolerance);
    double half = ratio.halfWidth();
    if (Math.abs(ratio.log()) + half <= band) {
      return new Conclusion(Kind.SAME, 0);
    }
    if (half < Math.abs(ratio.log())) {
      boolean worse = better.worsening(ratio).log() > 0;
      return new Conclusion(worse ? Kind.SLOWER : Kind.FASTER, 0);
    }
    return new Conclusion(Kind.CANNOT_TELL, moreRuns(ratio, runs, band));
  }

  /**
   * Estimates the number of additional runs. If the estimate and the spread stay, the interval is
   * narrow enough once its half-width is less than the distance from one (faster, slower) or from
   * the end of the band (same), whichever is easier. The standard error is inversely proportional
   * to the square root of the runs, the degrees of freedom are proportional to runs - 1.
   */
  private static int moreRuns(Ratio ratio, int runs, double band) {
    double distance = Math.abs(ratio.log());
    double enough = Math.max(distance, band - distance);
    for (int more = 1; more <= MANY; more++) {
      double growth = (double) (runs + more) / runs;
      double degrees = ratio.degreesOfFreedom() * (runs + more - 1) / (runs - 1);
      double half =
          ratio.standardError()
              / Math.sqrt(growth)
              * Ratio.studentQuantile((1 + Ratio.CONFIDENCE) / 2, degrees);
      if (half < enough) {
        return more;
      }
    }
    return MANY + 1;
  }
}
