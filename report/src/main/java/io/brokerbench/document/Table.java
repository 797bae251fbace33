package io.brokerbench.document;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A table of texts; numbers have their units with them or in their column's name.
 *
 * @param rows each as long as there are columns
 */
public record Table(String caption, List<Column> columns, List<List<String>> rows)
    implements Block {

  /** Checks the rows' lengths. */
  public Table {
    for (List<String> row : rows) {
      if (row.size() != columns.size()) {
        throw new IllegalArgumentException(
            String.format(
                Locale.ROOT,
                "a row of %d cells in %d columns: %s",
                row.size(),
                columns.size(),
                row));
      }
    }
  }

  /**
   * A column.
   *
   * @param number whether its cells are numbers, which stand to the right
   */
  public record Column(String name, boolean number) {}

  /**
   * An empty table to be filled.
   *
   * @param kinds a letter for each column: l for texts, r for numbers
   */
  public static Builder of(String caption, String kinds, String... names) {
    if (kinds.length() != names.length) {
      throw new IllegalArgumentException(kinds + " for " + List.of(names));
    }
    List<Column> columns = new ArrayList<>();
    for (int i = 0; i < names.length; i++) {
      columns.add(new Column(names[i], kinds.charAt(i) == 'r'));
    }
    return new Builder(caption, columns);
  }

  /** Rows in the making. For one thread. */
  public static final class Builder {

    private final String caption;
    private final List<Column> columns;
    private final List<List<String>> rows = new ArrayList<>();

    private Builder(String caption, List<Column> columns) {
      this.caption = caption;
      this.columns = columns;
    }

    /** Appends a row. */
    public Builder add(String... cells) {
      rows.add(List.of(cells));
      return this;
    }

    /** The table. */
    public Table build() {
      return new Table(caption, columns, rows);
    }
  }
}
