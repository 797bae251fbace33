package io.brokerbench.statistics;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.apache.commons.statistics.distribution.BinomialDistribution;

/**
 * Values of one figure over several runs of the same setup, in ascending order, without an
 * assumption about their distribution. Infinity is a time that a run did not reach.
 *
 * @param values in ascending order, at least one, without NaN
 */
public record RankedValues(List<Double> values) {

  private static final double HALF = 0.5;

  /**
   * An interval.
   *
   * @param low its lower end
   * @param high its upper end; may be infinite
   */
  public record Interval(double low, double high) {}

  /**
   * Sorts values.
   *
   * @throws IllegalArgumentException if there are none, or one is NaN
   */
  public static RankedValues of(Collection<Double> values) {
    if (values.isEmpty() || values.stream().anyMatch(value -> value.isNaN())) {
      throw new IllegalArgumentException("must be one or more numbers: " + values);
    }
    return new RankedValues(values.stream().sorted().toList());
  }

  public double min() {
    return values.get(0);
  }

  public double max() {
    return values.get(values.size() - 1);
  }

  /** The median: the mean of the two middle values of an even number. */
  public double median() {
    double upper = values.get(values.size() / 2);
    double lower = values.get((values.size() - 1) / 2);
    return lower + (upper > lower ? (upper - lower) / 2 : 0);
  }

  /**
   * The narrowest symmetric pair of ranks that contains the median of the distribution with a
   * probability of at least 95 %, whatever the distribution is; empty with fewer than six values.
   * With k - 1 values left out at each end, the probability is 1 - 2 P(B &lt; k), where B is
   * binomial with n trials and probability 1/2: Conover, Practical Nonparametric Statistics (1999),
   * section 3.2.
   */
  public Optional<Interval> medianInterval() {
    int size = values.size();
    BinomialDistribution below = BinomialDistribution.of(size, HALF);
    int leftOut = -1;
    while (1 - 2 * below.cumulativeProbability(leftOut + 1) >= Ratio.CONFIDENCE) {
      leftOut++;
    }
    return leftOut < 0
        ? Optional.empty()
        : Optional.of(new Interval(values.get(leftOut), values.get(size - 1 - leftOut)));
  }
}
