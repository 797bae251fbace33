package io.brokerbench.compare;

import java.util.List;

/**
 * How much of the start of a series is better left out, by MSER-5: of all cuts in the first half,
 * the one that makes the standard error of the mean of what is left smallest, on means of {@value
 * #BATCH} figures. White (1997), "An effective truncation heuristic for bias reduction in
 * simulation output", Simulation 69; in batches of five by White, Cobb and Spratt (2000).
 */
final class Truncation {

  private static final int BATCH = 5;

  private Truncation() {}

  /** Seconds to leave out of a figure per second: a multiple of {@value #BATCH}. */
  static int seconds(List<Double> figures) {
    double[] batches = batchMeans(figures);
    int best = 0;
    double least = Double.POSITIVE_INFINITY;
    // Mean and squared deviations of what is left, from the last batch on: Welford (1962), "Note on
    // a method for calculating corrected sums of squares and products", Technometrics 4.
    double mean = 0;
    double squares = 0;
    for (int cut = batches.length - 1; cut >= 0; cut--) {
      int left = batches.length - cut;
      double off = batches[cut] - mean;
      mean += off / left;
      squares += off * (batches[cut] - mean);
      double error = squares / left / left;
      if (cut <= batches.length / 2 && error <= least) {
        least = error;
        best = cut;
      }
    }
    return best * BATCH;
  }

  private static double[] batchMeans(List<Double> figures) {
    double[] means = new double[figures.size() / BATCH];
    for (int i = 0; i < means.length; i++) {
      means[i] =
          figures.subList(i * BATCH, (i + 1) * BATCH).stream()
              .mapToDouble(Double::doubleValue)
              .average()
              .orElse(0);
    }
    return means;
  }
}
