package io.brokerbench.find;

import io.brokerbench.units.Text;
import io.brokerbench.units.Units;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * A bound with the measured value.
 *
 * @param name name for display, also used in files
 * @param measured measured value in the unit; empty if unknown
 * @param sense side of the bound on which the value must be; the bound itself is good
 * @param bound bound in the unit
 * @param unit unit of both values
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

  /** The unit of the values. */
  public enum Unit {
    /** A share; 1 is all. */
    SHARE,
    /** BacklogGrowth per second, as a share; longer probes measure it more precisely. */
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

  /** Whether the bound is kept; an unknown value does not keep it. */
  public boolean met() {
    return measured.isPresent()
        && (sense == Sense.AT_LEAST
            ? measured.getAsDouble() >= bound
            : measured.getAsDouble() <= bound);
  }

  /** The text for display: {@code response p99 18.2 ms > 10.0 ms}. */
  public String text() {
    String value = measured.stream().mapToObj(unit::text).findFirst().orElse("unknown");
    if (unit == Unit.YES_NO) {
      return Text.of("%s: %s", name, value);
    }
    return measured.isEmpty()
        ? Text.of("%s %s, bound %s", name, value, unit.text(bound))
        : Text.of("%s %s %s %s", name, value, relation(), unit.text(bound));
  }

  private String relation() {
    if (sense == Sense.AT_LEAST) {
      return met() ? ">=" : "<";
    }
    return met() ? "<=" : ">";
  }
}
