package io.brokerbench.document;

import io.brokerbench.units.Text;
import java.util.ArrayList;
import java.util.List;

/**
 * A table of texts; numbers have their units in the cell or in the name of the column.
 *
 * @param rows each with one cell per column
 */
public record Table(String caption, List<Column> columns, List<List<String>> rows)
    implements Block {

  /** Between the columns of {@link #lines}. */
  private static final String GAP = "  ";

  /** Checks the lengths of the rows. */
  public Table {
    for (List<String> row : rows) {
      if (row.size() != columns.size()) {
        throw new IllegalArgumentException(
            Text.of("a row of %d cells in %d columns: %s", row.size(), columns.size(), row));
      }
    }
  }

  /**
   * A column.
   *
   * @param number whether its cells are numbers, which are right-aligned
   */
  public record Column(String name, boolean number) {}

  /**
   * Creates a builder of a table.
   *
   * @param kinds one letter per column: l for texts, r for numbers
   * @param names of the columns, with vertical bars between them
   */
  public static Builder of(String caption, String kinds, String names) {
    return of(caption, kinds, List.of(names.split("\\|", -1)));
  }

  /** As above, with names that are put together. */
  public static Builder of(String caption, String kinds, List<String> names) {
    if (kinds.length() != names.size()) {
      throw new IllegalArgumentException(kinds + " for " + names);
    }
    List<Column> columns = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      columns.add(new Column(names.get(i), kinds.charAt(i) == 'r'));
    }
    return new Builder(caption, columns);
  }

  /**
   * The rows as plain text, the names of the columns first unless all are empty. Columns are as
   * wide as their widest cell; lines have no trailing blanks.
   */
  public List<String> lines() {
    List<List<String>> all = new ArrayList<>(rows);
    List<String> names = columns.stream().map(Column::name).toList();
    if (!names.stream().allMatch(String::isEmpty)) {
      all.add(0, names);
    }
    int[] widths = new int[columns.size()];
    for (List<String> row : all) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    List<String> lines = new ArrayList<>();
    for (List<String> row : all) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < widths.length; i++) {
        String cell = row.get(i);
        String blanks = " ".repeat(widths[i] - cell.length());
        line.append(i == 0 ? "" : GAP);
        line.append(columns.get(i).number() ? blanks + cell : cell + blanks);
      }
      lines.add(line.toString().stripTrailing());
    }
    return lines;
  }

  /** Collects rows. For one thread. */
  public static final class Builder {

    private final String caption;
    private final List<Column> columns;
    private final List<List<String>> rows = new ArrayList<>();

    private Builder(String caption, List<Column> columns) {
      this.caption = caption;
      this.columns = columns;
    }

    public Builder add(String... cells) {
      return add(List.of(cells));
    }

    public Builder add(List<String> cells) {
      rows.add(List.copyOf(cells));
      return this;
    }

    public Table build() {
      return new Table(caption, columns, rows);
    }
  }
}
