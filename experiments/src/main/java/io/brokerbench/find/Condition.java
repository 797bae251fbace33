package io.brokerbench.find;

import io.brokerbench.statistics.Direction;
import io.brokerbench.units.Text;
import io.brokerbench.units.Unit;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * A bound with the measured value.
 *
 * @param name name for display, also used in files
 * @param measured measured value in the unit; empty if unknown
 * @param better the side of the bound on which the value must be; the bound itself is good
 * @param bound bound in the unit
 * @param unit unit of both values; null if 1 is yes and 0 is no
 * @param growth whether it grows or not, which a longer trial shows more precisely
 */
public record Condition(
    String name,
    OptionalDouble measured,
    Direction better,
    double bound,
    @Nullable Unit unit,
    boolean growth) {

  /** Whether the bound is kept; an unknown value does not keep it. */
  public boolean met() {
    return measured.isPresent() && better.keeps(measured.getAsDouble(), bound);
  }

  /** The text for display: {@code response p99 18.2 ms > 10.0 ms}. */
  public String text() {
    if (unit == null) {
      String word = measured.isEmpty() ? "unknown" : measured.getAsDouble() == 1 ? "yes" : "no";
      return Text.of("%s: %s", name, word);
    }
    return measured.isEmpty()
        ? Text.of("%s unknown, bound %s", name, unit.text(bound))
        : Text.of(
            "%s %s %s %s", name, unit.text(measured.getAsDouble()), relation(), unit.text(bound));
  }

  private String relation() {
    if (better == Direction.HIGHER) {
      return met() ? ">=" : "<";
    }
    return met() ? "<=" : ">";
  }
}
