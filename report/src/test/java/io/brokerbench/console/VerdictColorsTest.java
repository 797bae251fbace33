package io.brokerbench.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class VerdictColorsTest {

  private static final String NONE = "";

  private static String colored(String noColor, int columns, String line) {
    return VerdictColors.of(Map.of("NO_COLOR", noColor), () -> columns).apply(line);
  }

  /** Numbers are colors: red, green and yellow. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "VALID       acknowledged on disk   | 32<VALID>       acknowledged on disk",
        "500/s  3  clean  2 valid, 1 INVALID | 500/s  3  clean  32<2 valid>, 1 31<INVALID>",
        "1 SUSPECT                           | 1 33<SUSPECT>",
        "run-2 (SUSPECT): the rate           | run-2 (33<SUSPECT>): the rate",
        "99/s: sustained; SUSPECT: too short | 99/s: 32<sustained>; 33<SUSPECT>: too short",
        "MISSED      cpu at most 90 %        | 31<MISSED>      cpu at most 90 %",
        "BROKEN      reordered               | 31<BROKEN>      reordered",
        "result      results/a.SUSPECT       | result      results/a.SUSPECT",
        "results/INVALID-a/report.html       | results/INVALID-a/report.html",
        "none is sustained.                  | none is sustained.",
        "highest sustainable rate: 10/s      | highest sustainable rate: 10/s",
      })
  void verdictsHaveColorsOnATerminal(String line, String expected) {
    assertThat(
            colored(NONE, 100, line)
                .replaceAll("\u001b\\[1;(\\d+)m", "$1<")
                .replace("\u001b[0m", ">"))
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"VALID", "1 INVALID", "sustained"})
  void verdictsHaveNoneElsewhereOrIfNotWanted(String line) {
    assertThat(colored(NONE, 0, line)).isEqualTo(line);
    assertThat(colored("1", 100, line)).isEqualTo(line);
    assertThat(colored(NONE, 100, line)).isNotEqualTo(line);
  }
}
