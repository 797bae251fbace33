package io.brokerbench.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class LineRateTest {

  @ParameterizedTest
  @CsvSource({
    "1G, 1e9",
    "2.5Gbit/s, 2.5e9",
    "100 m, 1e8",
    "64kbit, 64e3",
    "1000, 1000",
    "10G/s, 1e10"
  })
  void prefixesArePowersOfAThousand(String text, double bitsPerSecond) {
    assertThat(LineRate.bitsPerSecond(text)).isEqualTo(bitsPerSecond);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "G", "-1G", "1T", "1GB", "1G/m"})
  void whatIsNoneIsRefused(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> LineRate.bitsPerSecond(text));
  }
}
