package io.brokerbench.sections;

import io.brokerbench.matrix.Reference;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import org.yaml.snakeyaml.nodes.Node;

/** The section {@code reference} of a workload file. */
final class ReferenceSection {

  private ReferenceSection() {}

  static Reference read(YamlNodeReader reader, Node node) {
    String source = "";
    String hardware = "";
    List<Reference.Row> rows = new ArrayList<>();
    List<String> otherLoads = new ArrayList<>();
    for (Map.Entry<String, Node> entry : reader.entries(node).entrySet()) {
      String key = "reference." + entry.getKey();
      Node value = entry.getValue();
      switch (entry.getKey()) {
        case "source" -> source = reader.text(value, key);
        case "hardware" -> hardware = reader.text(value, key);
        case "rows" -> reader.list(value, key).forEach(row -> rows.add(row(reader, row)));
        case "otherLoads" ->
            reader.list(value, key).forEach(text -> otherLoads.add(reader.text(text, key)));
        default -> reader.problem(value, String.format(Locale.ROOT, "there is no %s here", key));
      }
    }
    return new Reference(source, hardware, rows, otherLoads);
  }

  private static Reference.Row row(YamlNodeReader reader, Node node) {
    SortedMap<String, String> values = reader.values(node, "reference.rows");
    String perSecond = values.remove("perSecond");
    try {
      double figure = Double.parseDouble(String.valueOf(perSecond));
      if (figure > 0) {
        return new Reference.Row(values, figure);
      }
    } catch (NumberFormatException e) {
      // falls through to the one message for both
    }
    reader.problem(
        node,
        String.format(
            Locale.ROOT,
            "a row of reference.rows needs a perSecond above 0, got \"%s\"",
            perSecond));
    return new Reference.Row(values, 1);
  }
}
