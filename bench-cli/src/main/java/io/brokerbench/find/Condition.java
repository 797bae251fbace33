package io.brokerbench.find;

import io.brokerbench.report.Units;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * A bound and what was measured of it.
 *
 * @param name for people, also in files
 * @param measured in the unit; empty if unknown
 * @param sense on which side of the bound it must be; the bound itself is good
 * @param bound in the unit
 * @param unit of both
 */
public record Condition(
    String name, OptionalDouble measured, Sense sense, double bound, Unit unit) {

  private static final MathContext DIGITS = new MathContext(4);

  /** The good side of a bound. */
  public enum Sense {
    /** Good from the bound upwards. */
    AT_LEAST,
    /** Good from the bound downwards. */
    AT_MOST
  }

  /** What the numbers are. */
  public enum Unit {
    /** A share; 1 is all. */
    SHARE,
    /** A growth each second, as a share; longer probes tell it better. */
    GROWTH,
    /** Nanoseconds. */
    NANOS,
    /** 1 if so, 0 if not. */
    YES_NO;

    private String text(double value) {
      return switch (this) {
        case SHARE, GROWTH ->
            BigDecimal.valueOf(value * 100).round(DIGITS).stripTrailingZeros().toPlainString()
                + " %";
        case NANOS -> Units.nanos(OptionalLong.of(Math.round(value)));
        case YES_NO -> value == 1 ? "yes" : "no";
      };
    }
  }

  /** Whether it is surely kept: what is unknown is not. */
  public boolean met() {
    return measured.isPresent()
        && (sense == Sense.AT_LEAST
            ? measured.getAsDouble() >= bound
            : measured.getAsDouble() <= bound);
  }

  /** For people: {@code response p99 18.2 ms > 10.0 ms}. */
  public String text() {
    String value = measured.stream().mapToObj(unit::text).findFirst().orElse("unknown");
    if (unit == Unit.YES_NO) {
      return String.format(Locale.ROOT, "%s: %s", name, value);
    }
    return measured.isEmpty()
        ? String.format(Locale.ROOT, "%s %s, bound %s", name, value, unit.text(bound))
        : String.format(Locale.ROOT, "%s %s %s %s", name, value, relation(), unit.text(bound));
  }

  private String relation() {
    if (sense == Sense.AT_LEAST) {
      return met() ? ">=" : "<";
    }
    return met() ? "<=" : ">";
  }
}
