package io.brokerbench.units;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class UnitsTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0 ns",
    "999, 999 ns",
    "1000, 1.00 us",
    "12345, 12.3 us",
    "9994, 9.99 us",
    "9999, 10.0 us",
    "99960, 100 us",
    "999000, 999 us",
    "999499, 999 us",
    "999999, 1.00 ms",
    "999500000, 1.00 s",
    "1234567, 1.23 ms",
    "2500000000, 2.50 s",
    "3600000000000, 3600 s"
  })
  void latenciesHaveThreeDigitsAndAUnit(long nanos, String text) {
    assertThat(Units.nanos(OptionalLong.of(nanos))).isEqualTo(text);
  }

  @Test
  void noLatencyIsNotZero() {
    assertThat(Units.nanos(OptionalLong.empty())).isEqualTo("n/a");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0 B",
    "1023, 1023 B",
    "1023.7, 1.0 KiB",
    "1024, 1.0 KiB",
    "1048575, 1.0 MiB",
    "1572864, 1.5 MiB",
    "1e13, 9.1 TiB"
  })
  void bytesHaveABinaryPrefix(double bytes, String text) {
    assertThat(Units.bytes(bytes)).isEqualTo(text);
  }

  @Test
  void ratesAndCountsAreInGroupsOfThree() {
    assertThat(Units.rate(1234567.8)).isEqualTo("1,234,568");
    assertThat(Units.count(1234567)).isEqualTo("1,234,567");
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "0.0166, 0.017", "0.2, 0.2", "0.4, 0.4", "0.9997, 1", "1.4, 1"})
  void lowRatesAreNotZero(double perSecond, String text) {
    assertThat(Units.rate(perSecond)).isEqualTo(text);
  }

  @Test
  void sharesAreInPercent() {
    assertThat(Units.percent(0.9876, 0)).isEqualTo("99 %");
    assertThat(Units.percent(0.9876, 1)).isEqualTo("98.8 %");
    assertThat(Units.percent(0.1)).isEqualTo("10 %");
    assertThat(Units.percent(0.025)).isEqualTo("2.5 %");
    assertThat(Units.percent(1.0 / 3)).isEqualTo("33.33 %");
  }
}
