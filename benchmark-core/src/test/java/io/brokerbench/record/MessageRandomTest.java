package io.brokerbench.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

final class MessageRandomTest {

  private static final int DRAWS = 100_000;

  /** Six standard errors of the mean of uniform numbers: less than one in 10^8 lies beyond. */
  private static final double ERROR = 6 / Math.sqrt(12.0 * DRAWS);

  @Property
  void theSameMessageDrawsTheSame(
      @ForAll long seed,
      @ForAll @IntRange(min = 0, max = 65_535) int producer,
      @ForAll @LongRange(min = 0) long sequence,
      @ForAll @IntRange(min = 0, max = 200) int number) {
    double drawn = MessageRandom.uniform(seed, producer, sequence, number);
    assertThat(drawn).isGreaterThanOrEqualTo(0).isLessThan(1);
    assertThat(MessageRandom.uniform(seed, producer, sequence, number)).isEqualTo(drawn);
    assertThat(MessageRandom.uniform(seed + 1, producer, sequence, number)).isNotEqualTo(drawn);
    assertThat(MessageRandom.uniform(seed, producer + 1, sequence, number)).isNotEqualTo(drawn);
    assertThat(MessageRandom.uniform(seed, producer, sequence ^ 1, number)).isNotEqualTo(drawn);
    assertThat(MessageRandom.uniform(seed, producer, sequence, number + 1)).isNotEqualTo(drawn);
  }

  @Property(tries = 20)
  void drawsAreUniformAlongEachOfTheirNumbers(@ForAll long seed) {
    double[] sums = new double[4];
    int[] tenths = new int[10];
    for (int i = 0; i < DRAWS; i++) {
      sums[0] += MessageRandom.uniform(seed, 3, i, 0);
      sums[1] += MessageRandom.uniform(seed, i % 65_536, 5, i / 65_536);
      sums[2] += MessageRandom.uniform(seed, 3, 5, i);
      sums[3] += MessageRandom.uniform(seed + i, 3, 5, 0);
      tenths[(int) (MessageRandom.uniform(seed, 3, i, 0) * 10)]++;
    }
    for (double sum : sums) {
      assertThat(sum / DRAWS).isCloseTo(0.5, within(ERROR));
    }
    for (int tenth : tenths) {
      assertThat(tenth).isCloseTo(DRAWS / 10, within((int) (6 * Math.sqrt(DRAWS * 0.09))));
    }
  }

  /**
   * A message's outcome and its successor's, or its first and second check, have nothing in common.
   */
  @Test
  void drawsOfNeighboursAreIndependent() {
    double byNext = 0;
    double byNumber = 0;
    double byProducer = 0;
    for (int i = 0; i < DRAWS; i++) {
      double own = MessageRandom.uniform(1, 0, i, 0) - 0.5;
      byNext += own * (MessageRandom.uniform(1, 0, i + 1, 0) - 0.5);
      byNumber += own * (MessageRandom.uniform(1, 0, i, 1) - 0.5);
      byProducer += own * (MessageRandom.uniform(1, 1, i, 0) - 0.5);
    }
    double error = 6.0 / 12 * Math.sqrt(DRAWS);
    assertThat(byNext).isCloseTo(0, within(error));
    assertThat(byNumber).isCloseTo(0, within(error));
    assertThat(byProducer).isCloseTo(0, within(error));
  }
}
