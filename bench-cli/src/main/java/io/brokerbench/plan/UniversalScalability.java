package io.brokerbench.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The universal scalability law, X(N) = lambda N / (1 + sigma (N - 1) + kappa N (N - 1)): what N
 * threads, producers or brokers do together (N. J. Gunther, "Guerrilla Capacity Planning", Springer
 * 2007, chapter 4; "A general theory of computational scalability based on rational functions",
 * arXiv:0808.1431).
 *
 * @param lambda what one does alone, per second, above 0
 * @param sigma contention: the share that waits for what only one can have, at least 0
 * @param kappa coherency: the cost of each agreeing with each, at least 0
 * @param residuals measured minus fitted rates, in the order of the points
 * @param r2 the share of the rates' variance that the fit explains; 1 is all of it, and it is below
 *     0 if their mean would explain more
 */
public record UniversalScalability(
    double lambda, double sigma, double kappa, List<Double> residuals, double r2) {

  /** Three parameters out of fewer points fit anything. */
  static final int FEWEST = 6;

  public UniversalScalability {
    residuals = List.copyOf(residuals);
  }

  /**
   * A measured point.
   *
   * @param n how many there were, at least 1
   * @param rate what they did together, per second, above 0
   */
  public record Point(double n, double rate) {}

  /**
   * A fit, or why there is none.
   *
   * @param reason empty if there is one
   */
  public record Attempt(Optional<UniversalScalability> fit, String reason) {}

  /**
   * The fit whose rates are off by the smallest shares, in squares: rates vary by shares. The law
   * is linear in 1/lambda, sigma/lambda and kappa/lambda once it is turned over, N/X(N), and each
   * equation, times X/N, is off by the share.
   */
  public static Attempt fit(List<Point> points) {
    long different = points.stream().mapToDouble(Point::n).distinct().count();
    if (different < FEWEST) {
      return none(
          String.format(Locale.ROOT, "needs %d different N or more, got %d", FEWEST, different));
    }
    for (Point point : points) {
      if (!(point.n() >= 1 && point.rate() > 0) || Double.isInfinite(point.n() * point.rate())) {
        return none(
            String.format(Locale.ROOT, "needs N of 1 or more and rates above 0, got %s", point));
      }
    }
    double[][] rows = points.stream().map(UniversalScalability::row).toArray(double[][]::new);
    double[] inverse = LeastSquares.ofOnes(rows);
    double lambda = 1 / inverse[0];
    return new Attempt(
        Optional.of(of(lambda, inverse[1] * lambda, inverse[2] * lambda, points)), "");
  }

  private static Attempt none(String reason) {
    return new Attempt(Optional.empty(), reason);
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

  /** What n do together, per second. */
  public double rate(double n) {
    return rate(lambda, sigma, kappa, n);
  }

  /**
   * The N beyond which more do less; empty if more never do. Far beyond the largest that was
   * measured it is a guess.
   */
  public OptionalDouble peak() {
    if (kappa == 0) {
      return OptionalDouble.empty();
    }
    return OptionalDouble.of(Math.max(1, Math.sqrt(Math.max(0, 1 - sigma) / kappa)));
  }
}
