package io.brokerbench.units;

import com.google.errorprone.annotations.FormatMethod;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Texts with numbers and names in them. */
public final class Text {

  private Text() {}

  /** The format with these values, which does not depend on the language of the machine. */
  @FormatMethod
  public static String of(String format, @Nullable Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

  /** A constant as in settings and files: {@code SYNC_ROLE} is {@code sync-role}. */
  public static String notation(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * A name of files and flags, such as {@code endToEnd}, as people write it: {@code end-to-end}.
   */
  public static String hyphenated(String name) {
    return name.replaceAll("([a-z])([A-Z])", "$1-$2").toLowerCase(Locale.ROOT);
  }

  /**
   * Microseconds with their sign, which consoles may lack: {@code 250 us} becomes {@code 250 µs}.
   */
  public static String micro(String words) {
    return words.replaceAll("(?<=\\d) us\\b", " µs");
  }
}
