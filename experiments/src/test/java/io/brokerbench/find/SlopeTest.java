package io.brokerbench.find;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SlopeTest {

  /** Nominal 95 %; one that is unaware of an autocorrelation of 0.6 keeps some 68 %. */
  @ParameterizedTest
  @CsvSource({
    "60, 0, 0.93, 0.97",
    "30, 0, 0.93, 0.97",
    "60, 0.3, 0.93, 0.97",
    "60, 0.6, 0.92, 0.97",
    "30, 0.6, 0.92, 0.97",
    "120, 0.6, 0.93, 0.97",
    "60, 0.8, 0.90, 0.97",
    "60, 1, 0.83, 0.97"
  })
  void nineteenOfTwentyIntervalsHoldTheTruth(
      int points, double autocorrelation, double least, double most) {
    Random random = new Random(20_260_401);
    double[] seconds = seconds(points);
    int trials = 4000;
    int held = 0;
    for (int i = 0; i < trials; i++) {
      double[] values = noise(random, points, autocorrelation);
      for (int second = 0; second < points; second++) {
        values[second] = 100 + 0.7 * second + 3 * values[second];
      }
      Slope slope = Slope.of(seconds, values);
      held += slope.low() <= 0.7 && 0.7 <= slope.high() ? 1 : 0;
    }
    assertThat((double) held / trials).isBetween(least, most);
  }

  /** An interval that holds the truth because it is wide would help nobody. */
  @Test
  void aGrowthBeyondTheNoiseIsSeen() {
    Random random = new Random(5);
    double[] values = noise(random, 60, 0.6);
    for (int second = 0; second < values.length; second++) {
      values[second] = 0.2 * second + values[second];
    }
    Slope slope = Slope.of(seconds(60), values);
    assertThat(slope.low()).isGreaterThan(0.05);
    assertThat(slope.high()).isLessThan(0.4);
  }

  /** Anscombe's (1973) first data set: slope 0.500, standard error 0.118, 9 degrees of freedom. */
  @Test
  void agreesWithAnscombeWhereResidualsDoNotFollowEachOther() {
    Slope slope =
        Slope.of(
            new double[] {4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14},
            new double[] {4.26, 5.68, 7.24, 4.82, 6.95, 8.81, 8.04, 8.33, 10.84, 7.58, 9.96});
    assertThat(slope.perSecond()).isCloseTo(0.5001, within(0.00005));
    // Tables: t(0.975, 9) = 2.262.
    assertThat(slope.high() - slope.perSecond()).isCloseTo(2.262 * 0.1179, within(0.0002));
    assertThat(slope.perSecond() - slope.low()).isCloseTo(2.262 * 0.1179, within(0.0002));
  }

  @Test
  void aStraightLineHasAnIntervalOfNoWidth() {
    double[] empty = new double[60];
    assertThat(Slope.of(seconds(60), empty)).isEqualTo(new Slope(0, 0, 0));
    double[] line = Arrays.stream(seconds(60)).map(second -> 1e6 + 0.1 * second).toArray();
    Slope slope = Slope.of(seconds(60), line);
    assertThat(slope.low()).isCloseTo(0.1, within(1e-9));
    assertThat(slope.high()).isCloseTo(0.1, within(1e-9));
  }

  @Test
  void tooShortASeriesIsUnknown() {
    assertThat(Slope.of(new double[0], new double[0]).known()).isFalse();
    assertThat(Slope.of(seconds(4), new double[] {1, 2, 4, 3}).known()).isFalse();
    assertThat(Slope.of(new double[5], new double[] {1, 2, 4, 3, 5}).known()).isFalse();
    assertThat(Slope.of(seconds(5), new double[] {1, 2, 4, 3, 5}).known()).isTrue();
    assertThatThrownBy(() -> Slope.of(seconds(5), new double[6]))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static double[] seconds(int points) {
    return IntStream.range(0, points).asDoubleStream().toArray();
  }

  /** An AR(1) series of innovations with variance 1; 1 is a random walk. */
  private static double[] noise(Random random, int points, double autocorrelation) {
    double stationary =
        autocorrelation < 1 ? 1 / Math.sqrt(1 - autocorrelation * autocorrelation) : 1;
    double value = random.nextGaussian() * stationary;
    double[] values = new double[points];
    for (int i = 0; i < points; i++) {
      values[i] = value;
      value = autocorrelation * value + random.nextGaussian();
    }
    return values;
  }
}
