package io.brokerbench.microbench;

import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;

/** What a benchmark makes sure of before it is measured: a wrong result has no speed. */
public final class Check {

  private Check() {}

  /**
   * Both are the same; arrays, if their elements are.
   *
   * @throws IllegalStateException if not
   */
  public static void same(String what, Object expected, Object actual) {
    if (!Objects.deepEquals(expected, actual)) {
      throw new IllegalStateException(
          String.format(
              Locale.ROOT, "%s: expected %s, got %s", what, text(expected), text(actual)));
    }
  }

  private static String text(Object value) {
    return value instanceof byte[] bytes ? Arrays.toString(bytes) : String.valueOf(value);
  }
}
