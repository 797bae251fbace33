package io.brokerbench.published;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.matrix.MatrixCell;
import io.brokerbench.published.Reference.Row;
import io.brokerbench.sections.ExperimentFile;
import io.brokerbench.workload.InFlightLimits;
import io.brokerbench.workload.SettingsException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IntSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.Yaml;

/**
 * Workload files of the publications, held against the tables of {@code publications.md} both ways:
 * each published figure is in a reference with the same value, and each figure of a reference is
 * published.
 */
final class PublicationsTest {

  private static final Path FILES = Path.of("..", "workloads", "publications");

  private final Map<String, List<List<String>>> tables = tables();

  /** Rows of cells by the heading above them, without the names of columns. */
  private static Map<String, List<List<String>>> tables() {
    Map<String, List<List<String>>> tables = new LinkedHashMap<>();
    List<List<String>> rows = new ArrayList<>();
    for (String line : text().lines().toList()) {
      if (line.startsWith("## ")) {
        rows = new ArrayList<>();
        tables.put(line.substring(3), rows);
      } else if (line.startsWith("|--")) {
        rows.clear();
      } else if (line.startsWith("|")) {
        List<String> cells = Arrays.stream(line.split("\\|", -1)).map(String::strip).toList();
        rows.add(cells.subList(1, cells.size() - 1));
      }
    }
    return tables;
  }

  private static String text() {
    try (InputStream in =
        Objects.requireNonNull(PublicationsTest.class.getResourceAsStream("publications.md"))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private List<List<String>> table(String name) {
    return Objects.requireNonNull(tables.get(name));
  }

  private static ExperimentFile file(String name) throws SettingsException {
    return ExperimentFile.read(FILES.resolve(name + ".yaml"));
  }

  @SuppressWarnings("unchecked")
  private static String setting(String file, String section, String key) throws IOException {
    Map<String, Map<String, Object>> root =
        new Yaml().load(Files.readString(FILES.resolve(file + ".yaml")));
    return String.valueOf(Objects.requireNonNull(root.get(section)).get(key));
  }

  /** A figure in one form, however it is written. */
  private static String fact(String file, Map<String, String> cell, String key, String text) {
    return String.format(
        Locale.ROOT,
        "%s %s %s: %s",
        file,
        new TreeMap<>(cell),
        key,
        PublishedValue.parse(text, Reference.figure(key).unit()));
  }

  private static Set<String> facts(String... files) throws SettingsException {
    Set<String> facts = new TreeSet<>();
    for (String file : files) {
      for (Row row : file(file).reference().orElseThrow().rows()) {
        row.figures().forEach((key, text) -> facts.add(fact(file, row.values(), key, text)));
        row.derived()
            .forEach((key, text) -> facts.add("derived " + fact(file, row.values(), key, text)));
        row.prose().forEach(text -> facts.add(file + " " + row.values() + ": " + text));
      }
    }
    return facts;
  }

  private static String number(String cell) {
    return cell.replace(",", "");
  }

  /**
   * The file and the cell that a row of P1's tables is about.
   *
   * @param rate key of its rate
   */
  private record Place(String file, Map<String, String> cell, String rate) {

    static Place ofP1(List<String> row) {
      String[] modes = row.get(0).split("[/ ]", -1);
      if (row.get(0).contains("consumer")) {
        return new Place(
            "rocketmq-producer-3-consumer",
            Map.of(),
            row.get(0).contains("beside") ? "acked" : "received");
      }
      return row.get(0).equals("async/async")
          ? new Place("rocketmq-producer-1-threads", Map.of("threads", row.get(1)), "acked")
          : new Place(
              "rocketmq-producer-2-modes",
              Map.of("replication", modes[0], "flush", modes[1]),
              "acked");
    }
  }

  @Test
  void producerAndConsumerAreThoseOfP1() throws Exception {
    Set<String> published = new TreeSet<>();
    for (List<String> row : table("P1.2")) {
      Place place = Place.ofP1(row);
      IntSummaryStatistics lines =
          Arrays.stream(row.get(2).split(", ", -1)).mapToInt(Integer::parseInt).summaryStatistics();
      published.add(fact(place.file, place.cell, place.rate + ".lowest", lines.getMin() + "/s"));
      published.add(fact(place.file, place.cell, place.rate + ".highest", lines.getMax() + "/s"));
    }
    for (List<String> row : table("P1.1")) {
      Place place = Place.ofP1(row);
      String file = place.file;
      Map<String, String> cell = place.cell;
      String rate = place.rate;
      boolean consumer = rate.equals("received");
      String tps = row.get(2);
      Matcher about = Pattern.compile("^([\\d,]+?)(?:, ([a-z]+))?$").matcher(tps);
      if (about.matches()) {
        published.add(fact(file, cell, rate, "about " + number(about.group(1)) + "/s"));
      }
      String prose = about.matches() ? about.group(2) : tps.replaceFirst("^.*\"(.*)\"$", "$1");
      if (prose != null) {
        published.add(file + " " + cell + ": " + prose);
      }
      if (!row.get(3).equals("none")) {
        published.add(fact(file, cell, "rt.mean", row.get(3) + "ms"));
      }
      for (String max : consumer ? List.of("b2c.max", "s2c.max") : List.of("rt.max")) {
        published.add(fact(file, cell, max, number(row.get(4)) + "ms"));
      }
      if (!consumer) {
        published.add(fact(file, cell, "failed", number(row.get(5))));
        published.add(
            "derived " + fact(file, cell, "acked.undisturbed", number(row.get(8)) + "/s"));
      }
      published.add("derived " + fact(file, cell, rate, number(row.get(7)) + "/s"));
    }
    // From the consumer's five printed lines, which no table has.
    published.add(fact("rocketmq-producer-3-consumer", Map.of(), "b2c.mean", "2.223ms to 3.693ms"));
    published.add(fact("rocketmq-producer-3-consumer", Map.of(), "s2c.mean", "1.642ms to 3.059ms"));
    assertThat(
            facts(
                "rocketmq-producer-1-threads",
                "rocketmq-producer-2-modes",
                "rocketmq-producer-3-consumer"))
        .isEqualTo(published);
  }

  @Test
  void transactionsAreThoseOfP2() throws Exception {
    String file = "rocketmq-transactions";
    Set<String> published = new TreeSet<>();
    for (List<String> row : table("P2.1")) {
      String[] modes = row.get(0).split("/", -1);
      Map<String, String> mode = Map.of("replication", modes[0], "flush", modes[1]);
      published.add(fact(file, mode, "cpu", range(row.get(1))));
      published.add(fact(file, mode, "disk-busy", range(row.get(2))));
      String[] rates = row.get(3).split(", ", -1);
      String[] means = row.get(4).split(", ", -1);
      List<String> threads = List.of("1", "8", "16", "32");
      for (int i = 0; i < threads.size(); i++) {
        SortedMap<String, String> cell = new TreeMap<>(mode);
        cell.put("threads", threads.get(i));
        published.add(fact(file, cell, "acked", rates[i] + "/s"));
        published.add(fact(file, cell, "rt.mean", means[i] + "ms"));
      }
    }
    assertThat(facts(file)).isEqualTo(published);
  }

  /** {@code 6-11 %} as {@code 6% to 11%}. */
  private static String range(String shares) {
    return shares.replace(" %", "%").replaceFirst("^(\\d+)-", "$1% to ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"rabbitmq-flow-control-%s", "variants/rabbitmq-flow-control-%s-fresh"})
  void settingsOfFlowControlAreThoseOfP3(String name) throws Exception {
    for (List<String> row : table("P3.1")) {
      String file = name.replace("%s", row.get(0));
      String[] publishers = row.get(1).split(" x ", -1);
      assertThat(setting(file, "load", "threads")).isEqualTo(publishers[0]);
      assertThat(setting(file, "load", "rate")).isEqualTo(row.get(2) + "/s");
      assertThat(setting(file, "topic", "queues")).isEqualTo(row.get(3));
      assertThat(setting(file, "consume", "clients")).isEqualTo(row.get(4));
      assertThat(setting(file, "rabbitmq", "prefetch"))
          .isEqualTo(row.get(5).replace(" (rule)", ""));
      Set<String> expected = new TreeSet<>();
      for (String queueType : List.of("3.8.9 mirrored", "3.8.9 quorum", "4.0.5 quorum")) {
        for (String test : row.get(7).split(" ", -1)) {
          if (test.equals("N")) {
            expected.add(queueType + " none 1");
          } else {
            String acks = test.equals("C") ? "1" : test.substring(1);
            limits(row.get(6))
                .forEach(limit -> expected.add(queueType + " " + limit + " each " + acks));
          }
        }
      }
      assertThat(cells(file)).as(file).isEqualTo(expected);
    }
  }

  /** Release, queue type, limit and acknowledgements of each cell, or of each step of a cell. */
  private static Set<String> cells(String file) throws SettingsException {
    Set<String> cells = new TreeSet<>();
    for (MatrixCell cell : file(file).matrix().cells()) {
      Map<String, String> values = cell.values();
      String limit = Objects.requireNonNull(values.get("in-flight"));
      List<String> steps = InFlightLimits.written(limit);
      for (String each : steps.isEmpty() ? List.of(limit) : steps) {
        cells.add(
            String.join(
                " ",
                values.get("cluster.version"),
                values.get("queue-type"),
                each,
                values.getOrDefault("ack-every", "1")));
      }
    }
    return cells;
  }

  /** Messages of the limits; the prose about the fifth benchmark adds 200 %. */
  private static List<String> limits(String text) {
    List<String> limits = new ArrayList<>();
    Matcher messages = Pattern.compile("\\((\\d+)\\)").matcher(text);
    while (messages.find()) {
      limits.add(messages.group(1));
    }
    if (text.contains("prose: 200 too")) {
      limits.add("200");
    }
    return limits;
  }

  /**
   * What remains of an outcome once the prose of its files is removed: nothing but what the
   * reference leaves out on purpose.
   */
  @ParameterizedTest
  @ValueSource(strings = {"mirrored", "quorum"})
  void outcomesAreThoseOfP3(String queueType) throws Exception {
    Set<String> leftOut =
        Set.of(
            "",
            "1000 x 400 = 400,000 messages in readers alone",
            "(outside: original says \"up to\")",
            "told together with C");
    for (List<String> row : table("P3.2")) {
      String number = row.get(0).substring(0, 1);
      List<String> prose =
          file("rabbitmq-flow-control-" + number).reference().orElseThrow().rows().stream()
              .filter(each -> queueType.equals(each.values().get("queue-type")))
              .filter(each -> isOf(row.get(0), each.values()))
              .flatMap(each -> each.prose().stream())
              .distinct()
              .toList();
      String remains = row.get(queueType.equals("mirrored") ? 1 : 2);
      for (String text : prose) {
        assertThat(row.get(queueType.equals("mirrored") ? 1 : 2)).contains(text);
        remains = remains.replace(text, "");
      }
      assertThat(leftOut).as(row.toString()).contains(remains.replaceAll("^[; ]+|[; ]+$", ""));
    }
  }

  /** Whether a cell is one of the tests without confirms, with them, or with many acknowledged. */
  private static boolean isOf(String test, Map<String, String> cell) {
    String acks = cell.getOrDefault("ack-every", "1");
    String kind = "none".equals(cell.get("in-flight")) ? "N" : acks.equals("1") ? "C" : "M";
    return (cell.get("in-flight") == null && acks.equals("1")) || test.endsWith(kind);
  }

  @Test
  void loadsAreThoseOfP4() throws Exception {
    Set<String> published = new TreeSet<>();
    String users = "";
    for (List<String> row : table("P4.1")) {
      String name = row.get(0);
      users = row.get(1).equals("same") ? users : row.get(1);
      String in = number(row.get(3).replaceFirst(" \\(.*", "").replaceFirst("^about ", "")) + "/s";
      String file =
          name.startsWith("1") || name.contains("symmetric")
              ? "mqtt-reference-1-qos"
              : name.startsWith("2")
                  ? "mqtt-reference-2-payload"
                  : name.contains("bridge")
                      ? "mqtt-reference-4-bridge"
                      : "mqtt-reference-3-" + name.replaceFirst("^3 ([a-z-]+),.*", "$1");
      Map<String, String> cell =
          switch (file) {
            case "mqtt-reference-1-qos" ->
                Map.of("qos", name.replaceFirst(".*QoS (\\d).*", "$1"), "rate", in);
            case "mqtt-reference-2-payload" ->
                Map.of("size", name.contains("8 KB") ? "8192" : "1024");
            default -> Map.of("rate", in);
          };
      published.add(fact(file, cell, "in-out", row.get(2).replace("K", "k/s")));
      published.add(fact(file, cell, "cpu", row.get(4) + "%"));
      published.add(fact(file, cell, "memory", row.get(5) + "%"));
      published.add(fact(file, cell, "receipt.mean", row.get(6) + "ms"));
      published.add(fact(file, cell, "receipt.p99", row.get(7) + "ms"));
      assertUsers(file, users);
      Matcher recommended = Pattern.compile("about (\\d+)K").matcher(row.get(8));
      if (recommended.matches()) {
        published.add(
            fact(
                recommendation(name), Map.of(), "in-out", "about " + recommended.group(1) + "k/s"));
      }
    }
    assertThat(
            facts(
                "mqtt-reference-1-qos",
                "mqtt-reference-2-payload",
                "mqtt-reference-3-fan-in",
                "mqtt-reference-3-fan-out",
                "mqtt-reference-4-bridge",
                "mqtt-reference-5-recommended-qos-0",
                "mqtt-reference-5-recommended-qos-1",
                "mqtt-reference-5-recommended-qos-2",
                "mqtt-reference-5-recommended-bridge"))
        .isEqualTo(published);
  }

  /** The file that searches for the recommended load of a scenario. */
  private static String recommendation(String scenario) {
    return "mqtt-reference-5-recommended-"
        + (scenario.contains("bridge")
            ? "bridge"
            : scenario.replaceFirst("^1 QoS (\\d).*", "qos-$1"));
  }

  /** Publishers, topics, subscribers; "not stated" and "implied" are the file's own choice. */
  private static void assertUsers(String file, String users) throws IOException {
    String[] counts = users.split(", ", -1);
    assertThat(setting(file, "mqtt", "publishers")).as(file).isEqualTo(total(counts[0]));
    if (!counts[1].equals("not stated")) {
      assertThat(setting(file, "topic", "queues"))
          .as(file)
          .isEqualTo(counts[1].replace(" implied", ""));
    }
    String groups = setting(file, "consume", "groups");
    int subscribers =
        Integer.parseInt(setting(file, "consume", "clients"))
            * (groups.equals("null") ? 1 : Integer.parseInt(groups));
    assertThat(Integer.toString(subscribers)).as(file).isEqualTo(total(counts[2]));
  }

  private static String total(String sum) {
    return Integer.toString(
        Arrays.stream(sum.split(" \\+ ", -1)).mapToInt(Integer::parseInt).sum());
  }

  @ParameterizedTest
  @ValueSource(strings = {"rocketmq-safe-load", "rocketmq-safe-load-preset"})
  void theSafeLoadIsThatOfP5(String file) throws Exception {
    Map<String, String> values = new LinkedHashMap<>();
    table("P5.1").forEach(row -> values.put(row.get(0), row.get(1)));
    Map<String, String> none = Map.of();
    Set<String> published = new TreeSet<>();
    published.add(
        fact(
            file,
            none,
            "acked",
            number(Objects.requireNonNull(values.get("master's TPS")).replaceFirst("/s.*", "/s"))));
    published.add(
        fact(
            file,
            none,
            "receipt.max",
            Objects.requireNonNull(values.get("produced to consumed"))
                .replaceFirst("not above (\\d+) s", "< $1s")));
    published.add(
        fact(
            file,
            none,
            "load-average",
            Objects.requireNonNull(values.get("load average 1, 5, 15 min"))
                .replaceFirst("^(\\d+).*", "about $1")));
    published.add(
        fact(
            file,
            none,
            "iowait",
            Objects.requireNonNull(values.get("iowait")).replaceFirst(" %.*", "%")));
    published.add(
        fact(
            file,
            none,
            "network",
            Objects.requireNonNull(values.get("network")).replaceFirst(" MB/s.*", "000000/s")));
    Set<String> facts = facts(file);
    facts.removeIf(fact -> fact.startsWith(file + " {}: "));
    assertThat(facts).isEqualTo(published);
  }
}
