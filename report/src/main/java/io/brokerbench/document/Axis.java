package io.brokerbench.document;

import java.util.List;

/**
 * An axis of a chart.
 *
 * @param log whether it is logarithmic; values of 0 and below are omitted then
 * @param fitted whether it shows no more than the range of the values; other upright linear axes
 *     start at 0
 * @param categories names of the values 0, 1, ...; only for {@link AxisUnit#CATEGORY}
 */
public record Axis(
    String name, AxisUnit unit, boolean log, boolean fitted, List<String> categories) {

  /** A linear axis. */
  public static Axis of(String name, AxisUnit unit) {
    return new Axis(name, unit, false, false, List.of());
  }

  /** A linear axis of the range of the values. */
  public static Axis fitted(String name, AxisUnit unit) {
    return new Axis(name, unit, false, true, List.of());
  }

  public static Axis log(String name, AxisUnit unit) {
    return new Axis(name, unit, true, false, List.of());
  }

  /** A category axis with these names. */
  public static Axis of(String name, List<String> categories) {
    return new Axis(name, AxisUnit.CATEGORY, false, false, categories);
  }
}
