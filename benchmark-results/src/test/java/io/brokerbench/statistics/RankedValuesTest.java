package io.brokerbench.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.statistics.RankedValues.Interval;
import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RankedValuesTest {

  private static RankedValues oneTo(int size) {
    return RankedValues.of(
        IntStream.rangeClosed(1, size).mapToObj(i -> (double) (size + 1 - i)).toList());
  }

  @Test
  void theMedianIsTheMiddleValueOrTheMeanOfTheTwo() {
    assertThat(oneTo(1).median()).isEqualTo(1);
    assertThat(oneTo(5).median()).isEqualTo(3);
    assertThat(oneTo(10).median()).isEqualTo(5.5);
    assertThat(oneTo(10).min()).isEqualTo(1);
    assertThat(oneTo(10).max()).isEqualTo(10);
  }

  @Test
  void aTimeThatWasNotReachedIsLongerThanAnyOther() {
    double never = Double.POSITIVE_INFINITY;
    assertThat(RankedValues.of(List.of(never, 1.0, 2.0)).median()).isEqualTo(2);
    assertThat(RankedValues.of(List.of(never, 1.0, 2.0)).max()).isEqualTo(never);
    assertThat(RankedValues.of(List.of(never, 1.0)).median()).isEqualTo(never);
    assertThat(RankedValues.of(List.of(never, never)).median()).isEqualTo(never);
  }

  /** The ranks of the tables of Conover (1999) for 95 %. */
  @ParameterizedTest
  @CsvSource({"6, 1, 6", "8, 1, 8", "9, 2, 8", "10, 2, 9", "11, 2, 10", "12, 3, 10", "20, 6, 15"})
  void theIntervalOfTheMedianHasTheRanksOfTheTables(int size, double low, double high) {
    assertThat(oneTo(size).medianInterval()).hasValue(new Interval(low, high));
  }

  @Test
  void fiveValuesHaveNoInterval() {
    assertThat(oneTo(5).medianInterval()).isEmpty();
    assertThat(oneTo(1).medianInterval()).isEmpty();
  }

  @Test
  void theIntervalHoldsTheMedianOfASkewedDistribution() {
    Random random = new Random(1);
    double median = Math.log(2);
    int trials = 4000;
    long held =
        IntStream.range(0, trials)
            .mapToObj(
                i ->
                    RankedValues.of(
                            DoubleStream.generate(() -> -Math.log(1 - random.nextDouble()))
                                .limit(10)
                                .boxed()
                                .toList())
                        .medianInterval()
                        .orElseThrow())
            .filter(interval -> interval.low() <= median && median <= interval.high())
            .count();
    // The exact probability is 0.979.
    assertThat(held / (double) trials).isBetween(0.97, 0.99);
  }

  @Test
  void refusesNothingAndNoNumber() {
    assertThatThrownBy(() -> RankedValues.of(List.of()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> RankedValues.of(List.of(Double.NaN)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
