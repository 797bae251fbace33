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
}
