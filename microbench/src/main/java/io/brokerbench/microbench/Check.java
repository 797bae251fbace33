package io.brokerbench.microbench;

import io.brokerbench.units.Text;
import java.util.Arrays;
import java.util.Objects;

/** Checks results of a benchmark before the measurement. */
public final class Check {

  private Check() {}

  /**
   * Checks that two values are equal; arrays are compared by their elements.
   *
   * @throws IllegalStateException if they differ
   */
  public static void same(String what, Object expected, Object actual) {
    if (!Objects.deepEquals(expected, actual)) {
      throw new IllegalStateException(
          Text.of("%s: expected %s, got %s", what, text(expected), text(actual)));
    }
  }

  private static String text(Object value) {
    return value instanceof byte[] bytes ? Arrays.toString(bytes) : String.valueOf(value);
  }
}
