package io.brokerbench.cli;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.brokerbench.results.ProcessFigure;
import io.brokerbench.results.ProcessFigure.ProcessUse;
import io.brokerbench.units.Text;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The pages of docs/reference, generated from the commands, the files with all settings, the
 * catalogue of figures, the records of results with their documentation, and the rules of the
 * verdict with theirs.
 */
final class ReferencePages {

  private static final Path ROOT = Path.of("..");

  private static final String MARK =
      "<!-- Generated: BENCH_WRITE_REFERENCE=1 ./mvnw test -pl bench-cli -am -Dtest=ReferenceTest"
          + " -Dsurefire.failIfNoSpecifiedTests=false -->\n";

  /** Files with all settings, by their titles. */
  private static final Map<String, String> SETTINGS = settingsFiles();

  private static final Pattern MAP = Pattern.compile("Map\\((\\w+),(\\w+)\\)");
  private static final Set<String> WITHOUT_FIELDS =
      Set.of("Object", "Long", "Double", "String", "Integer");
  private static final Pattern KEY = Pattern.compile("^( *)([\\w.-]+):(?: +(.*))?$");

  /** Pages of the guide by sections without a default, of which a comment shows an example. */
  private static final Map<String, String> EXAMPLES =
      Map.of(
          "# require: ",
          "requirements.md",
          "# brokers: ",
          "external-cluster.md#resources",
          "# faults: ",
          "faults.md");

  private static final Pattern RECORD =
      Pattern.compile(
          "/\\*\\*((?:(?!\\*/).)*)\\*/\\s*(?:@[^\\n]+\\s+)*(?:public |private |static )*record (\\w+)\\s*[(<]",
          Pattern.DOTALL);
  private static final Pattern PARAMETER =
      Pattern.compile("@param (\\w+) ((?:(?!@param|@throws|@return).)*)", Pattern.DOTALL);

  private ReferencePages() {}

  private static Map<String, String> settingsFiles() {
    Map<String, String> files = new LinkedHashMap<>();
    files.put(
        "All drivers", "benchmark-core/src/main/resources/io/brokerbench/workload/defaults.yaml");
    files.put("TLS", "benchmark-core/src/main/resources/io/brokerbench/driver/tls/tls.yaml");
    files.put(
        "RocketMQ: clients",
        "drivers/rocketmq/src/main/resources/io/brokerbench/rocketmq/rocketmq.yaml");
    files.put(
        "RocketMQ: cluster",
        "clusters/src/main/resources/io/brokerbench/cluster/rocketmq/rocketmq.yaml");
    files.put(
        "RabbitMQ: clients",
        "drivers/rabbitmq/src/main/resources/io/brokerbench/rabbitmq/rabbitmq.yaml");
    files.put(
        "RabbitMQ: cluster",
        "clusters/src/main/resources/io/brokerbench/cluster/rabbitmq/rabbitmq.yaml");
    files.put("MQTT: clients", "drivers/mqtt/src/main/resources/io/brokerbench/mqtt/mqtt.yaml");
    files.put("MQTT: brokers", "clusters/src/main/resources/io/brokerbench/cluster/mqtt/mqtt.yaml");
    files.put(
        "In-memory brokers",
        "benchmark-core/src/main/resources/io/brokerbench/driver/memory/memory.yaml");
    return files;
  }

  /** The pages by their file names. */
  static Map<String, String> all() throws IOException {
    return Map.of(
        "commands.md",
        commands(),
        "settings.md",
        settings(),
        "figures.md",
        figures(),
        "result-fields.md",
        resultFields(),
        "verdicts.md",
        MARK + VerdictPage.text());
  }

  private static String commands() {
    StringBuilder page = new StringBuilder(MARK);
    page.append("# Commands and flags\n\n```text\n").append(CommandOutput.help("")).append("```\n");
    for (String name : BenchMain.commands().keySet()) {
      page.append(Text.of("\n## bench %s\n\n```text\n", name))
          .append(CommandOutput.help(name))
          .append("```\n");
    }
    return page.toString().replaceAll(" +\n", "\n").replaceAll("\n+```\n", "\n```\n");
  }

  static String settings() throws IOException {
    StringBuilder page = new StringBuilder(MARK);
    page.append("# Settings\n\nDurations: `500ms`, `30s`, `2m`. Rates: `2000/s`, `50k/s`. ")
        .append("Sizes: `1024`, `64KiB`, `1g`\n(powers of 1,024). ")
        .append("A time without another range is from 0 to 365 days, a share from 0 to 1. ")
        .append(
            "[Settings, secrets and live figures](../guide/settings.md) shows how to give them.\n");
    for (Map.Entry<String, String> file : SETTINGS.entrySet()) {
      page.append(
          Text.of("\n## %s\n\n| setting | default | meaning |\n|---|---|---|\n", file.getKey()));
      rows(Files.readAllLines(ROOT.resolve(file.getValue()))).forEach(page::append);
    }
    return page.toString();
  }

  private static String figures() {
    StringBuilder page = new StringBuilder(MARK);
    page.append("# Names of figures\n\nThe figures of a run, as `bench figures` shows them: ")
        .append("the bound that each takes, and where it may be used.\n")
        .append("[METRICS.md](../METRICS.md) defines them.\n\n")
        .append("| figure | bound | in | meaning |\n|---|---|---|---|\n");
    for (List<String> row : FiguresCommand.table().rows()) {
      page.append(
          Text.of("| `%s` | %s | %s | %s |\n", row.get(0), row.get(1), row.get(2), row.get(3)));
    }
    page.append("\n");
    FiguresCommand.notes().forEach(note -> page.append("- ").append(note).append("\n"));
    return page.toString();
  }

  /** The keys of the settings in the files of defaults with this name. */
  static Set<String> keys(String name) throws IOException {
    Set<String> keys = new TreeSet<>();
    for (String file : SETTINGS.values()) {
      if (file.endsWith("/" + name + ".yaml")) {
        rows(Files.readAllLines(ROOT.resolve(file))).stream()
            .map(row -> row.substring(row.indexOf('`') + 1, row.indexOf('`', row.indexOf('`') + 1)))
            .forEach(keys::add);
      }
    }
    return keys;
  }

  /** A row for each key, or example of a section; a comment is about what is below it. */
  private static List<String> rows(List<String> lines) {
    List<String> rows = new ArrayList<>();
    Deque<String> path = new ArrayDeque<>();
    String comment = "";
    for (String line : lines) {
      Matcher key = KEY.matcher(line);
      String example = line.replaceFirst("[\\[{].*", "");
      String guide = EXAMPLES.getOrDefault(example, "");
      if (line.isBlank()) {
        comment = "";
      } else if (!guide.isEmpty()) {
        rows.add(
            Text.of(
                "| **`%s`** | | %s [The guide](../guide/%s) shows how to give them. |\n",
                example.replaceAll("\\W", ""),
                cell(comment.replaceFirst("(?<=\\.) .*", "")),
                guide));
      } else if (line.strip().startsWith("#")) {
        String text = line.strip().substring(1).strip();
        comment = comment.isEmpty() ? text : comment + " " + text;
      } else if (key.matches()) {
        int depth = key.group(1).length() / 2;
        while (path.size() > depth) {
          path.removeLast();
        }
        String name = Stream.concat(path.stream(), Stream.of(key.group(2))).collect(joining("."));
        if (key.group(3) == null) {
          path.addLast(key.group(2));
          if (!comment.isEmpty()) {
            rows.add(Text.of("| **`%s`** | | %s |\n", name, cell(comment)));
          }
        } else {
          rows.add(
              Text.of(
                  "| `%s` | %s | %s |\n",
                  name,
                  key.group(3).equals("\"\"") ? "" : "`" + key.group(3) + "`",
                  cell(comment)));
        }
        comment = "";
      }
    }
    return rows;
  }

  static String resultFields() throws IOException {
    JsonNode schema =
        new ObjectMapper().readTree(ROOT.resolve("docs/schema/run.schema.json").toFile());
    Map<String, Map<String, String>> documented = documented();
    StringBuilder page = new StringBuilder(MARK);
    page.append(
            "# Fields of run.json\n\nThe [schema](../schema/run.schema.json) has the same types. ")
        .append("[METRICS.md](../METRICS.md) defines the figures.\n")
        .append("A field that may be null is marked with `?`.\n");
    append(page, "RunResult", schema, documented);
    schema
        .path("$defs")
        .properties()
        .forEach(
            definition -> {
              if (definition.getValue().has("properties")) {
                append(page, definition.getKey(), definition.getValue(), documented);
              }
              if (definition.getKey().equals(ProcessUse.class.getSimpleName())) {
                appendProcessFigures(page);
              }
            });
    return withValues(page.toString(), schema.path("$defs"));
  }

  /** The values of an enum stand in place of the link to it, because it has no section. */
  private static String withValues(String page, JsonNode definitions) {
    String text = page;
    for (Map.Entry<String, JsonNode> definition : definitions.properties()) {
      if (definition.getValue().has("enum")) {
        text = text.replace(link(definition.getKey()), type(definition.getValue()));
      }
    }
    return text;
  }

  private static void appendProcessFigures(StringBuilder page) {
    page.append("\nA process has these columns in `intervals.csv`, after its name:\n\n")
        .append("| column | live meter | meaning |\n|---|---|---|\n");
    for (ProcessFigure figure : ProcessFigure.values()) {
      page.append(
          Text.of(
              "| `%s` | `%s` | %s |\n", figure.column(), figure.prometheusMeter(), figure.help()));
    }
  }

  private static void append(
      StringBuilder page,
      String type,
      JsonNode definition,
      Map<String, Map<String, String>> known) {
    Map<String, String> meanings = known.getOrDefault(type, Map.of());
    page.append(
        Text.of(
            "\n## `%s`\n\n%s\n\n| field | type | meaning |\n|---|---|---|\n",
            type, cell(meanings.getOrDefault("", ""))));
    definition
        .path("properties")
        .properties()
        .forEach(
            field ->
                page.append(
                    Text.of(
                        "| `%s` | %s | %s |\n",
                        field.getKey(),
                        type(field.getValue()),
                        cell(meanings.getOrDefault(field.getKey(), "")))));
  }

  private static String type(JsonNode node) {
    if (node.has("$ref")) {
      String name = node.path("$ref").asText().replaceAll(".*/", "");
      String bare = name.replace("-nullable", "");
      Matcher map = MAP.matcher(bare);
      String link =
          map.matches() ? "map of " + map.group(1) + " to " + link(map.group(2)) : link(bare);
      return bare.equals(name) ? link : link + "?";
    }
    if (node.has("enum")) {
      return node.path("enum")
          .valueStream()
          .map(each -> "`" + each.asText() + "`")
          .collect(joining(", "));
    }
    if (node.has("anyOf")) {
      return node.path("anyOf")
              .valueStream()
              .filter(each -> !each.path("type").asText().equals("null"))
              .map(ReferencePages::type)
              .collect(joining(" or "))
          + "?";
    }
    JsonNode types = node.path("type");
    if (types.isArray()) {
      return types
              .valueStream()
              .map(JsonNode::asText)
              .filter(each -> !each.equals("null"))
              .map(each -> each.equals("array") ? array(node) : each)
              .collect(joining(" or "))
          + "?";
    }
    if (types.asText().equals("array")) {
      return array(node);
    }
    if (node.path("additionalProperties").isObject()) {
      return "map to " + type(node.path("additionalProperties"));
    }
    return types.asText();
  }

  private static String link(String type) {
    return WITHOUT_FIELDS.contains(type)
        ? "`" + type + "`"
        : Text.of("[`%s`](#%s)", type, type.toLowerCase(Locale.ROOT));
  }

  private static String array(JsonNode node) {
    return "list of " + type(node.path("items"));
  }

  /** The documentation of all records of results, and by name that of their components. */
  private static Map<String, Map<String, String>> documented() throws IOException {
    Map<String, Map<String, String>> records = new TreeMap<>();
    List<Path> sources;
    try (Stream<Path> files = Files.walk(ROOT.resolve("benchmark-results/src/main/java"))) {
      sources = files.filter(file -> file.toString().endsWith(".java")).toList();
    }
    for (Path source : sources) {
      Matcher record = RECORD.matcher(Files.readString(source));
      while (record.find()) {
        String text = record.group(1).stripTrailing().replaceAll("\\s*\\n\\s*\\*\\s*", " ");
        Map<String, String> components = new LinkedHashMap<>();
        components.put("", text.replaceAll(" @param.*", "").replaceAll("[ *]+$", ""));
        Matcher parameter = PARAMETER.matcher(text);
        while (parameter.find()) {
          components.put(parameter.group(1), parameter.group(2).strip());
        }
        records.put(record.group(2), components);
      }
    }
    return records;
  }

  /** The text as a cell of a table. */
  static String cell(String text) {
    return text.replaceAll("\\{@code ([^}]*)}", "`$1`")
        .replaceAll("\\{@link (?:[\\w.]*#)?([^ }]+)[^}]*}", "`$1`")
        .replace("|", "\\|")
        .replace("<", "&lt;")
        .strip();
  }
}
