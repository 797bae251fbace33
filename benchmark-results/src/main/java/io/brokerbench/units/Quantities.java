package io.brokerbench.units;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The notation of durations ({@code 500ms}, {@code 30s}), rates ({@code 2000/s}, {@code 50k/s}),
 * sizes ({@code 1024}, {@code 64KiB}) and shares.
 *
 * <p>Each method throws {@link IllegalArgumentException} with a message that continues a sentence
 * starting with the name of the setting: "must be a duration ...".
 */
public final class Quantities {

  private static final Pattern NUMBER_AND_UNIT =
      Pattern.compile("\\s*(-?\\d+(?:\\.\\d+)?)\\s*([A-Za-zµ/]*)\\s*");
  private static final Map<String, Long> NANOS_PER_UNIT =
      Map.of(
          "ns", 1L,
          "us", 1_000L,
          "µs", 1_000L,
          "ms", 1_000_000L,
          "s", 1_000_000_000L,
          "m", 60_000_000_000L,
          "min", 60_000_000_000L,
          "h", 3_600_000_000_000L);

  /** Limit that avoids an overflow when a time is added to a clock's nanoseconds. */
  private static final BigDecimal MAX_NANOS = BigDecimal.valueOf(Duration.ofDays(365).toNanos());

  private static final Map<String, Long> BYTES_PER_UNIT =
      Map.ofEntries(
          Map.entry("", 1L),
          Map.entry("b", 1L),
          Map.entry("k", 1L << 10),
          Map.entry("kb", 1L << 10),
          Map.entry("kib", 1L << 10),
          Map.entry("m", 1L << 20),
          Map.entry("mb", 1L << 20),
          Map.entry("mib", 1L << 20),
          Map.entry("g", 1L << 30),
          Map.entry("gb", 1L << 30),
          Map.entry("gib", 1L << 30));
  private static final Map<String, Double> PER_SECOND =
      Map.of("", 1.0, "/s", 1.0, "k", 1e3, "k/s", 1e3, "m", 1e6, "m/s", 1e6);

  private static final Pattern BITS =
      Pattern.compile("(\\d+(?:\\.\\d+)?) *([kmg]?)(?:bit)?(?:/s)?");

  /** Powers of 1,000, as is usual for network cards. */
  private static final Map<String, Double> BITS_PER_UNIT =
      Map.of("", 1.0, "k", 1e3, "m", 1e6, "g", 1e9);

  private Quantities() {}

  /** A duration with its unit: ns, us, ms, s, m or h. Zero needs no unit. */
  public static Duration duration(String text) {
    Matcher m = NUMBER_AND_UNIT.matcher(text);
    if (m.matches()) {
      Long unit = NANOS_PER_UNIT.get(m.group(2));
      BigDecimal number = new BigDecimal(m.group(1));
      if (unit != null && number.signum() >= 0) {
        return inRange(number.multiply(BigDecimal.valueOf(unit)), text);
      }
      if (m.group(2).isEmpty() && number.signum() == 0) {
        return Duration.ZERO;
      }
      if (m.group(2).isEmpty() && number.signum() > 0) {
        throw new IllegalArgumentException(
            Text.of(
                "must be a duration with its unit, such as %ss or %sms, got \"%s\"",
                m.group(1), m.group(1), text));
      }
    }
    throw new IllegalArgumentException(
        Text.of("must be a duration such as 500ms, 30s or 2m, got \"%s\"", text));
  }

  private static Duration inRange(BigDecimal nanos, String text) {
    if (nanos.compareTo(MAX_NANOS) > 0) {
      throw new IllegalArgumentException(Text.of("must be at most 365 days, got \"%s\"", text));
    }
    if (nanos.stripTrailingZeros().scale() > 0) {
      throw new IllegalArgumentException(Text.of("must be in whole nanoseconds, got \"%s\"", text));
    }
    return Duration.ofNanos(nanos.longValueExact());
  }

  /** Messages per second: {@code 2000}, {@code 2000/s}, {@code 2k/s}, {@code 1.5M/s}. */
  public static double ratePerSecond(String text) {
    return scaled(text, true, "a rate such as 2000/s or 50k/s");
  }

  /** Bytes; k, m and g (also KiB, MB, ...) are powers of 1,024, as in the JVM's -Xmx. */
  public static long bytes(String text) {
    Matcher m = NUMBER_AND_UNIT.matcher(text);
    if (m.matches()) {
      Long unit = BYTES_PER_UNIT.get(lower(m.group(2)));
      if (unit != null) {
        try {
          return new BigDecimal(m.group(1)).multiply(BigDecimal.valueOf(unit)).longValueExact();
        } catch (ArithmeticException e) {
          // A part of a byte, or more than any size; reported below.
        }
      }
    }
    throw new IllegalArgumentException(
        Text.of("must be a size such as 1024, 64KiB or 1g, got \"%s\"", text));
  }

  /** A number of anything: {@code 341}, {@code 0.5}, {@code 100k}, {@code 2M}. */
  public static double number(String text) {
    return scaled(text, false, "a number such as 341 or 100k");
  }

  private static double scaled(String text, boolean perSecond, String rule) {
    Matcher m = NUMBER_AND_UNIT.matcher(text);
    if (m.matches() && (perSecond || !m.group(2).contains("/"))) {
      Double unit = PER_SECOND.get(lower(m.group(2)));
      if (unit != null) {
        return Double.parseDouble(m.group(1)) * unit;
      }
    }
    throw new IllegalArgumentException(Text.of("must be %s, got \"%s\"", rule, text));
  }

  private static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }

  /** The capacity of a network card: {@code 1G}, {@code 2.5Gbit/s}, {@code 100000000}. */
  public static double bitsPerSecond(String text) {
    Matcher m = BITS.matcher(lower(text));
    if (!m.matches()) {
      throw new IllegalArgumentException(
          Text.of("must be bits per second such as 1G or 100M, got \"%s\"", text));
    }
    return Double.parseDouble(m.group(1)) * BITS_PER_UNIT.getOrDefault(m.group(2), 1.0);
  }

  /**
   * A share given in percent: {@code 30%} is 0.3. Zero needs no unit.
   *
   * @throws IllegalArgumentException with a message that continues a sentence starting with the key
   */
  public static double share(String text) {
    String number = text.strip();
    if (number.equals("0")) {
      return 0;
    }
    if (number.endsWith("%")) {
      try {
        return new BigDecimal(number.substring(0, number.length() - 1).strip())
            .movePointLeft(2)
            .doubleValue();
      } catch (NumberFormatException e) {
        // falls through to the common message
      }
    }
    throw new IllegalArgumentException(Text.of("must be a share such as 30%%, got \"%s\"", text));
  }
}
