package io.brokerbench.find;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class LatencyKneeTest {

  private static final double SERVED_PER_SECOND = 20_000;

  /**
   * Of an M/M/1 queue with latency 1 / (1 - u) the difference from the chord over u from a to b is
   * greatest where 1 - u is the geometric mean of 1 - a and 1 - b.
   */
  @ParameterizedTest
  @CsvSource({"0.1, 0.95, 86", "0.1, 0.95, 18", "0.05, 0.99, 95", "0.1, 0.8, 71", "0.1, 0.8, 8"})
  void isWhereTheCurveOfAQueueHangsLowest(double first, double last, int points) {
    LatencyKnee.Point knee = LatencyKnee.of(queue(first, last, points)).orElseThrow();
    double distance = (last - first) / (points - 1);
    assertThat(knee.perSecond() / SERVED_PER_SECOND)
        .isCloseTo(1 - Math.sqrt((1 - first) * (1 - last)), within(distance));
  }

  @Test
  void reportsTheLatencyThereWhateverTheOrder() {
    List<LatencyKnee.Point> curve = new ArrayList<>(queue(0.1, 0.95, 18));
    Collections.shuffle(curve, new Random(3));
    assertThat(LatencyKnee.of(curve)).isEqualTo(LatencyKnee.of(queue(0.1, 0.95, 18)));
    assertThat(curve).contains(LatencyKnee.of(curve).orElseThrow());
  }

  /** Latencies from 6 to 15 with a standard deviation of 0.2. */
  @Test
  void aStraightLineHasNoneAndANoisyOneHardlyEver() {
    assertThat(LatencyKnee.of(curve(10, u -> 5 + 10 * u))).isEmpty();
    Random random = new Random(11);
    long knees =
        IntStream.range(0, 2000)
            .filter(
                i ->
                    LatencyKnee.of(curve(10, u -> 5 + 10 * u + 0.2 * random.nextGaussian()))
                        .isPresent())
            .count();
    assertThat(knees).isLessThan(20);
  }

  @Test
  void aCurveThatFlattensHasNone() {
    assertThat(LatencyKnee.of(curve(20, u -> Math.sqrt(u)))).isEmpty();
  }

  @Test
  void aFlatCurveAndOneOfTooFewPointsHaveNone() {
    assertThat(LatencyKnee.of(curve(10, u -> 7))).isEmpty();
    assertThat(LatencyKnee.of(List.of())).isEmpty();
    assertThat(LatencyKnee.of(queue(0.1, 0.1, 1))).isEmpty();
    assertThat(LatencyKnee.of(queue(0.1, 0.9, 2))).isEmpty();
  }

  private static List<LatencyKnee.Point> queue(double first, double last, int points) {
    return IntStream.range(0, points)
        .mapToDouble(i -> first + (last - first) * i / Math.max(1, points - 1))
        .mapToObj(
            u -> new LatencyKnee.Point(u * SERVED_PER_SECOND, 1e9 / (SERVED_PER_SECOND * (1 - u))))
        .toList();
  }

  private static List<LatencyKnee.Point> curve(int points, DoubleUnaryOperator latency) {
    return IntStream.rangeClosed(1, points)
        .mapToDouble(i -> (double) i / points)
        .mapToObj(u -> new LatencyKnee.Point(u * SERVED_PER_SECOND, latency.applyAsDouble(u)))
        .toList();
  }
}
