package io.brokerbench.units;

import com.google.errorprone.annotations.FormatMethod;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
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

  /** The SHA-256 of a text, in hexadecimal digits. */
  public static String sha256(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JVM has SHA-256", e);
    }
  }
}
