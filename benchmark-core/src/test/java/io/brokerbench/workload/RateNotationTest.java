package io.brokerbench.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.brokerbench.schedule.RateProfile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RateNotationTest {

  @Test
  void closedIsNoRate() {
    assertThat(RateNotation.parse(" closed ", 1, 1)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2000/s | 10 | 20000",
        "1k/s for 10s, 2k/s | 10 | 10000",
        "1k/s for 10s, 2k/s | 11 | 12000",
        "1000/s..5000/s for 30s, 5000/s | 15 | 30000",
        "1000/s..5000/s for 30s, 5000/s | 31 | 95000",
        "5k..1k for 1s, 3k for 1s, 1k | 3 | 7000",
      })
  void rateStepsAndRampsAreReadAsTheySay(String text, double seconds, double messages) {
    assertThat(profile(text).messagesUntil(seconds * 1e9)).isCloseTo(messages, within(1e-6));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 | must be above 0/s and at most 10M/s, got \"0\"",
        "-5/s | must be above 0/s and at most 10M/s, got \"-5/s\"",
        "11M/s | must be above 0/s and at most 10M/s, got \"11M/s\"",
        "fast | must be a rate such as 2000/s or 50k/s, got \"fast\"",
        "1k/s, 2k/s | must say how long \"1k/s\" lasts, as in \"1k/s for 30s\"",
        "1k/s..2k/s | must say how long \"1k/s..2k/s\" lasts, as in \"1k/s..2k/s for 30s\"",
        "1k/s for 5 | must be a duration with its unit, such as 5s or 5ms, got \" 5\"",
        "1k/s for 0s, 2k/s | must have pieces longer than 0s, got \"1k/s for 0s\"",
        "1k/s..2k/s..3k/s for 1s"
            + " | must be closed, a rate, or pieces such as 1k/s for 10s, got"
            + " \"1k/s..2k/s..3k/s for 1s\"",
        "1k/s for 1s, | must be a rate such as 2000/s or 50k/s, got \"\"",
      })
  void whatCannotBeFollowedIsRefused(String text, String message) {
    assertThatThrownBy(() -> RateNotation.parse(text, 1, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  private static RateProfile profile(String text) {
    return RateNotation.parse(text, 1, 1).orElseThrow();
  }
}
