package io.brokerbench.tables;

import io.brokerbench.document.Table;
import io.brokerbench.results.Extent;
import io.brokerbench.units.FigureUnit;
import io.brokerbench.units.Units;
import java.util.Map;

/**
 * Figures that the brokers report about themselves: first, highest and last of the measured time.
 */
public final class FigureTable {

  private FigureTable() {}

  /**
   * One row per figure.
   *
   * @param figures by name, whose end is the unit
   */
  public static Table of(Map<String, Extent> figures) {
    Table.Builder table =
        Table.of("Reported by the brokers, measured time", "lrrr", "figure|first|max|last");
    figures.forEach(
        (name, extent) ->
            table.add(
                name,
                text(name, extent.first()),
                text(name, extent.max()),
                text(name, extent.last())));
    return table.build();
  }

  private static String text(String name, long value) {
    return FigureUnit.of(name) == FigureUnit.BYTES
        ? Units.bytes((double) value)
        : Units.count(value);
  }
}
