package io.brokerbench.document;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A column for programs: plain numbers, whose unit is in the name of the column. Times are
 * milliseconds, sizes are bytes.
 *
 * @param name with the unit in parentheses, if it has one
 * @param cells empty where nothing is known; a value below a limit keeps its sign {@code <}
 */
record PlainColumn(String name, List<String> cells) {

  private static final Set<String> UNKNOWN = Set.of("n/a", "-", "?");

  /** A number as {@link io.brokerbench.units.Units} writes it, with unit and what follows it. */
  private static final Pattern NUMBER =
      Pattern.compile(
          "(?:\\+- )?(< |[+-])?([\\d,]+(?:\\.\\d+)?(?:e[+-]\\d+)?)(?: ([A-Za-z%/]+)( [\\w./:-]+)?)?");

  private static final Pattern INTERVAL =
      Pattern.compile("\\[?([\\d.e+-]+(?:,\\d{3})*)(?:, | to )([\\d.,e+-]+)]?");

  private static final Map<String, Scale> SCALES =
      Map.of(
          "ns", new Scale("ms", "0.000001"),
          "us", new Scale("ms", "0.001"),
          "ms", new Scale("ms", "1"),
          "s", new Scale("ms", "1000"),
          "KiB", new Scale("B", "1024"),
          "MiB", new Scale("B", "1048576"),
          "GiB", new Scale("B", "1073741824"),
          "TiB", new Scale("B", "1099511627776"));

  private record Scale(String base, String factor) {}

  /** A number and its unit; the unit is empty if there is none. */
  private record Quantity(String number, String unit) {

    static Quantity of(String cell) {
      Matcher matcher = NUMBER.matcher(cell);
      if (cell.isEmpty() || UNKNOWN.contains(cell)) {
        return new Quantity("", "");
      }
      if (!matcher.matches()) {
        return new Quantity(cell, "");
      }
      String written = Objects.requireNonNullElse(matcher.group(3), "");
      Scale scale = SCALES.getOrDefault(written, new Scale(written, "1"));
      String sign = Objects.requireNonNullElse(matcher.group(1), "");
      BigDecimal number = plain(matcher.group(2)).multiply(new BigDecimal(scale.factor));
      return new Quantity(
          sign.replace("+", "") + text(number),
          scale.base + Objects.requireNonNullElse(matcher.group(4), ""));
    }

    private static BigDecimal plain(String digits) {
      return new BigDecimal(digits.replace(",", ""));
    }

    private static String text(BigDecimal number) {
      return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
    }
  }

  /** The columns for those of a table. */
  static List<PlainColumn> of(Table table) {
    return IntStream.range(0, table.columns().size())
        .boxed()
        .flatMap(
            index ->
                of(
                    table.columns().get(index),
                    table.rows().stream().map(row -> row.get(index)).toList())
                    .stream())
        .toList();
  }

  /**
   * The columns for a column of a table: numbers of several units are followed by a column of their
   * units, and an interval becomes two columns.
   */
  private static List<PlainColumn> of(Table.Column column, List<String> cells) {
    if (column.number()) {
      return numbers(column.name(), cells);
    }
    List<Matcher> intervals =
        cells.stream().filter(cell -> !cell.isEmpty()).map(INTERVAL::matcher).toList();
    return intervals.isEmpty() || !intervals.stream().allMatch(Matcher::matches)
        ? List.of(new PlainColumn(column.name(), cells))
        : List.of(
            new PlainColumn(column.name() + " low", ends(cells, 1)),
            new PlainColumn(column.name() + " high", ends(cells, 2)));
  }

  private static List<PlainColumn> numbers(String name, List<String> cells) {
    List<Quantity> quantities = cells.stream().map(Quantity::of).toList();
    Set<String> units =
        quantities.stream()
            .filter(quantity -> !quantity.number.isEmpty())
            .map(Quantity::unit)
            .collect(Collectors.toSet());
    List<String> numbers = quantities.stream().map(Quantity::number).toList();
    if (units.size() > 1) {
      return List.of(
          new PlainColumn(name, numbers),
          new PlainColumn(name + " unit", quantities.stream().map(Quantity::unit).toList()));
    }
    String unit = String.join("", units);
    return List.of(new PlainColumn(unit.isEmpty() ? name : name + " (" + unit + ")", numbers));
  }

  private static List<String> ends(List<String> cells, int end) {
    List<String> ends = new ArrayList<>();
    for (String cell : cells) {
      Matcher matcher = INTERVAL.matcher(cell);
      ends.add(matcher.matches() ? Quantity.of(matcher.group(end)).number : "");
    }
    return ends;
  }
}
