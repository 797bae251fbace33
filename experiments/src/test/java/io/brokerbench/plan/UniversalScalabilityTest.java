package io.brokerbench.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.brokerbench.plan.UniversalScalability.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class UniversalScalabilityTest {

  private static final int[] THREADS = {1, 8, 16, 32, 64, 128};

  private static List<Point> points(DoubleUnaryOperator rate) {
    List<Point> points = new ArrayList<>();
    for (int n : THREADS) {
      points.add(new Point(n, rate.applyAsDouble(n)));
    }
    return points;
  }

  private static DoubleUnaryOperator law(double lambda, double sigma, double kappa) {
    return n -> lambda * n / (1 + sigma * (n - 1) + kappa * n * (n - 1));
  }

  private static double rate(UniversalScalability fit, double n) {
    return law(fit.lambda(), fit.sigma(), fit.kappa()).applyAsDouble(n);
  }

  private static UniversalScalability fit(List<Point> points) {
    return UniversalScalability.fit(points).orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({
    "5000, 0.05, 0.0002",
    "1, 0.5, 0.01",
    "1e6, 0.001, 1e-7",
    "300, 0, 0.001",
    "20, 0.2, 0",
    "7, 0, 0"
  })
  void pointsOfTheLawGiveItBack(double lambda, double sigma, double kappa) {
    List<Point> points = points(law(lambda, sigma, kappa));
    UniversalScalability fit = fit(points);
    assertThat(fit.lambda()).isCloseTo(lambda, within(1e-6 * lambda));
    assertThat(fit.sigma()).isCloseTo(sigma, within(1e-6));
    assertThat(fit.kappa()).isCloseTo(kappa, within(1e-9));
    assertThat(fit.r2()).isCloseTo(1, within(1e-9));
    assertThat(fit.residuals())
        .hasSize(6)
        .allSatisfy(each -> assertThat(each).isCloseTo(0, within(1e-5 * lambda)));
    assertThat(rate(fit, 48))
        .isCloseTo(law(lambda, sigma, kappa).applyAsDouble(48), within(1e-4 * lambda));
  }

  /** Without a point of few threads, a straight line of N/X(N) may be below zero at one. */
  @Test
  void aFallFromTheFirstPointOnDoesNotMakeTheRateOfOneNegative() {
    List<Point> points = new ArrayList<>();
    for (int n = 10; n <= 60; n += 10) {
      points.add(new Point(n, 25 * n / (n - 7.5)));
    }
    UniversalScalability fit = fit(points);
    assertThat(fit.lambda()).isPositive().isFinite();
    assertThat(fit.sigma()).isNotNegative();
    assertThat(fit.kappa()).isNotNegative();
  }

  @Test
  void thePeakIsWhereMoreDoLess() {
    UniversalScalability fit = fit(points(law(5000, 0.05, 0.0002)));
    double peak = fit.peak().orElseThrow();
    assertThat(peak).isCloseTo(Math.sqrt(0.95 / 0.0002), within(0.01));
    assertThat(rate(fit, peak))
        .isGreaterThan(rate(fit, peak - 1))
        .isGreaterThan(rate(fit, peak + 1));
  }

  @Test
  void withoutCoherencyThereIsNoPeak() {
    UniversalScalability amdahl = new UniversalScalability(1, 0.1, 0, List.of(), 1);
    assertThat(amdahl.peak()).isEmpty();
    assertThat(new UniversalScalability(1, 2, 0.1, List.of(), 1).peak()).hasValue(1);
  }

  @Test
  void noiseOfSharesIsBorne() {
    SplittableRandom random = new SplittableRandom(1);
    DoubleUnaryOperator law = law(5000, 0.05, 0.0005);
    UniversalScalability fit =
        fit(points(n -> law.applyAsDouble(n) * (0.97 + 0.06 * random.nextDouble())));
    assertThat(fit.sigma()).isCloseTo(0.05, within(0.02));
    assertThat(fit.kappa()).isCloseTo(0.0005, within(0.0002));
    assertThat(fit.r2()).isBetween(0.95, 1.0);
    assertThat(fit.residuals()).anyMatch(each -> each > 0).anyMatch(each -> each < 0);
  }

  /** Two that do more than twice as much: neither contention nor coherency can be negative. */
  @Test
  void whatTheLawCannotSayShowsInResiduals() {
    UniversalScalability fit = fit(points(n -> n * n));
    assertThat(fit.sigma()).isZero();
    assertThat(fit.kappa()).isZero();
    assertThat(fit.r2()).isLessThan(0.9);
  }

  @Test
  void residualsAreMeasuredMinusFitted() {
    List<Point> points = points(law(100, 0.1, 0.001));
    points.set(3, new Point(32, points.get(3).rate() * 1.2));
    UniversalScalability fit = fit(points);
    for (int i = 0; i < points.size(); i++) {
      Point point = points.get(i);
      assertThat(fit.residuals().get(i)).isEqualTo(point.rate() - rate(fit, point.n()));
    }
    assertThat(fit.residuals().get(3)).isPositive();
    assertThat(fit.r2()).isLessThan(0.99);
  }

  @Test
  void fewerPointsThanSixGiveNone() {
    List<Point> points = points(law(100, 0.1, 0.001)).subList(0, 5);
    assertThat(UniversalScalability.fit(points)).isEmpty();
    List<Point> repeated = new ArrayList<>(points);
    repeated.add(points.get(0));
    assertThat(UniversalScalability.fit(repeated)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"0.5, 10", "2, 0", "2, -1", "2, NaN", "2, Infinity"})
  void whatIsNoPointGivesNone(double n, double rate) {
    List<Point> points = points(law(100, 0.1, 0.001));
    points.add(new Point(n, rate));
    assertThat(UniversalScalability.fit(points)).isEmpty();
  }
}
