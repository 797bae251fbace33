package io.brokerbench.sections;

import io.brokerbench.published.Reference;
import io.brokerbench.units.Text;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The section {@code reference} of a workload file.
 *
 * @param factors of the file's matrix
 */
record ReferenceSection(Section section, Map<String, List<String>> factors) {

  private static final int MOST_PROCESSORS = 1_000_000;

  Reference read() {
    Reference reference =
        new Reference(
            section.text("source"),
            section.text("broker"),
            section.text("version"),
            section.text("release"),
            section.text("hardware"),
            section.whole("processors", 1, MOST_PROCESSORS).orElse(null),
            section.sections("rows").stream().map(this::row).toList(),
            section.texts("differences"),
            section.texts("notes"));
    for (String name : section.unread()) {
      section.problem(name, Text.of("there is no %s here", section.key(name)));
    }
    return reference;
  }

  private Reference.Row row(Section row) {
    SortedMap<String, String> values = row.section("cell").texts();
    SortedMap<String, String> derived = figures(row.section("derived"));
    List<String> prose = row.texts("prose");
    SortedMap<String, String> figures = figures(row);
    MatrixSection.refuseUnknown(row, "reference.rows.cell", values, factors);
    if (figures.isEmpty() && derived.isEmpty() && prose.isEmpty()) {
      row.problem("a row of reference.rows needs a figure, such as acked: 3800/s");
    }
    return new Reference.Row(values, figures, derived, prose);
  }

  /** The figures among the entries that were not read so far. */
  private static SortedMap<String, String> figures(Section section) {
    SortedMap<String, String> figures = new TreeMap<>();
    for (String name : section.unread()) {
      section.read(name, text -> checked(name, text)).ifPresent(text -> figures.put(name, text));
    }
    return figures;
  }

  private static String checked(String figure, String text) {
    Reference.check(figure, text);
    return text;
  }
}
