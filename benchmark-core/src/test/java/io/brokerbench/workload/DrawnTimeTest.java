package io.brokerbench.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.brokerbench.record.MessageRandom;
import io.brokerbench.workload.DrawnTime.Shape;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class DrawnTimeTest {

  private static final long MILLI = 1_000_000;

  @Test
  void threeNotationsAreRead() {
    assertThat(DrawnTime.parse("0")).isEqualTo(new DrawnTime(Shape.FIXED, 0, 0));
    assertThat(DrawnTime.parse(" 5ms "))
        .isEqualTo(new DrawnTime(Shape.FIXED, 5 * MILLI, 5 * MILLI));
    assertThat(DrawnTime.parse("exp(250us)"))
        .isEqualTo(new DrawnTime(Shape.EXPONENTIAL, MILLI / 4, MILLI / 4));
    assertThat(DrawnTime.parse("1ms..9ms"))
        .isEqualTo(new DrawnTime(Shape.UNIFORM, MILLI, 9 * MILLI));
    assertThat(DrawnTime.parse("3ms..3ms"))
        .isEqualTo(new DrawnTime(Shape.UNIFORM, 3 * MILLI, 3 * MILLI));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "5", "-5ms", "exp()", "exp(5)", "exp(5ms", "9ms..1ms", "1ms..", "..", "x"})
  void anythingElseIsRefused(String text) {
    assertThatThrownBy(() -> DrawnTime.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("must be a time such as 0 or 5ms, exp(5ms), or 1ms..9ms, got \"%s\"", text);
  }

  @Property
  void aLengthLiesWithinItsBounds(@ForAll @DoubleRange(min = 0, max = 0.99) double uniform) {
    assertThat(DrawnTime.parse("5ms").nanos(uniform)).isEqualTo(5 * MILLI);
    assertThat(DrawnTime.parse("1ms..9ms").nanos(uniform)).isBetween(MILLI, 9 * MILLI);
    assertThat(DrawnTime.parse("exp(5ms)").nanos(uniform)).isBetween(0L, 21 * 5 * MILLI);
    assertThat(DrawnTime.parse("0").nanos(uniform)).isZero();
  }

  @Test
  void meansAreThoseThatWereAskedFor() {
    assertThat(mean(DrawnTime.parse("exp(5ms)"))).isCloseTo(5 * MILLI, withinPercentage(3));
    assertThat(mean(DrawnTime.parse("1ms..9ms"))).isCloseTo(5 * MILLI, withinPercentage(3));
    assertThat(DrawnTime.parse("exp(1s)").nanos(1 - Math.exp(-2))).isEqualTo(2_000_000_000);
  }

  private static long mean(DrawnTime work) {
    int draws = 100_000;
    long sum = 0;
    for (int i = 0; i < draws; i++) {
      sum += work.nanos(MessageRandom.uniform(1, 0, i, 0));
    }
    return sum / draws;
  }
}
