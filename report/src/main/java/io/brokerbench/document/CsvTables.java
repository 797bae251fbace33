package io.brokerbench.document;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The tables of a document as comma-separated values (RFC 4180), separated by empty lines. Numbers
 * are plain, with the unit in the name of the column.
 */
public final class CsvTables {

  private CsvTables() {}

  /** The text; each table starts with the names of its columns. */
  public static String of(Document document) {
    return document.tables().stream().map(CsvTables::table).collect(Collectors.joining("\r\n"));
  }

  private static String table(Table table) {
    List<PlainColumn> columns = PlainColumn.of(table);
    return row(columns.stream().map(PlainColumn::name).toList())
        + IntStream.range(0, table.rows().size())
            .mapToObj(row -> row(columns.stream().map(each -> each.cells().get(row)).toList()))
            .collect(Collectors.joining());
  }

  /** A row with its line end. */
  public static String row(List<String> cells) {
    return cells.stream().map(CsvTables::cell).collect(Collectors.joining(",", "", "\r\n"));
  }

  private static String cell(String text) {
    return text.matches("(?s).*[\",\\r\\n].*") ? '"' + text.replace("\"", "\"\"") + '"' : text;
  }
}
