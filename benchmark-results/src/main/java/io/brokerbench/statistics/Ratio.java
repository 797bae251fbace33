package io.brokerbench.statistics;

import java.util.List;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The ratio of candidate to base with its uncertainty: Welch's t on natural logarithms of runs.
 *
 * <p>Welch (1947), "The generalization of Student's problem when several different population
 * variances are involved", Biometrika 34; degrees of freedom by Satterthwaite (1946), "An
 * approximate distribution of estimates of variance components", Biometrics Bulletin 2. With three
 * to ten runs, Student's t keeps its nominal coverage, while the bootstrap does not.
 *
 * @param log natural logarithm of the ratio
 * @param standardError of {@code log}
 * @param degreesOfFreedom of the standard error, above 0; need not be whole
 */
public record Ratio(double log, double standardError, double degreesOfFreedom) {

  /** Share of such intervals that contain the true ratio. */
  public static final double CONFIDENCE = 0.95;

  /**
   * The ratio of two sets of runs.
   *
   * @throws IllegalArgumentException if one of them has fewer than two runs
   */
  public static Ratio of(Repeats base, Repeats candidate) {
    if (!base.spread() || !candidate.spread()) {
      throw new IllegalArgumentException("needs two runs on each side");
    }
    double baseShare = base.varianceLog() / base.size();
    double candidateShare = candidate.varianceLog() / candidate.size();
    double squared = baseShare + candidateShare;
    double degrees =
        squared
            * squared
            / (baseShare * baseShare / (base.size() - 1)
                + candidateShare * candidateShare / (candidate.size() - 1));
    if (squared == 0) {
      degrees = base.size() + candidate.size() - 2;
    }
    return new Ratio(candidate.meanLog() - base.meanLog(), Math.sqrt(squared), degrees);
  }

  /**
   * The ratio of pairs: Student's t on the logarithms of their ratios.
   *
   * @throws IllegalArgumentException if there are fewer than two pairs
   */
  public static Ratio ofPairs(Repeats ratios) {
    if (!ratios.spread()) {
      throw new IllegalArgumentException("needs two pairs");
    }
    return new Ratio(
        ratios.meanLog(), Math.sqrt(ratios.varianceLog() / ratios.size()), ratios.size() - 1);
  }

  /**
   * The geometric mean of independent ratios, such as those of all cells of a matrix.
   * Satterthwaite's formula holds for any sum of independent means, so that a few runs of many
   * cells give a precise result.
   *
   * @throws IllegalArgumentException if there are no ratios
   */
  public static Ratio mean(List<Ratio> ratios) {
    if (ratios.isEmpty()) {
      throw new IllegalArgumentException("needs a ratio");
    }
    double log = 0;
    double squared = 0;
    double denominator = 0;
    double degrees = 0;
    for (Ratio ratio : ratios) {
      double square = ratio.standardError * ratio.standardError;
      log += ratio.log;
      squared += square;
      denominator += square * square / ratio.degreesOfFreedom;
      degrees += ratio.degreesOfFreedom;
    }
    int count = ratios.size();
    return new Ratio(
        log / count,
        Math.sqrt(squared) / count,
        denominator == 0 ? degrees : squared * squared / denominator);
  }

  /** The estimated ratio: the quotient of geometric means. */
  public double estimate() {
    return Math.exp(log);
  }

  /** Lower end of the confidence interval. */
  public double low() {
    return Math.exp(log - halfWidth());
  }

  /** Upper end of the confidence interval. */
  public double high() {
    return Math.exp(log + halfWidth());
  }

  /** Half-width of the interval, as a logarithm. */
  double halfWidth() {
    return standardError == 0
        ? 0
        : standardError * studentQuantile((1 + CONFIDENCE) / 2, degreesOfFreedom);
  }

  /** The quantile of Student's t distribution at this probability. */
  public static double studentQuantile(double probability, double degreesOfFreedom) {
    return TDistribution.of(degreesOfFreedom).inverseCumulativeProbability(probability);
  }

  /** Probability of a ratio at least this high if the true ratio is one: a one-sided p. */
  public double chanceIfNotHigher() {
    if (standardError == 0) {
      return log > 0 ? 0 : 1;
    }
    return TDistribution.of(degreesOfFreedom).survivalProbability(log / standardError);
  }

  /** The inverse ratio, with candidate and base exchanged. */
  public Ratio inverse() {
    return new Ratio(-log, standardError, degreesOfFreedom);
  }
}
