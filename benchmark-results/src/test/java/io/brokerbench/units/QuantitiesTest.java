package io.brokerbench.units;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Locale;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class QuantitiesTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "7ns, 7",
    "10us, 10000",
    "10µs, 10000",
    "500ms, 500000000",
    "1.5s, 1500000000",
    "2m, 120000000000",
    "2min, 120000000000",
    "1h, 3600000000000",
    "' 30 s ', 30000000000"
  })
  void durationsCarryTheirUnit(String text, long nanos) {
    assertThat(Quantities.duration(text)).isEqualTo(Duration.ofNanos(nanos));
  }

  @Test
  void aDurationWithoutUnitIsRefusedWithTheTwoLikelyMeanings() {
    assertThatThrownBy(() -> Quantities.duration("5"))
        .hasMessage("must be a duration with its unit, such as 5s or 5ms, got \"5\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "s", "-5s", "5 parsecs", "5S", "1e3s", "5s5s", "9000h", "1e9h"})
  void otherDurationsAreRefused(String text) {
    assertThatThrownBy(() -> Quantities.duration(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("must be ")
        .hasMessageEndingWith(String.format(Locale.ROOT, ", got \"%s\"", text));
  }

  @Property
  void everyWholeMillisecondIsReadBack(@ForAll @LongRange(min = 0, max = 1_000_000_000) long n) {
    assertThat(Quantities.duration(n + "ms")).isEqualTo(Duration.ofMillis(n));
  }

  @ParameterizedTest
  @CsvSource({"2000/s, 2000", "2000, 2000", "50k/s, 50000", "50k, 50000", "1.5M/s, 1500000"})
  void ratesArePerSecond(String text, double perSecond) {
    assertThat(Quantities.ratePerSecond(text)).isEqualTo(perSecond);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "fast", "2000/m", "2000/min", "/s"})
  void otherRatesAreRefused(String text) {
    assertThatThrownBy(() -> Quantities.ratePerSecond(text))
        .hasMessage(
            String.format(Locale.ROOT, "must be a rate such as 2000/s or 50k/s, got \"%s\"", text));
  }

  @ParameterizedTest
  @CsvSource({
    "1024, 1024",
    "1024b, 1024",
    "64KiB, 65536",
    "64k, 65536",
    "64KB, 65536",
    "4m, 4194304",
    "1g, 1073741824",
    "1.5k, 1536"
  })
  void sizesArePowersOfTwo(String text, long bytes) {
    assertThat(Quantities.bytes(text)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "big", "1.5", "0.3k", "12 apples", "1t"})
  void otherSizesAreRefused(String text) {
    assertThatThrownBy(() -> Quantities.bytes(text))
        .hasMessage(
            String.format(
                Locale.ROOT, "must be a size such as 1024, 64KiB or 1g, got \"%s\"", text));
  }

  @ParameterizedTest
  @CsvSource({
    "1G, 1e9",
    "2.5Gbit/s, 2.5e9",
    "100 m, 1e8",
    "64kbit, 64e3",
    "1000, 1000",
    "10G/s, 1e10"
  })
  void prefixesOfBitsArePowersOfAThousand(String text, double bitsPerSecond) {
    assertThat(Quantities.bitsPerSecond(text)).isEqualTo(bitsPerSecond);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "G", "-1G", "1T", "1GB", "1G/m"})
  void otherNumbersOfBitsAreRefused(String text) {
    assertThatThrownBy(() -> Quantities.bitsPerSecond(text))
        .hasMessageStartingWith("must be bits per second such as");
  }
}
