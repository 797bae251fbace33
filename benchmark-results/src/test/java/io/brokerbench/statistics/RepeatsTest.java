package io.brokerbench.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RepeatsTest {

  @Test
  void theMeanIsGeometricAndTheSpreadIsOfLogarithms() {
    Repeats repeats = Repeats.of(100, 10_000);
    assertThat(repeats.mean()).isCloseTo(1000, within(1e-9));
    double half = Math.log(10);
    assertThat(repeats.varianceLog()).isCloseTo(2 * half * half, within(1e-12));
    assertThat(repeats.size()).isEqualTo(2);
  }

  @Test
  void oneRunHasNoSpread() {
    assertThat(Repeats.of(5).spread()).isFalse();
    assertThat(Repeats.of(5).varianceLog()).isNaN();
    assertThat(Repeats.of(5).mean()).isCloseTo(5, within(1e-12));
    assertThat(Repeats.of(5, 5).spread()).isTrue();
    assertThat(Repeats.of().mean()).isNaN();
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
  void whatHasNoLogarithmIsRefused(double value) {
    assertThatThrownBy(() -> Repeats.of(1, value)).isInstanceOf(IllegalArgumentException.class);
  }
}
