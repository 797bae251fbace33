package io.brokerbench.text;

import io.brokerbench.document.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Cells of text in columns that are as wide as their widest. */
public final class TextTable {

  private static final String GAP = "  ";

  private final List<String[]> rows = new ArrayList<>();
  private final String alignment;

  /**
   * A table without rows.
   *
   * @param alignment a letter a column: l for left, r for right
   */
  public TextTable(String alignment) {
    this.alignment = alignment;
  }

  /** Adds a row; a cell for each column. */
  public void add(String... cells) {
    if (cells.length != alignment.length()) {
      throw new IllegalArgumentException(
          String.format(Locale.ROOT, "%d columns", alignment.length()));
    }
    rows.add(cells);
  }

  /** The same for other than lines; the first row names the columns. */
  public Table asTable(String caption) {
    Table.Builder table = Table.of(caption, alignment, rows.get(0));
    rows.subList(1, rows.size()).forEach(table::add);
    return table.build();
  }

  /** The rows, one line a string, without blanks at their ends. */
  public List<String> lines() {
    int[] widths = new int[alignment.length()];
    for (String[] row : rows) {
      for (int i = 0; i < row.length; i++) {
        widths[i] = Math.max(widths[i], row[i].length());
      }
    }
    List<String> lines = new ArrayList<>();
    for (String[] row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < row.length; i++) {
        String blanks = " ".repeat(widths[i] - row[i].length());
        line.append(i == 0 ? "" : GAP);
        line.append(alignment.charAt(i) == 'l' ? row[i] + blanks : blanks + row[i]);
      }
      lines.add(line.toString().stripTrailing());
    }
    return lines;
  }
}
