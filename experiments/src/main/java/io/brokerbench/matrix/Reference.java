package io.brokerbench.matrix;

import com.fasterxml.jackson.annotation.JsonAlias;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedMap;

/**
 * Published figures for the cells of a matrix.
 *
 * @param source publication
 * @param hardware hardware of the published figures, without which they mean little
 * @param rows messages per second by values of the factors
 * @param otherLoads figures for loads other than those of the cells, as text
 */
public record Reference(
    String source, String hardware, List<Row> rows, @JsonAlias("told") List<String> otherLoads) {

  /**
   * A published figure.
   *
   * @param values values of some of the factors
   * @param perSecond messages per second, above 0
   */
  public record Row(SortedMap<String, String> values, double perSecond) {}

  /** The published figure of a cell; empty if there is none. */
  public OptionalDouble of(Map<String, String> cell) {
    return rows.stream()
        .filter(row -> cell.entrySet().containsAll(row.values.entrySet()))
        .mapToDouble(Row::perSecond)
        .findFirst();
  }
}
