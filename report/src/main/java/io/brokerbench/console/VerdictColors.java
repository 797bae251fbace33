package io.brokerbench.console;

import io.brokerbench.units.Text;
import java.util.Map;
import java.util.function.IntSupplier;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/** Colors of verdicts, and of what became of trials, in lines for a terminal. */
public final class VerdictColors {

  private static final int RED = 31;
  private static final int GREEN = 32;
  private static final int YELLOW = 33;

  /** Words of their own: neither parts of file names nor of sentences. */
  private static final Pattern WORDS =
      Pattern.compile(
          "(?<![^\\s(])(VALID|\\d+ valid|sustained|SUSPECT|INVALID|BROKEN|MISSED)(?![^\\s:,;)])");

  private VerdictColors() {}

  /** Colors lines for standard output, if it is a terminal and the user has not refused colors. */
  public static UnaryOperator<String> ofStandardOutput() {
    return of(System.getenv(), Terminal::columns);
  }

  static UnaryOperator<String> of(Map<String, String> environment, IntSupplier columns) {
    return Terminal.isWithoutColors(environment) || columns.getAsInt() == 0
        ? UnaryOperator.identity()
        : VerdictColors::colored;
  }

  private static String colored(String line) {
    return WORDS
        .matcher(line)
        .replaceAll(word -> Text.of("\u001b[1;%dm%s\u001b[0m", color(word.group()), word.group()));
  }

  private static int color(String word) {
    return switch (word) {
      case "SUSPECT" -> YELLOW;
      case "INVALID", "BROKEN", "MISSED" -> RED;
      default -> GREEN;
    };
  }
}
