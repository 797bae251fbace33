package io.brokerbench.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PublishedValueTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "RATE | 3770/s | 3,770/s | 3770",
        "RATE | about 60k/s | about 60,000/s | 60000",
        "TIME | 0.256ms | 256 us | 256000",
        "TIME | < 1s | < 1.00 s | 1e9",
        "TIME | > 60s | > 60.0 s | 6e10",
        "SHARE | 70% to 80% | 70 % to 80 % | 0.75",
        "SHARE | 78.13% | 78.13 % | 0.7813",
        "COUNT | 2047 | 2,047 | 2047",
        "BYTES_PER_SECOND | 100MB/s | 100.0 MiB/s | 104857600"
      })
  void valuesHaveOneNotation(Dimension dimension, String text, String shown, double middle) {
    PublishedValue value = PublishedValue.parse(text, dimension);
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
        "TIME | < 1 | must be a duration with its unit",
        "RATE | about | must be a rate"
      })
  void otherNotationsAreRefused(Dimension dimension, String text, String rule) {
    assertThatThrownBy(() -> PublishedValue.parse(text, dimension)).hasMessageContaining(rule);
  }

  @Test
  void boundsHoldOrNot() {
    assertThat(PublishedValue.parse("< 1s", Dimension.TIME).holds(0.9e9)).isTrue();
    assertThat(PublishedValue.parse("< 1s", Dimension.TIME).holds(1.1e9)).isFalse();
    assertThat(PublishedValue.parse("> 1s", Dimension.TIME).holds(1.1e9)).isTrue();
    assertThat(PublishedValue.parse("> 1s", Dimension.TIME).holds(0.9e9)).isFalse();
    assertThat(PublishedValue.parse("1s", Dimension.TIME).bound()).isFalse();
  }
}
