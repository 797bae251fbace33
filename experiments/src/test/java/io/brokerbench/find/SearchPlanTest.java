package io.brokerbench.find;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SearchPlanTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0, 10, 0.05, 12, start",
    "Infinity, 0, Infinity, 0.05, 12, start",
    "NaN, 0, 10, 0.05, 12, start",
    "5, 6, 10, 0.05, 12, lowest",
    "5, -1, 10, 0.05, 12, lowest",
    "5, 1, 4, 0.05, 12, highest",
    "5, 1, 10, 0, 12, width",
    "5, 1, 10, 1.1, 12, width",
    "5, 1, 10, 0.05, 0, probes"
  })
  void aPlanOutOfRangeIsRefused(
      double start, double lowest, double highest, double width, int trials, String named) {
    assertThatThrownBy(() -> new SearchPlan(start, lowest, highest, width, trials))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(named);
  }
}
