package io.brokerbench.sections;

import io.brokerbench.workload.SettingsReader;
import io.brokerbench.workload.TextFile;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/**
 * One pass over a YAML file, which notes all that is wrong, with its line. What is wrong is read as
 * something harmless, so that the pass can go on.
 */
final class NodeReader {

  private final Path path;
  private final List<String> problems = new ArrayList<>();

  NodeReader(Path path) {
    this.path = path;
  }

  /** What was found to be wrong so far, a line each. */
  List<String> problems() {
    return problems;
  }

  /** The file's root; null if there is none. */
  @Nullable Node root() {
    try {
      Node root = new Yaml(new LoaderOptions()).compose(new StringReader(TextFile.read(path)));
      if (root != null && !SettingsReader.holdsNothing(root)) {
        return root;
      }
      problem("holds no settings");
    } catch (IOException e) {
      problem(String.valueOf(e.getMessage()));
    } catch (YAMLException e) {
      problem(
          "no proper YAML: "
              + String.valueOf(e.getMessage()).lines().findFirst().orElse("").strip());
    }
    return null;
  }

  /** Keys and values of a node; none if it is absent or something else. */
  Map<String, Node> entries(@Nullable Node node) {
    Map<String, Node> entries = new LinkedHashMap<>();
    if (node instanceof MappingNode mapping) {
      for (NodeTuple tuple : mapping.getValue()) {
        if (tuple.getKeyNode() instanceof ScalarNode key) {
          if (entries.put(key.getValue(), tuple.getValueNode()) != null) {
            problem(key, key.getValue() + " is set twice");
          }
        } else {
          problem(tuple.getKeyNode(), "a key must be a word");
        }
      }
    } else if (node != null) {
      problem(node, "must hold keys and values");
    }
    return entries;
  }

  SortedMap<String, String> values(Node node, String key) {
    SortedMap<String, String> values = new TreeMap<>();
    entries(node).forEach((name, value) -> values.put(name, text(value, key + "." + name)));
    return values;
  }

  List<Node> list(Node node, String key) {
    if (node instanceof SequenceNode sequence) {
      return sequence.getValue();
    }
    problem(node, key + " must be a list, such as [async, sync]");
    return List.of();
  }

  String text(@Nullable Node node, String key) {
    if (node instanceof ScalarNode scalar) {
      return scalar.getValue();
    }
    if (node != null) {
      problem(node, key + " must be one value");
    }
    return "";
  }

  long whole(Node node, String key, long min, long max) {
    String text = text(node, key);
    try {
      long value = Long.parseLong(text);
      if (value >= min && value <= max) {
        return value;
      }
    } catch (NumberFormatException e) {
      // falls through to the one message for both
    }
    problem(
        node,
        String.format(
            Locale.ROOT,
            "%s must be a whole number from %,d to %,d, got \"%s\"",
            key,
            min,
            max,
            text));
    return min;
  }

  /**
   * A value in some notation.
   *
   * @param notation throws IllegalArgumentException with a message that follows the key
   * @param otherwise the value of what is wrong
   */
  <T> T read(Node node, String key, Function<String, T> notation, T otherwise) {
    try {
      return notation.apply(text(node, key));
    } catch (IllegalArgumentException e) {
      problem(node, key + " " + e.getMessage());
      return otherwise;
    }
  }

  /** {@code 3%}, above 0 and at most 100; as a share. */
  static double percent(String text) {
    try {
      double percent = Double.parseDouble(text.replaceFirst("\\s*%$", ""));
      if (text.endsWith("%") && percent > 0 && percent <= 100) {
        return percent / 100;
      }
    } catch (NumberFormatException e) {
      // falls through to the one message for both
    }
    throw new IllegalArgumentException(
        String.format(Locale.ROOT, "must be a share such as 3%%, got \"%s\"", text));
  }

  void problem(Node node, String what) {
    problems.add(
        String.format(Locale.ROOT, "%s:%d: %s", path, node.getStartMark().getLine() + 1, what));
  }

  void problem(String what) {
    problems.add(String.format(Locale.ROOT, "%s: %s", path, what));
  }
}
