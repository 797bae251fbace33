package io.brokerbench.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The universal scalability law, X(N) = lambda N / (1 + sigma (N - 1) + kappa N (N - 1)): the joint
 * throughput of N threads, producers or brokers (N. J. Gunther, "Guerrilla Capacity Planning",
 * Springer 2007, chapter 4; "A general theory of computational scalability based on rational
 * functions", arXiv:0808.1431).
 *
 * @param lambda throughput of a single one, per second, above 0
 * @param sigma contention: the share of the work that is serialized, at least 0
 * @param kappa coherency: the cost of pairwise coordination, at least 0
 * @param residuals measured minus fitted rates per second, in the order of the points
 * @param r2 share of the variance of the rates that the fit explains, at most 1; below 0 if their
 *     mean explains more
 */
public record UniversalScalability(
    double lambda, double sigma, double kappa, List<Double> residuals, double r2) {

  /** Minimum number of points: three parameters fit any smaller number. */
  static final int FEWEST = 6;

  public UniversalScalability {
    residuals = List.copyOf(residuals);
  }

  /**
   * A measured point.
   *
   * @param n number of threads, producers or brokers, at least 1
   * @param rate their joint throughput, per second, above 0
   */
  public record Point(double n, double rate) {}

  /**
   * Fits the law by least squares of the relative errors, because rates vary in proportion to their
   * size. The reciprocal form N/X(N) is linear in 1/lambda, sigma/lambda and kappa/lambda;
   * multiplied by X/N, the residual of each equation is the relative error. Empty if there are too
   * few points or one of them is invalid.
   */
  public static Optional<UniversalScalability> fit(List<Point> points) {
    long different = points.stream().mapToDouble(Point::n).distinct().count();
    if (different < FEWEST) {
      return Optional.empty();
    }
    for (Point point : points) {
      if (!(point.n() >= 1 && point.rate() > 0) || Double.isInfinite(point.n() * point.rate())) {
        return Optional.empty();
      }
    }
    double[][] rows = points.stream().map(UniversalScalability::row).toArray(double[][]::new);
    double[] inverse = LeastSquares.ofOnes(rows);
    double lambda = 1 / inverse[0];
    return Optional.of(of(lambda, inverse[1] * lambda, inverse[2] * lambda, points));
  }

  private static double[] row(Point point) {
    double n = point.n();
    double each = point.rate() / n;
    return new double[] {each, each * (n - 1), each * n * (n - 1)};
  }

  private static UniversalScalability of(
      double lambda, double sigma, double kappa, List<Point> points) {
    double mean = points.stream().mapToDouble(Point::rate).average().orElseThrow();
    List<Double> residuals = new ArrayList<>();
    double unexplained = 0;
    double all = 0;
    for (Point point : points) {
      double residual = point.rate() - rate(lambda, sigma, kappa, point.n());
      residuals.add(residual);
      unexplained += residual * residual;
      all += (point.rate() - mean) * (point.rate() - mean);
    }
    // Equal rates leave nothing to explain.
    double r2 = all == 0 ? 1 : 1 - unexplained / all;
    return new UniversalScalability(lambda, sigma, kappa, residuals, r2);
  }

  private static double rate(double lambda, double sigma, double kappa, double n) {
    return lambda * n / (1 + sigma * (n - 1) + kappa * n * (n - 1));
  }

  /**
   * The N at which the throughput peaks; empty if it never declines. Unreliable far beyond the
   * largest measured N.
   */
  public OptionalDouble peak() {
    if (kappa == 0) {
      return OptionalDouble.empty();
    }
    return OptionalDouble.of(Math.max(1, Math.sqrt(Math.max(0, 1 - sigma) / kappa)));
  }
}
