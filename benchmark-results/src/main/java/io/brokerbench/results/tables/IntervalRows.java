package io.brokerbench.results.tables;

import io.brokerbench.results.Phase;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * {@code intervals.csv} as numbers by column and row, NaN where unknown. An incomplete last line is
 * ignored. Immutable.
 */
public final class IntervalRows {

  private static final double[] NONE = {};

  private final Map<IntervalColumn, double[]> columns = new LinkedHashMap<>();
  private final List<String> phases = new ArrayList<>();

  private IntervalRows() {}

  /**
   * Parses the text of a file.
   *
   * @throws NumberFormatException if a cell is not a number
   */
  public static IntervalRows of(String csv) {
    IntervalRows rows = new IntervalRows();
    List<String> lines = csv.substring(0, csv.lastIndexOf('\n') + 1).lines().toList();
    if (lines.isEmpty()) {
      return rows;
    }
    List<IntervalColumn> header =
        Arrays.stream(lines.get(0).split(",", -1)).map(IntervalColumn::new).toList();
    double[][] values = new double[header.size()][lines.size() - 1];
    for (int i = 0; i < lines.size() - 1; i++) {
      String[] cells = lines.get(i + 1).split(",", -1);
      String phase = "";
      for (int c = 0; c < header.size(); c++) {
        String cell = c < cells.length ? cells[c] : "";
        boolean number = !header.get(c).equals(IntervalColumn.PHASE);
        phase = number ? phase : cell;
        values[c][i] = number && !cell.isEmpty() ? Double.parseDouble(cell) : Double.NaN;
      }
      rows.phases.add(phase);
    }
    for (int c = 0; c < header.size(); c++) {
      rows.columns.put(header.get(c), values[c]);
    }
    return rows;
  }

  /** Number of rows. */
  public int count() {
    return phases.size();
  }

  /** Whether the file has this column. */
  public boolean contains(IntervalColumn column) {
    return columns.containsKey(column);
  }

  /** The keys that have a column of this family, in the order of the columns. */
  public List<String> keys(ColumnFamily family) {
    return family.keys(List.copyOf(columns.keySet()));
  }

  /** Whether a row started in a phase. */
  public boolean isIn(Phase phase, int row) {
    return phases.get(row).equals(phase.label());
  }

  /** A value; NaN if it is unknown. */
  public double value(IntervalColumn column, int row) {
    double[] values = values(column);
    return row < values.length ? values[row] : Double.NaN;
  }

  /** Whether a column has any value. */
  public boolean has(IntervalColumn column) {
    return Arrays.stream(values(column)).anyMatch(value -> !Double.isNaN(value));
  }

  /** Whether a column has any value above zero. */
  public boolean hasAny(IntervalColumn column) {
    return Arrays.stream(values(column)).anyMatch(value -> value > 0);
  }

  private double[] values(IntervalColumn column) {
    return columns.getOrDefault(column, NONE);
  }
}
