package io.brokerbench.published;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.units.Unit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PublishedValueTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "PER_SECOND | 3770/s | 3,770/s | 3770",
        "PER_SECOND | about 60k/s | about 60,000/s | 60000",
        "NANOS | 0.256ms | 256 us | 256000",
        "NANOS | < 1s | < 1.00 s | 1e9",
        "NANOS | > 60s | > 60.0 s | 6e10",
        "SHARE | 70% to 80% | 70 % to 80 % | 0.75",
        "SHARE | 78.13% | 78.13 % | 0.7813",
        "COUNT | 2047 | 2,047 | 2047",
        "BYTES_PER_SECOND | 100MB/s | 100.0 MiB/s | 104857600"
      })
  void valuesHaveOneNotation(Unit unit, String text, String shown, double middle) {
    PublishedValue value = PublishedValue.parse(text, unit);
    assertThat(value.text()).isEqualTo(shown);
    assertThat(value.middle()).isEqualTo(middle);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SHARE | 80% to 70% | must be a range such as 70% to 80%",
        "SHARE | 80 | must be a share such as 30%",
        "SHARE | x% | must be a share such as 30%",
        "COUNT | many | must be a number",
        "NANOS | < 1 | must be a duration with its unit",
        "PER_SECOND | about | must be a rate"
      })
  void otherNotationsAreRefused(Unit unit, String text, String rule) {
    assertThatThrownBy(() -> PublishedValue.parse(text, unit)).hasMessageContaining(rule);
  }

  @Test
  void boundsHoldOrNot() {
    assertThat(PublishedValue.parse("< 1s", Unit.NANOS).holds(0.9e9)).isTrue();
    assertThat(PublishedValue.parse("< 1s", Unit.NANOS).holds(1.1e9)).isFalse();
    assertThat(PublishedValue.parse("> 1s", Unit.NANOS).holds(1.1e9)).isTrue();
    assertThat(PublishedValue.parse("> 1s", Unit.NANOS).holds(0.9e9)).isFalse();
    assertThat(PublishedValue.parse("1s", Unit.NANOS).bound()).isFalse();
  }
}
