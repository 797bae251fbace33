package io.brokerbench.workload;

import io.brokerbench.units.Text;
import io.brokerbench.workload.Settings.Given;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeId;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.resolver.Resolver;

/**
 * Collects settings from files of defaults, a workload file, and single assignments; each overrides
 * the previous ones. Not thread-safe.
 *
 * <p>A key may be abbreviated to its last part if that is unique: {@code flush} is {@code
 * cluster.flush}. If it is not, the one below {@code load} takes precedence: {@code threads} is
 * {@code load.threads}.
 */
public final class SettingsReader {

  /** Maximum length of a key: an alias may contain itself. */
  private static final int LONGEST_KEY = 200;

  private static final String PREFERRED = "load.";

  /** Key that names an element of a list. */
  private static final String NAME = "name";

  /** The list whose elements have numbers. */
  private static final String NUMBERED = "faults";

  /** Origin of values set by their key. */
  private static final String SET = "--set";

  /** Far above the number of settings; aliases can multiply values. */
  private static final int MOST_VALUES = 1_000;

  /** Keys that are never abbreviated: the last parts of their names are those of others. */
  private static final List<String> UNABBREVIATED = List.of("scale.", Requirements.PREFIX);

  /** Sections of a workload file that define the runs made of it; they are not settings. */
  public static final Set<String> SECTIONS =
      Set.of("tool", "matrix", "find", "plan", "reference", "microbench");

  /** Keys of arguments, which brokers receive with the types of YAML. */
  private static final Pattern TYPED = Pattern.compile("[a-z-]+\\.[a-z]+-arguments\\..*");

  /** Settings whose value may be in a file, and how it becomes one. */
  private static final Map<String, UnaryOperator<String>> FILES =
      Map.of("load.rate", RateFile::notation, "message.size", SizeFile::notation);

  private final SortedMap<String, String> defaults = new TreeMap<>();

  /** Keys as given, abbreviated or in full, in order of their last assignment. */
  private final Map<String, Given> given = new LinkedHashMap<>();

  /** Keys of files as given, with their places. */
  private final Map<String, String> written = new LinkedHashMap<>();

  /** All values from the command line, in order. */
  private final List<Map.Entry<String, Given>> said = new ArrayList<>();

  private final List<String> problems = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();
  private Map<String, String> environment = Map.of();
  private Set<String> choices = Set.of();
  private boolean running;
  private int values;

  /**
   * Adds a file of defaults, a resource on the class path.
   *
   * @throws IllegalStateException if it is missing or not valid YAML: a defect of brokerbench
   */
  public SettingsReader defaults(Class<?> owner, String resource) {
    SortedMap<String, Given> values = new TreeMap<>();
    int problemsBefore = problems.size();
    try (InputStream in = owner.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("no resource " + resource);
      }
      Node root = YamlFile.root(new InputStreamReader(in, StandardCharsets.UTF_8), resource);
      if (root != null) {
        read(root, resource, values);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (SettingsException e) {
      throw new IllegalStateException(e.getMessage(), e);
    }
    if (problems.size() > problemsBefore) {
      throw new IllegalStateException(String.join("\n", problems));
    }
    values.forEach((key, value) -> defaults.put(key, value.value()));
    return this;
  }

  /**
   * Adds a workload file except its {@link #SECTIONS}; {@link #settings()} reports problems with
   * it.
   */
  public SettingsReader file(Path file) {
    try {
      read(YamlFile.root(file), file.toString(), given);
    } catch (SettingsException e) {
      problems.addAll(e.problems());
    }
    return this;
  }

  /**
   * Defines the flags that choose one of several words. An assignment may refine the number or the
   * name given by another flag, but must not contradict a choice.
   */
  public SettingsReader choices(Set<String> flags) {
    choices = flags;
    return this;
  }

  /** Adds the environment variables, to which secrets may refer. */
  public SettingsReader environment(Map<String, String> variables) {
    environment = variables;
    return this;
  }

  /** Announces that the cluster is running: what only its start needs is not checked. */
  public SettingsReader clusterIsRunning() {
    running = true;
    return this;
  }

  /** Adds one value. {@code origin} is the place to correct it, such as the name of a flag. */
  public SettingsReader set(String key, String value, String origin) {
    return set(key, new Given(value, origin, false));
  }

  private SettingsReader set(String key, Given it) {
    say(given, key, it);
    said.add(Map.entry(key, it));
    return this;
  }

  /** Adds one value unless there is one already; for values derived from other settings. */
  public SettingsReader setIfAbsent(String key, String value, String origin) {
    return lastGiven(key).isPresent() ? this : set(key, new Given(value, origin, true));
  }

  /** Adds {@code key=value}, as accepted by {@code --set}. */
  public SettingsReader assign(String assignment) {
    return assign("", assignment, SET);
  }

  /**
   * Adds {@code key=value}.
   *
   * @param section prefix of the key's full name
   * @param origin name of the flag
   */
  public SettingsReader assign(String section, String assignment, String origin) {
    int equals = assignment.indexOf('=');
    if (equals < 1) {
      problems.add(
          Text.of("%s: must be key=value, got \"%s\"", origin, Secrets.assignment(assignment)));
      return this;
    }
    return set(
        section + assignment.substring(0, equals).strip(),
        assignment.substring(equals + 1),
        origin);
  }

  /** Reports a problem with input that did not become a setting; one line. */
  public SettingsReader problem(String line) {
    problems.add(line);
    return this;
  }

  /** Reports a warning about valid but possibly unintended input; one line. */
  public SettingsReader warning(String line) {
    warnings.add(line);
    return this;
  }

  /** The warnings, one for each secret on the command line among them. */
  public List<String> warnings() {
    List<String> all = new ArrayList<>(warnings);
    for (Map.Entry<String, Given> entry : said) {
      Given value = entry.getValue();
      if (Secrets.isKey(entry.getKey()) && !SecretReference.is(value.value()) && !value.implied()) {
        all.add(
            Text.of(
                    "warning: %s: %s is a secret, and every user of this machine may read command lines; give",
                    value.origin(), entry.getKey())
                + " it as env:NAME, file:PATH or prompt:NAME");
      }
    }
    return List.copyOf(all);
  }

  /** The keys set so far other than by files, in full or abbreviated as they were given. */
  public List<String> keys() {
    return said.stream().map(Map.Entry::getKey).toList();
  }

  /** Whether a value was given for a key so far. */
  public boolean isGiven(String key) {
    return lastGiven(key).isPresent();
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

  /** The settings that a key may stand for; a single one if it is unambiguous. */
  private List<String> fullKeys(String key) {
    if (key.contains(".") || defaults.containsKey(key)) {
      return List.of(key);
    }
    List<String> ending =
        defaults.keySet().stream()
            .filter(
                each ->
                    each.endsWith("." + key) && UNABBREVIATED.stream().noneMatch(each::startsWith))
            .toList();
    if (ending.contains(PREFERRED + key)) {
      return List.of(PREFERRED + key);
    }
    return ending.isEmpty() ? List.of(key) : ending;
  }

  /**
   * The settings read so far. {@link Settings#finish} reports problems of reading them together
   * with their own problems.
   */
  public Settings settings() {
    SortedMap<String, Given> full = new TreeMap<>();
    SortedMap<String, String> references = new TreeMap<>();
    List<String> all = new ArrayList<>(problems);
    given.forEach(
        (key, value) -> {
          List<String> keys = fullKeys(key);
          if (keys.size() == 1) {
            if (Secrets.isKey(keys.get(0)) && SecretReference.is(value.value())) {
              references.put(keys.get(0), value.value());
            }
            full.put(keys.get(0), resolved(keys.get(0), value, all));
          } else {
            all.add(
                Text.of(
                    "%s: %s may be any of %s; write it in full",
                    value.origin(), key, String.join(", ", keys)));
          }
        });
    all.addAll(repetitions());
    all.addAll(contradictions());
    return new Settings(defaults, full, references, all, running);
  }

  private Given resolved(String key, Given value, List<String> trouble) {
    UnaryOperator<String> fromFile = ValueFile.is(value.value()) ? FILES.get(key) : null;
    if (!Secrets.isKey(key) && fromFile == null) {
      return value;
    }
    try {
      return new Given(
          fromFile == null
              ? SecretReference.resolve(key, value.value(), environment)
              : fromFile.apply(value.value()),
          value.origin(),
          value.implied());
    } catch (IllegalArgumentException e) {
      trouble.add(Text.of("%s: %s %s", value.origin(), key, e.getMessage()));
      return value;
    }
  }

  /** Settings that a file has in full and abbreviated. */
  private List<String> repetitions() {
    List<String> repetitions = new ArrayList<>();
    Set<String> known = new HashSet<>();
    written.forEach(
        (key, origin) -> {
          List<String> keys = fullKeys(key);
          if (keys.size() == 1 && !known.add(keys.get(0))) {
            repetitions.add(Text.of("%s: %s is set twice", origin, keys.get(0)));
          }
        });
    return repetitions;
  }

  /** Flags whose choice contradicts an assignment. */
  private List<String> contradictions() {
    List<String> contradictions = new ArrayList<>();
    Map<String, Given> byFlag = new HashMap<>();
    for (Map.Entry<String, Given> entry : said) {
      List<String> keys = fullKeys(entry.getKey());
      Given value = entry.getValue();
      if (keys.size() != 1) {
        continue;
      }
      String key = keys.get(0);
      if (choices.contains(value.origin())) {
        byFlag.put(key, value);
      } else if (value.origin().equals(SET)
          && byFlag.containsKey(key)
          && !byFlag.get(key).value().equals(value.value())) {
        contradictions.add(
            Text.of(
                "%s: %s is \"%s\", but \"%s\" by %s; give one of them",
                SET,
                key,
                Secrets.value(key, value.value()),
                Secrets.value(key, byFlag.get(key).value()),
                byFlag.get(key).origin()));
      }
    }
    return contradictions;
  }

  private static void say(Map<String, Given> into, String key, Given value) {
    into.remove(key);
    into.put(key, value);
  }

  private void read(Node root, String name, Map<String, Given> into) {
    if (root instanceof MappingNode mapping) {
      values = 0;
      flatten(mapping, "", name, into);
      if (values > MOST_VALUES) {
        problems.add(Text.of("%s: holds more than %,d values", name, MOST_VALUES));
      }
    } else {
      problems.add(Text.of("%s: must hold keys and values", name));
    }
  }

  private void flatten(MappingNode mapping, String prefix, String name, Map<String, Given> into) {
    for (NodeTuple tuple : mapping.getValue()) {
      if (prefix.isEmpty() && isSection(tuple)) {
        continue;
      }
      if (++values > MOST_VALUES) {
        return;
      }
      String origin = Text.of("%s:%d", name, tuple.getKeyNode().getStartMark().getLine() + 1);
      if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
        problems.add(Text.of("%s: a key must be a word", origin));
      } else if (prefix.length() > LONGEST_KEY) {
        problems.add(Text.of("%s: nested too deeply", origin));
      } else if (tuple.getValueNode() instanceof MappingNode nested) {
        flatten(nested, prefix + key.getValue() + ".", name, into);
      } else if (tuple.getValueNode() instanceof ScalarNode value) {
        String full = prefix + key.getValue();
        if (into == given && written.putIfAbsent(full, origin) != null) {
          problems.add(Text.of("%s: %s is set twice", origin, full));
        }
        say(into, full, new Given(text(full, value), origin, false));
      } else if (tuple.getValueNode() instanceof SequenceNode list
          && isOfMappings(list, !NUMBERED.equals(prefix + key.getValue()))) {
        elements(list, prefix + key.getValue() + ".", name, into);
      } else {
        problems.add(Text.of("%s: %s must be one value", origin, prefix + key.getValue()));
      }
    }
  }

  /**
   * The value of a scalar; a text among arguments that looks like another type keeps its quotes.
   */
  private static String text(String key, ScalarNode value) {
    boolean quoted =
        TYPED.matcher(key).matches()
            && !value.isPlain()
            && !new Resolver().resolve(NodeId.scalar, value.getValue(), true).equals(Tag.STR);
    return quoted ? '"' + value.getValue() + '"' : value.getValue();
  }

  private static boolean isOfMappings(SequenceNode list, boolean named) {
    boolean any = !named || !list.getValue().isEmpty();
    return any
        && list.getValue().stream()
            .allMatch(
                each ->
                    each instanceof MappingNode mapping
                        && mapping.getValue().stream().anyMatch(SettingsReader::isName) == named);
  }

  private static boolean isName(NodeTuple tuple) {
    return tuple.getKeyNode() instanceof ScalarNode key
        && key.getValue().equals(NAME)
        && tuple.getValueNode() instanceof ScalarNode;
  }

  /**
   * Adds the elements of a list by their names, or by their numbers from 1: {@code [{name: a, x:
   * 1}]} means {@code {a: {x: 1}}}, and {@code [{x: 1}]} means {@code {1: {x: 1}}}.
   */
  private void elements(SequenceNode list, String prefix, String file, Map<String, Given> into) {
    for (int i = 0; i < list.getValue().size(); i++) {
      MappingNode element = (MappingNode) list.getValue().get(i);
      List<NodeTuple> rest = new ArrayList<>(element.getValue());
      Optional<NodeTuple> naming = rest.stream().filter(SettingsReader::isName).findFirst();
      naming.ifPresent(rest::remove);
      String name =
          naming
              .map(each -> ((ScalarNode) each.getValueNode()).getValue())
              .orElse(Integer.toString(i + 1));
      MappingNode nested = new MappingNode(element.getTag(), rest, element.getFlowStyle());
      flatten(nested, prefix + name + ".", file, into);
    }
  }

  private static boolean isSection(NodeTuple tuple) {
    return tuple.getKeyNode() instanceof ScalarNode key && SECTIONS.contains(key.getValue());
  }
}
