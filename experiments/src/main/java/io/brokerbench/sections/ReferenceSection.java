package io.brokerbench.sections;

import io.brokerbench.published.Reference;
import io.brokerbench.units.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.yaml.snakeyaml.nodes.Node;

/**
 * The section {@code reference} of a workload file.
 *
 * @param factors of the file's matrix
 */
record ReferenceSection(YamlNodeReader reader, Map<String, List<String>> factors) {

  private static final int MOST_PROCESSORS = 1_000_000;

  Reference read(Node node) {
    String source = "";
    String broker = "";
    String version = "";
    String release = "";
    String hardware = "";
    Integer processors = null;
    List<Reference.Row> rows = new ArrayList<>();
    List<String> differences = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    for (Map.Entry<String, Node> entry : reader.entries(node).entrySet()) {
      String key = "reference." + entry.getKey();
      Node value = entry.getValue();
      switch (entry.getKey()) {
        case "source" -> source = reader.text(value, key);
        case "broker" -> broker = reader.text(value, key);
        case "version" -> version = reader.text(value, key);
        case "release" -> release = reader.text(value, key);
        case "hardware" -> hardware = reader.text(value, key);
        case "processors" -> processors = (int) reader.whole(value, key, 1, MOST_PROCESSORS);
        case "rows" -> reader.list(value, key).forEach(row -> rows.add(row(row)));
        case "differences" -> differences.addAll(texts(value, key));
        case "notes" -> notes.addAll(texts(value, key));
        default -> reader.problem(value, Text.of("there is no %s here", key));
      }
    }
    return new Reference(
        source, broker, version, release, hardware, processors, rows, differences, notes);
  }

  private Reference.Row row(Node node) {
    SortedMap<String, String> values = new TreeMap<>();
    SortedMap<String, String> figures = new TreeMap<>();
    SortedMap<String, String> derived = new TreeMap<>();
    List<String> prose = new ArrayList<>();
    for (Map.Entry<String, Node> entry : reader.entries(node).entrySet()) {
      String key = "reference.rows." + entry.getKey();
      Node value = entry.getValue();
      switch (entry.getKey()) {
        case "cell" -> values.putAll(reader.values(value, key));
        case "derived" ->
            reader
                .entries(value)
                .forEach((name, figure) -> figure(figure, key + "." + name, name, derived));
        case "prose" -> prose.addAll(texts(value, key));
        default -> figure(value, key, entry.getKey(), figures);
      }
    }
    MatrixSection.refuseUnknown(reader, "reference.rows.cell", values, factors);
    if (figures.isEmpty() && derived.isEmpty() && prose.isEmpty()) {
      reader.problem(node, "a row of reference.rows needs a figure, such as acked: 3800/s");
    }
    return new Reference.Row(values, figures, derived, prose);
  }

  private void figure(Node node, String key, String name, SortedMap<String, String> into) {
    String text = reader.text(node, key);
    reader.read(
        node,
        key,
        value -> {
          Reference.check(name, value);
          return into.put(name, value);
        },
        text);
  }

  private List<String> texts(Node node, String key) {
    return reader.list(node, key).stream().map(text -> reader.text(text, key)).toList();
  }
}
