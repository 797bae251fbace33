package io.brokerbench.document;

import java.util.List;

/**
 * An axis of a chart.
 *
 * @param log whether it is logarithmic; values that are not above 0 are then not shown
 * @param categories the names of 0, 1, ...; of {@link Unit#CATEGORY} alone
 */
public record Axis(String name, Unit unit, boolean log, List<String> categories) {

  /** A linear axis. */
  public static Axis of(String name, Unit unit) {
    return new Axis(name, unit, false, List.of());
  }

  /** A logarithmic axis. */
  public static Axis log(String name, Unit unit) {
    return new Axis(name, unit, true, List.of());
  }

  /** An axis of names. */
  public static Axis of(String name, List<String> categories) {
    return new Axis(name, Unit.CATEGORY, false, categories);
  }
}
