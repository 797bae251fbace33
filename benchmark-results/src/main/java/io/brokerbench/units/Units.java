package io.brokerbench.units;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Formats numbers with their units. */
public final class Units {

  private static final String[] BYTES = {"B", "KiB", "MiB", "GiB", "TiB"};
  private static final MathContext SHARE_DIGITS = new MathContext(4);
  private static final MathContext LOW_RATE_DIGITS = new MathContext(2);

  private Units() {}

  /** A latency with three significant digits; {@code n/a} if there is none. */
  public static String nanos(OptionalLong nanos) {
    if (nanos.isEmpty()) {
      return "n/a";
    }
    double value = nanos.getAsLong();
    if (value < 1e3) {
      return String.format(Locale.ROOT, "%.0f ns", value);
    }
    // What would be rounded to 1000 is 1.00 of the next unit.
    if (value < 999.5e3) {
      return digits(value / 1e3) + " us";
    }
    return value < 999.5e6 ? digits(value / 1e6) + " ms" : digits(value / 1e9) + " s";
  }

  /** A latency with three significant digits; {@code n/a} if it is null. */
  public static String nanos(@Nullable Long nanos) {
    return nanos(nanos == null ? OptionalLong.empty() : OptionalLong.of(nanos));
  }

  /** Bytes with a binary prefix. */
  public static String bytes(double bytes) {
    double value = bytes;
    int unit = 0;
    // What would be rounded to 1024 is 1.0 of the next unit.
    while (value >= (unit == 0 ? 1023.5 : 1023.95) && unit < BYTES.length - 1) {
      value /= 1024;
      unit++;
    }
    return String.format(Locale.ROOT, unit == 0 ? "%.0f" : "%.1f", value) + " " + BYTES[unit];
  }

  /** A rate, rounded, in groups of three digits; one below 1 has two significant digits. */
  public static String rate(double perSecond) {
    if (perSecond > 0 && perSecond < 1) {
      return BigDecimal.valueOf(perSecond)
          .round(LOW_RATE_DIGITS)
          .stripTrailingZeros()
          .toPlainString();
    }
    return String.format(Locale.ROOT, "%,.0f", perSecond);
  }

  /** A whole number in groups of three digits. */
  public static String count(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  /**
   * A share in percent: {@code 12.3 %}.
   *
   * @param decimals number of decimals
   */
  public static String percent(double share, int decimals) {
    return String.format(Locale.ROOT, "%." + decimals + "f %%", share * 100);
  }

  /** A share in percent with at most four significant digits: {@code 10 %}, {@code 2.5 %}. */
  public static String percent(double share) {
    return BigDecimal.valueOf(share * 100).round(SHARE_DIGITS).stripTrailingZeros().toPlainString()
        + " %";
  }

  private static String digits(double value) {
    String format = value < 9.995 ? "%.2f" : value < 99.95 ? "%.1f" : "%.0f";
    return String.format(Locale.ROOT, format, value);
  }
}
