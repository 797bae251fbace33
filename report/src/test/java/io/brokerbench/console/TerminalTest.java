package io.brokerbench.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TerminalTest {

  @ParameterizedTest
  @CsvSource({"xterm, true", "dumb, false", "'', false"})
  void aTerminalInterpretsEscapesIfItsTypeIsKnown(String type, boolean interprets) {
    assertThat(Terminal.interpretsEscapes(Map.of("TERM", type))).isEqualTo(interprets);
    assertThat(Terminal.interpretsEscapes(Map.of())).isFalse();
    assertThat(Terminal.isWithoutColors(Map.of("NO_COLOR", type))).isEqualTo(!type.isEmpty());
  }

  @ParameterizedTest
  @CsvSource({
    "132,   100, 132",
    "132,   0,   132",
    ",      100, 100",
    "0,     100, 100",
    "-5,    100, 100",
    "wide,  100, 100",
    "99999999999, 100, 100",
    ",      0,   80",
  })
  void theEnvironmentIsAskedFirstThenTheWindow(String environment, int window, int columns) {
    assertThat(Terminal.columns(environment, window)).isEqualTo(columns);
  }
}
