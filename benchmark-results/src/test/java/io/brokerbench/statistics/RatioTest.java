package io.brokerbench.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RatioTest {

  private static final double TINY = 1e-9;

  /**
   * The first worked example of Welch's test in Wikipedia ("Welch's t-test", equal sizes, unequal
   * variances): t = -2.46, 25.0 degrees of freedom, two-sided p = 0.021.
   */
  @Test
  void agreesWithAWorkedExample() {
    Ratio ratio =
        Ratio.of(
            exponentials(
                27.1, 22.0, 20.8, 23.4, 23.4, 23.5, 25.8, 22.0, 24.8, 20.2, 21.9, 22.1, 22.9, 20.5,
                24.4),
            exponentials(
                27.5, 21.0, 19.0, 23.6, 17.0, 17.9, 16.9, 20.1, 21.9, 22.6, 23.1, 19.6, 19.0, 21.7,
                21.4));
    assertThat(ratio.log() / ratio.standardError()).isCloseTo(-2.46, within(0.005));
    assertThat(ratio.degreesOfFreedom()).isCloseTo(25.0, within(0.05));
    assertThat(2 * ratio.inverse().chanceIfNotHigher()).isCloseTo(0.021, within(0.0005));
    // Tables: t(0.975, 25) = 2.060.
    double half = 2.060 * ratio.standardError();
    assertThat(Math.log(ratio.low())).isCloseTo(ratio.log() - half, within(1e-3));
    assertThat(Math.log(ratio.high())).isCloseTo(ratio.log() + half, within(1e-3));
  }

  @ParameterizedTest
  @CsvSource({"1, 12.706", "2, 4.303", "4, 2.776", "10, 2.228", "30, 2.042"})
  void quantilesAreThoseOfTables(double degrees, double quantile) {
    assertThat(Ratio.studentQuantile(0.975, degrees)).isCloseTo(quantile, within(0.0005));
  }

  @Test
  void oneRunOnASideIsRefused() {
    assertThatThrownBy(() -> Ratio.of(Repeats.of(1), Repeats.of(1, 2)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Ratio.of(Repeats.of(1, 2), Repeats.of(1)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Ratio.mean(List.of())).isInstanceOf(IllegalArgumentException.class);
  }

  @Property
  void theSameRunsHaveRatioOneInsideTheInterval(
      @ForAll @Size(min = 2, max = 9) List<@DoubleRange(min = 0.01, max = 1e9) Double> values) {
    Ratio ratio = Ratio.of(repeats(values, 1), repeats(values, 1));
    assertThat(ratio.estimate()).isEqualTo(1);
    assertThat(ratio.low()).isLessThanOrEqualTo(1);
    assertThat(ratio.high()).isGreaterThanOrEqualTo(1);
  }

  @Property
  void aCandidateTimesKHasItsRatioTimesK(
      @ForAll @Size(min = 2, max = 9) List<@DoubleRange(min = 1, max = 1e3) Double> base,
      @ForAll @Size(min = 2, max = 9) List<@DoubleRange(min = 1, max = 1e3) Double> candidate,
      @ForAll @DoubleRange(min = 0.01, max = 100) double k) {
    Ratio plain = Ratio.of(repeats(base, 1), repeats(candidate, 1));
    Ratio scaled = Ratio.of(repeats(base, 1), repeats(candidate, k));
    assertThat(scaled.log()).isCloseTo(plain.log() + Math.log(k), within(TINY));
    assertThat(scaled.standardError()).isCloseTo(plain.standardError(), within(TINY));
  }

  @Property
  void sidesChangedAboutInvertTheInterval(
      @ForAll @Size(min = 2, max = 9) List<@DoubleRange(min = 1, max = 1e3) Double> base,
      @ForAll @Size(min = 2, max = 9) List<@DoubleRange(min = 1, max = 1e3) Double> candidate) {
    Ratio there = Ratio.of(repeats(base, 1), repeats(candidate, 1));
    Ratio back = Ratio.of(repeats(candidate, 1), repeats(base, 1));
    assertThat(there.log()).isEqualTo(-back.log());
    assertThat(Math.log(there.low())).isCloseTo(-Math.log(back.high()), within(TINY));
    assertThat(there.inverse().chanceIfNotHigher())
        .isCloseTo(back.chanceIfNotHigher(), within(TINY));
  }

  @Property
  void theMeanOfEqualRatiosIsThatRatioWithASmallerError(
      @ForAll @Size(min = 2, max = 9) List<@DoubleRange(min = 1, max = 1e3) Double> base,
      @ForAll @Size(min = 2, max = 9) List<@DoubleRange(min = 1, max = 1e3) Double> candidate) {
    Ratio one = Ratio.of(repeats(base, 1), repeats(candidate, 1));
    Ratio four = Ratio.mean(Collections.nCopies(4, one));
    assertThat(four.log()).isCloseTo(one.log(), within(TINY));
    assertThat(four.standardError()).isCloseTo(one.standardError() / 2, within(TINY));
    assertThat(four.degreesOfFreedom()).isCloseTo(4 * one.degreesOfFreedom(), within(1e-6));
    assertThat(Ratio.mean(List.of(one)).degreesOfFreedom())
        .isCloseTo(one.degreesOfFreedom(), within(1e-6));
  }

  /**
   * Nominal 95 %; Welch's approximation is a little careful with very few runs, and a little bold
   * where the side of fewer runs has the greater spread.
   */
  @ParameterizedTest
  @CsvSource({"3, 3, 0.1, 0.1", "2, 2, 0.1, 0.1", "5, 3, 0.05, 0.2", "8, 8, 0.3, 0.1"})
  void nineteenOfTwentyIntervalsHoldTheTruth(
      int baseRuns, int candidateRuns, double baseSpread, double candidateSpread) {
    Random random = new Random(20_260_102);
    int trials = 8000;
    int held = 0;
    for (int i = 0; i < trials; i++) {
      Ratio ratio =
          Ratio.of(
              Samples.logNormal(random, baseRuns, 1000, baseSpread),
              Samples.logNormal(random, candidateRuns, 1200, candidateSpread));
      held += ratio.low() <= 1.2 && 1.2 <= ratio.high() ? 1 : 0;
    }
    assertThat((double) held / trials).isBetween(0.925, 0.985);
  }

  @Test
  void theMeanOfManyCellsHoldsTheTruthToo() {
    Random random = new Random(7);
    int trials = 4000;
    int held = 0;
    double widths = 0;
    for (int i = 0; i < trials; i++) {
      Ratio mean =
          Ratio.mean(
              DoubleStream.of(0.02, 0.05, 0.05, 0.1, 0.1, 0.2)
                  .mapToObj(
                      spread ->
                          Ratio.of(
                              Samples.logNormal(random, 3, 1000, spread),
                              Samples.logNormal(random, 3, 900, spread)))
                  .toList());
      held += mean.low() <= 0.9 && 0.9 <= mean.high() ? 1 : 0;
      widths += mean.high() - mean.low();
    }
    assertThat((double) held / trials).isBetween(0.935, 0.98);
    // Six cells of three runs tell what one of them alone could not.
    assertThat(widths / trials).isLessThan(0.2);
  }

  @Test
  void runsThatDoNotDifferHaveAnIntervalOfNoWidth() {
    Ratio ratio = Ratio.of(Repeats.of(100, 100), Repeats.of(110, 110, 110));
    assertThat(ratio.low()).isCloseTo(1.1, within(TINY));
    assertThat(ratio.high()).isCloseTo(1.1, within(TINY));
    assertThat(ratio.degreesOfFreedom()).isEqualTo(3);
    assertThat(ratio.chanceIfNotHigher()).isZero();
    assertThat(ratio.inverse().chanceIfNotHigher()).isEqualTo(1);
    assertThat(Ratio.mean(List.of(ratio, ratio)).degreesOfFreedom()).isEqualTo(6);
  }

  private static Repeats exponentials(double... logs) {
    return Repeats.of(DoubleStream.of(logs).map(Math::exp).toArray());
  }

  private static Repeats repeats(List<Double> values, double factor) {
    return Repeats.of(values.stream().mapToDouble(value -> value * factor).toArray());
  }

  @Test
  void pairsHaveTheIntervalOfTheirRatios() {
    Repeats ratios = Repeats.of(1.4, 1.6, 1.3, 2.0, 1.5);
    Ratio ratio = Ratio.ofPairs(ratios);
    assertThat(ratio.estimate()).isCloseTo(ratios.mean(), within(1e-12));
    assertThat(ratio.low()).isCloseTo(ratios.low(), within(1e-12));
    assertThat(ratio.high()).isCloseTo(ratios.high(), within(1e-12));
    assertThatThrownBy(() -> Ratio.ofPairs(Repeats.of(1.4)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
