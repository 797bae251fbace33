package io.brokerbench.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class InFlightTest {

  @ParameterizedTest
  @CsvSource({
    "64, 64, false, 64",
    "10 each, 10, true, 40",
    "10each, 10, true, 40",
    "1%, 10, true, 40",
    "0.05%, 1, true, 4",
    "0.11%, 1, true, 4",
    "0.16%, 2, true, 8",
    "200%, 2000, true, 8000",
  })
  void isOfAllSendersOrOfEachOrAShareOfItsRate(String text, int sends, boolean each, int ofFour) {
    InFlight inFlight = InFlight.parse(text, 1000);
    assertThat(inFlight).isEqualTo(new InFlight(sends, each));
    assertThat(inFlight.ofAll(4)).isEqualTo(ofFour);
    assertThat(InFlight.parse(inFlight.text(), 1000)).isEqualTo(inFlight);
  }

  @Test
  void aShareIsOfARateThatStaysTheSame() {
    assertThatThrownBy(() -> InFlight.parse("10%", Double.NaN))
        .hasMessage("needs a load.rate that stays the same to be a share of it, got \"10%\"");
    assertThat(InFlight.parse("10 each", Double.NaN)).isEqualTo(new InFlight(10, true));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"0", "-1", "1000001", "x", "0%", "-1%", "x%", "0 each", "each", "10 every"})
  void whatItIsNotIsRefused(String text) {
    assertThatThrownBy(() -> InFlight.parse(text, 1000))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("must be a whole number from 1 to 1,000,000 for all senders")
        .hasMessageEndingWith("got \"%s\"", text);
  }
}
