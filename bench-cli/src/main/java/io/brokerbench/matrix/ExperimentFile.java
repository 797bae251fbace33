package io.brokerbench.matrix;

import io.brokerbench.workload.Settings;
import io.brokerbench.workload.SettingsException;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
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
 * The parts of a workload file that are no settings.
 *
 * @param tool the command that runs it
 * @param matrix what it is run with
 * @param reference published figures, if there are any
 */
public record ExperimentFile(String tool, Matrix matrix, Optional<Reference> reference) {

  private static final int MOST_RUNS = 1000;

  /**
   * Reads them. The settings are for the tool to read.
   *
   * @throws SettingsException with every problem there is, a line each
   */
  public static ExperimentFile read(Path file) throws SettingsException {
    Reading reading = new Reading(file);
    ExperimentFile read = reading.file();
    if (!reading.problems.isEmpty()) {
      throw new SettingsException(reading.problems);
    }
    return read;
  }

  /** One pass over a file, which notes all that is wrong. */
  private static final class Reading {

    private final Path path;
    private final List<String> problems = new ArrayList<>();

    Reading(Path path) {
      this.path = path;
    }

    ExperimentFile file() {
      Map<String, Node> root = entries(root());
      return new ExperimentFile(
          root.containsKey("tool") ? text(root.get("tool"), "tool") : "producer",
          matrix(root.get("matrix")),
          Optional.ofNullable(root.get("reference")).map(this::reference));
    }

    private @Nullable Node root() {
      try {
        return new Yaml(new LoaderOptions()).compose(new StringReader(Files.readString(path)));
      } catch (NoSuchFileException e) {
        problems.add("%s: there is no such file".formatted(path));
      } catch (IOException e) {
        problems.add("%s: cannot be read (%s)".formatted(path, e.getMessage()));
      } catch (YAMLException e) {
        problems.add(
            "%s: no proper YAML: %s"
                .formatted(
                    path, String.valueOf(e.getMessage()).lines().findFirst().orElse("").strip()));
      }
      return null;
    }

    private Matrix matrix(@Nullable Node node) {
      int repeat = 1;
      long seed = 1;
      OptionalDouble until = OptionalDouble.empty();
      Map<String, List<String>> factors = new LinkedHashMap<>();
      List<SortedMap<String, String>> excluded = new ArrayList<>();
      for (Map.Entry<String, Node> entry : entries(node).entrySet()) {
        String key = entry.getKey();
        Node value = entry.getValue();
        switch (key) {
          case "repeat" -> repeat = (int) whole(value, key, 1, MOST_RUNS);
          case "seed" -> seed = whole(value, key, Long.MIN_VALUE, Long.MAX_VALUE);
          case "until" -> until = share(value, key);
          case "exclude" -> list(value, key).forEach(each -> excluded.add(values(each, key)));
          default -> factors.put(key, list(value, key).stream().map(v -> text(v, key)).toList());
        }
      }
      for (Map.Entry<String, List<String>> factor : factors.entrySet()) {
        if (factor.getValue().isEmpty()) {
          problems.add("%s: matrix.%s needs a value".formatted(path, factor.getKey()));
        }
      }
      for (SortedMap<String, String> each : excluded) {
        for (Map.Entry<String, String> value : each.entrySet()) {
          if (!factors.getOrDefault(value.getKey(), List.of()).contains(value.getValue())) {
            problems.add(
                "%s: matrix.exclude names %s=%s, which is in no factor%s"
                    .formatted(
                        path,
                        value.getKey(),
                        value.getValue(),
                        Settings.nearest(value.getKey(), factors.keySet())));
          }
        }
      }
      Matrix matrix = new Matrix(factors, excluded, repeat, seed, until);
      if (problems.isEmpty() && matrix.cells().isEmpty()) {
        problems.add("%s: matrix.exclude leaves no cell".formatted(path));
      }
      return matrix;
    }

    private Reference reference(Node node) {
      Map<String, Node> entries = entries(node);
      List<Reference.Row> rows = new ArrayList<>();
      entries.forEach(
          (key, value) -> {
            switch (key) {
              case "source", "hardware" -> {}
              case "rows" -> list(value, key).forEach(row -> rows.add(row(row)));
              default -> problem(value, "there is no reference." + key + " here");
            }
          });
      return new Reference(
          entries.containsKey("source") ? text(entries.get("source"), "reference.source") : "",
          entries.containsKey("hardware")
              ? text(entries.get("hardware"), "reference.hardware")
              : "",
          rows);
    }

    private Reference.Row row(Node node) {
      SortedMap<String, String> values = values(node, "reference.rows");
      String perSecond = values.remove("perSecond");
      try {
        double figure = Double.parseDouble(String.valueOf(perSecond));
        if (figure > 0) {
          return new Reference.Row(values, figure);
        }
      } catch (NumberFormatException e) {
        // falls through to the one message for both
      }
      problem(node, "a row of reference.rows needs a perSecond above 0, got \"" + perSecond + "\"");
      return new Reference.Row(values, 1);
    }

    /** Keys and values of a node; none if it is absent or something else. */
    private Map<String, Node> entries(@Nullable Node node) {
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

    private SortedMap<String, String> values(Node node, String key) {
      SortedMap<String, String> values = new TreeMap<>();
      entries(node).forEach((name, value) -> values.put(name, text(value, key + "." + name)));
      return values;
    }

    private List<Node> list(Node node, String key) {
      if (node instanceof SequenceNode sequence) {
        return sequence.getValue();
      }
      problem(node, key + " must be a list, such as [async, sync]");
      return List.of();
    }

    private String text(@Nullable Node node, String key) {
      if (node instanceof ScalarNode scalar) {
        return scalar.getValue();
      }
      if (node != null) {
        problem(node, key + " must be one value");
      }
      return "";
    }

    private long whole(Node node, String key, long min, long max) {
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
          "matrix.%s must be a whole number from %,d to %,d, got \"%s\""
              .formatted(key, min, max, text));
      return min;
    }

    /** {@code 3%}, also with a sign that says both ways. */
    private OptionalDouble share(Node node, String key) {
      String text = text(node, key);
      String number = text.replaceAll("[±%\\s]|\\+-", "");
      try {
        double percent = Double.parseDouble(number);
        if (text.contains("%") && percent > 0 && percent < 100) {
          return OptionalDouble.of(percent / 100);
        }
      } catch (NumberFormatException e) {
        // falls through to the one message for both
      }
      problem(node, "matrix.%s must be a share such as 3%%, got \"%s\"".formatted(key, text));
      return OptionalDouble.empty();
    }

    private void problem(Node node, String what) {
      problems.add("%s:%d: %s".formatted(path, node.getStartMark().getLine() + 1, what));
    }
  }
}
