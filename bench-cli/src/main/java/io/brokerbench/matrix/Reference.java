package io.brokerbench.matrix;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedMap;

/**
 * Figures that somebody else published for the same.
 *
 * @param source where
 * @param hardware on what; a figure without it tells little
 * @param rows messages per second by values of the factors
 * @param told figures of other loads than those of the cells, for people
 */
public record Reference(String source, String hardware, List<Row> rows, List<String> told) {

  /**
   * A published figure.
   *
   * @param values of some factors
   * @param perSecond messages per second, above 0
   */
  public record Row(SortedMap<String, String> values, double perSecond) {}

  /** That of a cell; empty if nothing was published for it. */
  public OptionalDouble of(Map<String, String> cell) {
    return rows.stream()
        .filter(row -> cell.entrySet().containsAll(row.values.entrySet()))
        .mapToDouble(Row::perSecond)
        .findFirst();
  }
}
