package io.brokerbench.results.tables;

import io.brokerbench.results.Phase;
import io.brokerbench.units.Text;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoublePredicate;
import java.util.function.IntToDoubleFunction;

/**
 * {@code intervals.csv} as numbers by column and row, NaN where unknown. An incomplete last line is
 * ignored. Immutable.
 */
public final class IntervalRows {

  private final Map<IntervalColumn, Integer> columns = new LinkedHashMap<>();
  private final List<double[]> rows = new ArrayList<>();
  private final List<String> phases = new ArrayList<>();
  private int width;
  private boolean whole = true;

  private IntervalRows() {}

  /**
   * Reads a file line by line: a long run's file is larger than its numbers.
   *
   * @throws IOException with a one-line message, if it cannot be read or a cell is not a number
   */
  public static IntervalRows read(Path file) throws IOException {
    try (BufferedReader reader = Files.newBufferedReader(file)) {
      return of(reader);
    } catch (NumberFormatException e) {
      throw new IOException(Text.of("%s: %s", file, e.getMessage()), e);
    }
  }

  /**
   * Parses the text of a file.
   *
   * @throws NumberFormatException if a cell is not a number
   */
  public static IntervalRows of(String csv) {
    try {
      return of(new StringReader(csv));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static IntervalRows of(Reader reader) throws IOException {
    IntervalRows rows = new IntervalRows();
    StringBuilder line = new StringBuilder();
    for (int next = reader.read(); next >= 0; next = reader.read()) {
      if (next == '\n') {
        rows.add(line.toString().stripTrailing().split(",", -1));
        line.setLength(0);
      } else {
        line.append((char) next);
      }
    }
    rows.whole = line.isEmpty();
    return rows;
  }

  /** Adds the header, or a row. */
  private void add(String[] cells) {
    if (columns.isEmpty()) {
      for (int i = 0; i < cells.length; i++) {
        columns.put(new IntervalColumn(cells[i]), i);
      }
      width = cells.length;
      return;
    }
    int phase = columns.getOrDefault(IntervalColumn.PHASE, -1);
    double[] row = new double[width];
    for (int i = 0; i < row.length; i++) {
      String cell = i == phase || i >= cells.length ? "" : cells[i];
      row[i] = cell.isEmpty() ? Double.NaN : Double.parseDouble(cell);
    }
    rows.add(row);
    phases.add(phase >= 0 && phase < cells.length ? cells[phase].intern() : "");
  }

  /** Whether the file has nothing, not even a header. */
  public boolean isEmpty() {
    return columns.isEmpty() && whole;
  }

  /** Whether the last line was complete. */
  public boolean isWhole() {
    return whole;
  }

  public int count() {
    return phases.size();
  }

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
    Integer index = columns.get(column);
    return index == null ? Double.NaN : rows.get(row)[index];
  }

  /** The values of a column by row; NaN if unknown. */
  public IntToDoubleFunction values(IntervalColumn column) {
    Integer index = columns.get(column);
    return index == null ? row -> Double.NaN : row -> rows.get(row)[index];
  }

  /** Whether a column has any value. */
  public boolean has(IntervalColumn column) {
    return any(column, value -> !Double.isNaN(value));
  }

  /** Whether a column has any value above zero. */
  public boolean hasAny(IntervalColumn column) {
    return any(column, value -> value > 0);
  }

  private boolean any(IntervalColumn column, DoublePredicate has) {
    Integer index = columns.get(column);
    return index != null && rows.stream().anyMatch(row -> has.test(row[index]));
  }
}
