package io.brokerbench.plan;

import io.brokerbench.units.Text;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The notation of a network card's capacity: {@code 1G}, {@code 2.5Gbit/s}, {@code 100000000}. */
public final class LineRate {

  private static final Pattern NOTATION =
      Pattern.compile("(\\d+(?:\\.\\d+)?) *([kmg]?)(?:bit)?(?:/s)?");

  /** Powers of 1,000, as is usual for network cards. */
  private static final Map<String, Double> PREFIXES = Map.of("", 1.0, "k", 1e3, "m", 1e6, "g", 1e9);

  private LineRate() {}

  /**
   * Parses a capacity in bits per second.
   *
   * @throws IllegalArgumentException with a message that continues the flag's name
   */
  public static double bitsPerSecond(String text) {
    Matcher matcher = NOTATION.matcher(text.toLowerCase(Locale.ROOT));
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          Text.of("must be bits per second such as 1G or 100M, got \"%s\"", text));
    }
    return Double.parseDouble(matcher.group(1)) * PREFIXES.getOrDefault(matcher.group(2), 1.0);
  }
}
