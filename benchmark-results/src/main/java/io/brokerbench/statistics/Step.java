package io.brokerbench.statistics;

import io.brokerbench.statistics.EDivisive.Series;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The difference of two neighbouring parts of a series of logarithms: Student's t with one variance
 * for both parts.
 *
 * @param before mean of the values before, a logarithm
 * @param ratio after/before; its degrees of freedom are 0 with one value on each side
 * @param deviation standard deviation of a value of weight one around its part's mean
 */
public record Step(double before, Ratio ratio, double deviation) {

  /** Compares the parts before and after a place. */
  static Step between(Series series, int from, int place, int to) {
    double before = series.mean(from, place);
    int degrees = to - from - 2;
    double variance =
        degrees == 0
            ? Double.NaN
            : (series.squares(from, place) + series.squares(place, to)) / degrees;
    double error =
        Math.sqrt(variance * (1 / series.weights(from, place) + 1 / series.weights(place, to)));
    return new Step(
        before, new Ratio(series.mean(place, to) - before, error, degrees), Math.sqrt(variance));
  }

  /** Probability of a difference at least this large if there is none: a two-sided p. */
  double chance() {
    if (ratio.degreesOfFreedom() == 0) {
      return 1;
    }
    if (ratio.standardError() == 0) {
      return ratio.log() == 0 ? 1 : 0;
    }
    return 2
        * TDistribution.of(ratio.degreesOfFreedom())
            .survivalProbability(Math.abs(ratio.log()) / ratio.standardError());
  }
}
