package io.brokerbench.compare;

/**
 * What a ratio and its interval say.
 *
 * @param kind which of the four it is
 * @param moreRuns about how many more runs each side needs for another answer than "cannot tell", 1
 *     to {@value #MANY} + 1, where the last stands for more than {@value #MANY}; 0 with other
 *     answers
 */
public record Answer(Kind kind, int moreRuns) {

  /** Beyond this many runs the estimate is no plan. */
  public static final int MANY = 100;

  /** The four answers. */
  public enum Kind {
    /** The interval lies on the good side of one. */
    FASTER,
    /** The interval lies on the bad side of one. */
    SLOWER,
    /** The interval lies within the tolerance, whether or not it holds one. */
    SAME,
    /** The interval is too wide for any of these. */
    CANNOT_TELL
  }

  /** One run on a side: it needs one more at least, and how many then nobody knows. */
  static Answer tooFewRuns(int more) {
    return new Answer(Kind.CANNOT_TELL, more);
  }

  /** Of two sets of runs, which may be too few to tell. */
  public static Answer of(Repeats base, Repeats candidate, Better better, double tolerance) {
    int fewest = Math.min(base.size(), candidate.size());
    return fewest < 2
        ? tooFewRuns(2 - fewest)
        : of(Ratio.of(base, candidate), fewest, better, tolerance);
  }

  /**
   * Of a ratio.
   *
   * @param runs of the side that has fewer, at least 2
   * @param tolerance share by which two figures may differ and are still the same to us, above 0;
   *     the band is from 1 / (1 + tolerance) to 1 + tolerance, so that the answer does not depend
   *     on which side is called base
   */
  public static Answer of(Ratio ratio, int runs, Better better, double tolerance) {
    double band = Math.log1p(tolerance);
    double half = ratio.halfWidth();
    if (Math.abs(ratio.log()) + half <= band) {
      return new Answer(Kind.SAME, 0);
    }
    if (half < Math.abs(ratio.log())) {
      boolean worse = better.worsening(ratio).log() > 0;
      return new Answer(worse ? Kind.SLOWER : Kind.FASTER, 0);
    }
    return new Answer(Kind.CANNOT_TELL, moreRuns(ratio, runs, band));
  }

  /**
   * If the estimate and the spread stay, the interval is narrow enough once its half is less than
   * the distance from one (faster, slower) or from the band's end (same), whichever is easier. The
   * standard error falls with the root of the runs, the degrees of freedom grow as runs - 1.
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
              * Ratio.quantile((1 + Ratio.CONFIDENCE) / 2, degrees);
      if (half < enough) {
        return more;
      }
    }
    return MANY + 1;
  }
}
