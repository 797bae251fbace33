package io.brokerbench.sections;

import io.brokerbench.units.Quantities;
import io.brokerbench.units.Text;
import io.brokerbench.workload.Settings;
import io.brokerbench.workload.SettingsException;
import io.brokerbench.workload.YamlFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/**
 * One pass over a YAML file that collects all problems with their lines. A wrong value is replaced
 * by a harmless one, so that the pass can go on.
 */
final class YamlNodeReader {

  private final Path path;
  private final List<String> problems = new ArrayList<>();

  YamlNodeReader(Path path) {
    this.path = path;
  }

  /** The problems found so far, one line each. */
  List<String> problems() {
    return problems;
  }

  /** The root of the file; null if there is none. */
  @Nullable Node root() {
    try {
      return YamlFile.root(path);
    } catch (SettingsException e) {
      problems.addAll(e.problems());
      return null;
    }
  }

  /** Keys and values of a node; empty if it is absent or not a mapping. */
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
    return read(node, key, text -> Settings.wholeNumber(text, min, max), min);
  }

  /**
   * @param notation parser that throws IllegalArgumentException with a message that continues the
   *     key
   * @param otherwise the result for a wrong value
   */
  <T> T read(Node node, String key, Function<String, T> notation, T otherwise) {
    try {
      return notation.apply(text(node, key));
    } catch (IllegalArgumentException e) {
      problem(node, key + " " + e.getMessage());
      return otherwise;
    }
  }

  /** Parses {@code 3%}, above 0 and at most 100, as a share. */
  static double percent(String text) {
    double share = Quantities.share(text);
    if (share > 0 && share <= 1) {
      return share;
    }
    throw new IllegalArgumentException(
        Text.of("must be a share above 0%% and up to 100%%, got \"%s\"", text));
  }

  void problem(Node node, String what) {
    problems.add(Text.of("%s:%d: %s", path, node.getStartMark().getLine() + 1, what));
  }

  void problem(String what) {
    problems.add(Text.of("%s: %s", path, what));
  }
}
