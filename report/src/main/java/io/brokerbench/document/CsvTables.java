package io.brokerbench.document;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The tables of a document as comma-separated values (RFC 4180), separated by empty lines. Numbers
 * are plain, with the unit in the name of the column.
 */
public final class CsvTables {

  private CsvTables() {}

  /** The text; each table starts with the names of its columns. */
  public static String of(Document document) {
    return document.tables().stream()
        .map(PlainColumn::table)
        .map(CsvTables::table)
        .collect(Collectors.joining("\r\n"));
  }

  private static String table(Table table) {
    return row(table.columns().stream().map(Table.Column::name).toList())
        + table.rows().stream().map(CsvTables::row).collect(Collectors.joining());
  }

  /** A row with its line end. */
  public static String row(List<String> cells) {
    return cells.stream().map(CsvTables::cell).collect(Collectors.joining(",", "", "\r\n"));
  }

  private static String cell(String text) {
    return text.matches("(?s).*[\",\\r\\n].*") ? '"' + text.replace("\"", "\"\"") + '"' : text;
  }
}
