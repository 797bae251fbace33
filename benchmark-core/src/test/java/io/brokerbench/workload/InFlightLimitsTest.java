package io.brokerbench.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.workload.InFlightLimits.Step;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class InFlightLimitsTest {

  @Test
  void aSingleLimitHasNoLength() {
    InFlightLimits limits = InFlightLimits.parse("10 each", 1000);
    assertThat(limits.first()).isEqualTo(new InFlight(10, true));
    assertThat(limits.stepped()).isFalse();
    assertThat(limits.length()).isZero();
    assertThat(limits.text()).isEqualTo("10 each");
    assertThat(InFlightLimits.written("10 each")).isEmpty();
  }

  @Test
  void stepsFollowEachOther() {
    String text = "1% for 60s, 2 % for 1m,20 each for 30s";
    InFlightLimits limits = InFlightLimits.parse(text, 1000);
    assertThat(limits.steps())
        .containsExactly(
            new Step(new InFlight(10, true), Duration.ofSeconds(60)),
            new Step(new InFlight(20, true), Duration.ofSeconds(60)),
            new Step(new InFlight(20, true), Duration.ofSeconds(30)));
    assertThat(limits.length()).isEqualTo(Duration.ofSeconds(150));
    assertThat(limits.ofAll(3)).isEqualTo(60);
    assertThat(limits.sends()).isEqualTo(20);
    assertThat(limits.text()).isEqualTo("10 each, 20 each, 20 each");
    assertThat(InFlightLimits.written(text)).containsExactly("1%", "2 %", "20 each");
  }

  @Test
  void aScaleShortensStepsAndMakesLimitsOfAllSendersSmaller() {
    Scale scale = new Scale(1, 0.5, 0.1);
    assertThat(InFlightLimits.parse("64 for 60s, 128 for 30s", 1000, scale).steps())
        .containsExactly(
            new Step(new InFlight(32, false), Duration.ofSeconds(6)),
            new Step(new InFlight(64, false), Duration.ofSeconds(3)));
    assertThat(InFlightLimits.parse("10 each for 60s", 1000, scale).first())
        .isEqualTo(new InFlight(10, true));
  }

  @Test
  void theirLengthIsThatOfTheMeasuredTime() {
    Load load = TestWorkload.of("load.mode=async", "load.in-flight=1 for 20s, 2 for 10s").load();
    assertThat(load.duration()).isEqualTo(Duration.ofSeconds(30));
    assertThat(load.constant()).isFalse();
    assertThat(TestWorkload.of("load.mode=async", "load.in-flight=1").load().constant()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1 for 10s, 2 | must have a length for \"2\", as in \"10 each for 60s\"",
        "1 for 10s for 2s | must have a length for \"1 for 10s for 2s\", as in \"10 each for 60s\"",
        "1 for 0s, 2 for 1s | must have steps longer than 0s, got \"1 for 0s\"",
        "none for 10s, 2 for 1s | cannot be none for a part of the load, got \"none for 10s\"",
        "1 for 10s, 2 each for 1s | must be of each sender in all steps or in none, got \"1 for 10s, 2 each for 1s\"",
        "1 for long, 2 for 1s | must be a duration",
        "0 for 10s, 2 for 1s | must be a whole number from 1 to 1,000,000",
      })
  void slipsAreReported(String text, String problem) {
    assertThatThrownBy(() -> InFlightLimits.parse(text, 1000))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(problem);
  }
}
