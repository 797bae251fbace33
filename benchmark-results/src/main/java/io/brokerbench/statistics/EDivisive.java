package io.brokerbench.statistics;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Change points of a series by e-divisive means with Student's t as the test of significance.
 * Deterministic: there are no permutations. Of a series of n values, the time and the memory are
 * proportional to n squared.
 *
 * <p>Matteson and James (2014), "A Nonparametric Approach for Multiple Change Point Analysis of
 * Multivariate Data", Journal of the American Statistical Association 109, equations 5 to 8 with an
 * exponent of one, for the places; Fleming et al. (2023), "Hunter: Using Change Point Detection to
 * Hunt for Performance Regressions", ICPE, section 3.2, for the test. Each value has a weight,
 * which replaces its count in all sums; with equal weights the formulas are those of the papers.
 * {@code EDivisiveTest} compares them with Apache Otava.
 */
public final class EDivisive {

  /** Sums over pairs of values before row i and column j: weights times distance. */
  private final double[][] distances;

  private final Series series;

  private EDivisive(Series series) {
    this.series = series;
    int size = series.size();
    this.distances = new double[size + 1][size + 1];
    for (int i = 0; i < size; i++) {
      double row = 0;
      for (int j = 0; j < size; j++) {
        row += series.weight(i) * series.weight(j) * Math.abs(series.value(i) - series.value(j));
        distances[i + 1][j + 1] = distances[i][j + 1] + row;
      }
    }
  }

  /**
   * A place that divides a part of a series best.
   *
   * @param index of the first value after it
   * @param statistic the scaled divergence of the values on both sides, in the unit of the values
   */
  record Candidate(int index, double statistic) {}

  /**
   * A change point.
   *
   * @param index of the first value after it
   * @param statistic the scaled divergence by which it was found
   * @param step from the values back to the change point before, to those up to the next one, as
   *     they were when it was found
   */
  public record ChangePoint(int index, double statistic, Step step) {}

  /**
   * Divides a series at its best place, and the part that can be divided best next, as long as the
   * values on both sides of the place differ significantly.
   *
   * @param level maximum two-sided p of a significant difference
   * @return in ascending order
   */
  public static List<ChangePoint> changePoints(Series series, double level) {
    EDivisive division = new EDivisive(series);
    List<ChangePoint> found = new ArrayList<>();
    while (true) {
      Optional<ChangePoint> next = division.next(found);
      if (next.isEmpty() || next.get().step().chance() > level) {
        return found;
      }
      int place = 0;
      while (place < found.size() && found.get(place).index() < next.get().index()) {
        place++;
      }
      found.add(place, next.get());
    }
  }

  private Optional<ChangePoint> next(List<ChangePoint> found) {
    ChangePoint best = null;
    int from = 0;
    for (int i = 0; i <= found.size(); i++) {
      int to = i < found.size() ? found.get(i).index() : series.size();
      if (to - from > 1) {
        Candidate candidate = best(from, to);
        if (best == null || candidate.statistic() > best.statistic()) {
          best =
              new ChangePoint(
                  candidate.index(),
                  candidate.statistic(),
                  Step.between(series, from, candidate.index(), to));
        }
      }
      from = to;
    }
    return Optional.ofNullable(best);
  }

  /**
   * The place in a part of at least two values, and the end of what is considered after it, with
   * the highest statistic.
   */
  private Candidate best(int from, int to) {
    Candidate best = new Candidate(from + 1, Double.NEGATIVE_INFINITY);
    for (int place = from + 1; place < to; place++) {
      for (int end = place + 1; end <= to; end++) {
        double statistic = statistic(from, place, end);
        if (statistic > best.statistic()) {
          best = new Candidate(place, statistic);
        }
      }
    }
    return best;
  }

  private double statistic(int from, int place, int end) {
    double left = series.weights(from, place);
    double right = series.weights(place, end);
    double between =
        distances[place][end]
            - distances[from][end]
            - distances[place][place]
            + distances[from][place];
    return left
        * right
        / (left + right)
        * (2 * between / (left * right) - within(from, place) - within(place, end));
  }

  /** The mean distance of two values of a part. */
  private double within(int from, int to) {
    if (to - from < 2) {
      return 0;
    }
    double sum =
        distances[to][to] - distances[from][to] - distances[to][from] + distances[from][from];
    return sum / series.pairs(from, to);
  }

  /**
   * Values with weights. Immutable.
   *
   * <p>The variance of a value is inversely proportional to its weight.
   */
  public static final class Series {

    private final double[] values;
    private final double[] weights;
    private final double[] weightsBefore;
    private final double[] squaresBefore;

    /**
     * @param weights of the values, above 0
     */
    public Series(double[] values, double[] weights) {
      this.values = values.clone();
      this.weights = weights.clone();
      this.weightsBefore = new double[values.length + 1];
      this.squaresBefore = new double[values.length + 1];
      for (int i = 0; i < values.length; i++) {
        weightsBefore[i + 1] = weightsBefore[i] + weights[i];
        squaresBefore[i + 1] = squaresBefore[i] + weights[i] * weights[i];
      }
    }

    int size() {
      return values.length;
    }

    double value(int index) {
      return values[index];
    }

    double weight(int index) {
      return weights[index];
    }

    double weights(int from, int to) {
      return weightsBefore[to] - weightsBefore[from];
    }

    /** Sum of the products of the weights of two different values, each pair in both orders. */
    double pairs(int from, int to) {
      double sum = weights(from, to);
      return sum * sum - (squaresBefore[to] - squaresBefore[from]);
    }

    double mean(int from, int to) {
      double sum = 0;
      for (int i = from; i < to; i++) {
        sum += weights[i] * values[i];
      }
      return sum / weights(from, to);
    }

    /** Weighted sum of the squared differences from the mean. */
    double squares(int from, int to) {
      double mean = mean(from, to);
      double sum = 0;
      for (int i = from; i < to; i++) {
        sum += weights[i] * (values[i] - mean) * (values[i] - mean);
      }
      return sum;
    }
  }
}
