package io.brokerbench.sections;

import io.brokerbench.units.Quantities;
import io.brokerbench.units.Text;
import io.brokerbench.workload.Settings;
import io.brokerbench.workload.SettingsException;
import io.brokerbench.workload.YamlFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
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
 * Keys and values of a workload file, which are read by name as {@link Settings} are. A wrong value
 * counts as absent, so that one pass collects all problems of the file with their lines.
 */
final class Section {

  private final Path file;
  private final List<String> problems;

  /** Prefix of the full names of its keys. */
  private final String prefix;

  private final @Nullable Node node;
  private final Map<String, Node> entries = new LinkedHashMap<>();
  private final Set<String> known = new HashSet<>();

  private Section(Path file, List<String> problems, String prefix, @Nullable Node node) {
    this.file = file;
    this.problems = problems;
    this.prefix = prefix;
    this.node = node;
    if (node instanceof MappingNode mapping) {
      mapping.getValue().forEach(this::add);
    } else if (node != null) {
      problem("must hold keys and values");
    }
  }

  /**
   * All of a file.
   *
   * @throws SettingsException if the file cannot be read, is not YAML or is empty; one line
   */
  static Section of(Path file) throws SettingsException {
    return new Section(file, new ArrayList<>(), "", YamlFile.root(file));
  }

  private void add(NodeTuple tuple) {
    if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
      problem(tuple.getKeyNode(), "a key must be a word");
    } else if (entries.put(key.getValue(), tuple.getValueNode()) != null) {
      problem(key, key.getValue() + " is set twice");
    }
  }

  /** The problems of the file found so far, one line each. */
  List<String> problems() {
    return problems;
  }

  /** Whether the file has this section. */
  boolean isGiven() {
    return node != null;
  }

  boolean has(String name) {
    return entries.containsKey(name);
  }

  /** The full name of a key. */
  String key(String name) {
    return prefix + name;
  }

  private @Nullable Node entry(String name) {
    known.add(name);
    return entries.get(name);
  }

  /** The section of this name, without entries if it is absent. */
  Section section(String name) {
    return new Section(file, problems, key(name) + ".", entry(name));
  }

  /** The sections in a list; none if it is absent. */
  List<Section> sections(String name) {
    return list(name).stream()
        .map(each -> new Section(file, problems, key(name) + ".", each))
        .toList();
  }

  private List<Node> list(String name) {
    Node value = entry(name);
    if (value instanceof SequenceNode sequence) {
      return sequence.getValue();
    }
    if (value != null) {
      problem(value, key(name) + " must be a list, such as [async, sync]");
    }
    return List.of();
  }

  /**
   * A value; empty if it is absent or wrong.
   *
   * @param notation parser that throws IllegalArgumentException with a message that continues the
   *     key
   */
  <T> Optional<T> read(String name, Function<String, T> notation) {
    Node value = entry(name);
    return value == null ? Optional.empty() : parsed(value, key(name), notation);
  }

  private <T> Optional<T> parsed(Node value, String key, Function<String, T> notation) {
    if (!(value instanceof ScalarNode scalar)) {
      problem(value, key + " must be one value");
      return Optional.empty();
    }
    try {
      return Optional.of(notation.apply(scalar.getValue()));
    } catch (IllegalArgumentException e) {
      problem(value, key + " " + e.getMessage());
      return Optional.empty();
    }
  }

  /** A whole number from {@code min} to {@code max}, both inclusive. */
  Optional<Integer> whole(String name, int min, int max) {
    return read(name, text -> (int) Settings.wholeNumber(text, min, max));
  }

  /** A text; empty if it is absent. */
  String text(String name) {
    return read(name, Function.identity()).orElse("");
  }

  /** The texts in a list; none if it is absent. */
  List<String> texts(String name) {
    return list(name).stream()
        .map(each -> parsed(each, key(name), Function.identity()).orElse(""))
        .toList();
  }

  /** All entries as texts. */
  SortedMap<String, String> texts() {
    SortedMap<String, String> texts = new TreeMap<>();
    entries.keySet().forEach(name -> texts.put(name, text(name)));
    return texts;
  }

  /** The names of the entries that were not read so far, in the order of the file. */
  List<String> unread() {
    return entries.keySet().stream().filter(name -> !known.contains(name)).toList();
  }

  /** Reports every entry that was not read so far. */
  void refuseUnread() {
    for (String name : unread()) {
      problem(name, Text.of("there is no %s%s", key(name), Settings.nearest(name, known)));
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

  /** Reports a problem of an entry that the file has. */
  void problem(String name, String what) {
    problem(Objects.requireNonNull(entries.get(name)), what);
  }

  /** Reports a problem of the section, which the file has. */
  void problem(String what) {
    problem(Objects.requireNonNull(node), what);
  }

  private void problem(Node place, String what) {
    problems.add(Text.of("%s:%d: %s", file, place.getStartMark().getLine() + 1, what));
  }

  /** Reports a problem of the file that belongs to no line. */
  void problemOfFile(String what) {
    problems.add(Text.of("%s: %s", file, what));
  }
}
