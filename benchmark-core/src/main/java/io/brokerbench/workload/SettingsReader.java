package io.brokerbench.workload;

import io.brokerbench.workload.Settings.Given;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;

/**
 * Collects settings: reference files give the defaults, then a workload file, then single
 * assignments, each over the one before. Not thread-safe.
 *
 * <p>A key may be cut down to its last part where that names one setting: {@code flush} is {@code
 * cluster.flush}. Of several the one below {@code load} is meant: {@code threads} is {@code
 * load.threads}.
 */
public final class SettingsReader {

  /** An alias may hold itself; no proper key is that long. */
  private static final int LONGEST_KEY = 200;

  private static final String PREFERRED = "load.";

  /** Parts of a workload file that tell what runs are made of it; they are no settings. */
  public static final Set<String> SECTIONS = Set.of("tool", "matrix", "find", "reference");

  private final SortedMap<String, String> defaults = new TreeMap<>();

  /** As it was said, cut down or in full, the last said last. */
  private final Map<String, Given> given = new LinkedHashMap<>();

  private final List<String> problems = new ArrayList<>();

  /**
   * Adds the defaults of a reference file, a resource on the class path.
   *
   * @throws IllegalStateException if it is missing or no proper YAML: a mistake of ours
   */
  public SettingsReader reference(Class<?> owner, String resource) {
    SortedMap<String, Given> values = new TreeMap<>();
    int problemsBefore = problems.size();
    try (InputStream in = owner.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("no resource " + resource);
      }
      read(new InputStreamReader(in, StandardCharsets.UTF_8), resource, values);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (problems.size() > problemsBefore) {
      throw new IllegalStateException(String.join("\n", problems));
    }
    values.forEach((key, value) -> defaults.put(key, value.value()));
    return this;
  }

  /**
   * Adds a workload file, but for its {@link #SECTIONS}; what is wrong with it is told by {@link
   * #settings()}.
   */
  public SettingsReader file(Path file) {
    try {
      read(new StringReader(Files.readString(file)), file.toString(), given);
    } catch (NoSuchFileException e) {
      problems.add("%s: there is no such file".formatted(file));
    } catch (IOException e) {
      problems.add("%s: cannot be read (%s)".formatted(file, e.getMessage()));
    }
    return this;
  }

  /** Adds one value. {@code origin} is where a person would correct it: a flag's name. */
  public SettingsReader set(String key, String value, String origin) {
    say(given, key, new Given(value, origin));
    return this;
  }

  /** Adds one value unless somebody gave another before: what follows from another setting. */
  public SettingsReader setIfAbsent(String key, String value, String origin) {
    return lastGiven(key).isPresent() ? this : set(key, value, origin);
  }

  /** Adds {@code key=value} as {@code --set} takes it. */
  public SettingsReader assign(String assignment) {
    int equals = assignment.indexOf('=');
    if (equals < 1) {
      problems.add("--set: must be key=value, got \"%s\"".formatted(assignment));
      return this;
    }
    return set(assignment.substring(0, equals).strip(), assignment.substring(equals + 1), "--set");
  }

  /** Notes what is wrong with something that did not become a setting; one line. */
  public SettingsReader problem(String line) {
    problems.add(line);
    return this;
  }

  /** The value given for a key so far, or its default. */
  public String peek(String key) {
    return lastGiven(key).map(Given::value).orElse(defaults.getOrDefault(key, ""));
  }

  private Optional<Given> lastGiven(String key) {
    return given.entrySet().stream()
        .filter(said -> fullKeys(said.getKey()).equals(List.of(key)))
        .map(Map.Entry::getValue)
        .reduce((earlier, later) -> later);
  }

  /** Those settings that are meant by a key, which may be cut down; one if it is understood. */
  private List<String> fullKeys(String key) {
    if (key.contains(".") || defaults.containsKey(key)) {
      return List.of(key);
    }
    List<String> ending =
        defaults.keySet().stream().filter(each -> each.endsWith("." + key)).toList();
    if (ending.contains(PREFERRED + key)) {
      return List.of(PREFERRED + key);
    }
    return ending.isEmpty() ? List.of(key) : ending;
  }

  /**
   * The settings read so far. What could not be read or understood is told together with their own
   * problems, by {@link Settings#finish}.
   */
  public Settings settings() {
    SortedMap<String, Given> full = new TreeMap<>();
    List<String> all = new ArrayList<>(problems);
    given.forEach(
        (key, value) -> {
          List<String> keys = fullKeys(key);
          if (keys.size() == 1) {
            full.put(keys.get(0), value);
          } else {
            all.add(
                "%s: %s may be any of %s; write it in full"
                    .formatted(value.origin(), key, String.join(", ", keys)));
          }
        });
    return new Settings(defaults, full, all);
  }

  private static void say(Map<String, Given> into, String key, Given value) {
    into.remove(key);
    into.put(key, value);
  }

  private void read(Reader yaml, String name, Map<String, Given> into) {
    try {
      Node root = new Yaml(new LoaderOptions()).compose(yaml);
      if (root instanceof MappingNode mapping) {
        flatten(mapping, "", name, into);
      } else if (root != null) {
        problems.add("%s: must hold keys and values".formatted(name));
      }
    } catch (MarkedYAMLException e) {
      int line = e.getProblemMark() == null ? 0 : e.getProblemMark().getLine() + 1;
      problems.add("%s:%d: no proper YAML: %s".formatted(name, line, e.getProblem()));
    } catch (YAMLException e) {
      problems.add("%s: no proper YAML: %s".formatted(name, firstLine(e)));
    }
  }

  private static String firstLine(YAMLException e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
  }

  private void flatten(MappingNode mapping, String prefix, String name, Map<String, Given> into) {
    for (NodeTuple tuple : mapping.getValue()) {
      if (prefix.isEmpty() && isSection(tuple)) {
        continue;
      }
      String origin = "%s:%d".formatted(name, tuple.getKeyNode().getStartMark().getLine() + 1);
      if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
        problems.add("%s: a key must be a word".formatted(origin));
      } else if (prefix.length() > LONGEST_KEY) {
        problems.add("%s: nested too deeply".formatted(origin));
      } else if (tuple.getValueNode() instanceof MappingNode nested) {
        flatten(nested, prefix + key.getValue() + ".", name, into);
      } else if (tuple.getValueNode() instanceof ScalarNode value) {
        String full = prefix + key.getValue();
        if (into == given && into.containsKey(full)) {
          problems.add("%s: %s is set twice".formatted(origin, full));
        }
        say(into, full, new Given(value.getValue(), origin));
      } else {
        problems.add("%s: %s must be one value".formatted(origin, prefix + key.getValue()));
      }
    }
  }

  private static boolean isSection(NodeTuple tuple) {
    return tuple.getKeyNode() instanceof ScalarNode key && SECTIONS.contains(key.getValue());
  }
}
