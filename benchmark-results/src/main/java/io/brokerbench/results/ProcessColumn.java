package io.brokerbench.results;

import io.brokerbench.results.Resources.ProcessUse;
import java.util.Locale;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A column of the table that has one row per process, on the console and on the page.
 *
 * @param title name in the header
 * @param value null if unknown
 * @param format of a known value, with its unit
 * @param isRate whether the value is divided by the length of the measured time
 */
public record ProcessColumn(
    String title,
    Function<ProcessUse, @Nullable Number> value,
    DoubleFunction<String> format,
    boolean isRate) {

  static ProcessColumn tableColumn(
      String title, Function<ProcessUse, @Nullable Number> value, DoubleFunction<String> format) {
    return new ProcessColumn(title, value, format, false);
  }

  /** A column with numbers in a format of {@link String#format}. */
  static ProcessColumn tableColumn(
      String title, Function<ProcessUse, @Nullable Number> value, String format) {
    return tableColumn(title, value, number -> String.format(Locale.ROOT, format, number));
  }

  /** The same column with values per second. */
  ProcessColumn perSecond() {
    return new ProcessColumn(title, value, format, true);
  }

  /**
   * The cell of a process; {@code n/a} if the value is unknown.
   *
   * @param seconds length of the measured time
   */
  public String text(ProcessUse use, double seconds) {
    Number number = value.apply(use);
    return number == null ? "n/a" : format.apply(number.doubleValue() / (isRate ? seconds : 1));
  }
}
