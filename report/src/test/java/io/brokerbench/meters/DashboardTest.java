package io.brokerbench.meters;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.brokerbench.console.BusySecond;
import io.brokerbench.driver.Session;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Holds docs/grafana/brokerbench.json against what is really served; the figures of brokers, which
 * differ between drivers, are those of docs/metrics/brokers.md.
 */
final class DashboardTest {

  private static final Path FILE = Path.of("..", "docs", "grafana", "brokerbench.json");

  private static final Path BROKERS = Path.of("..", "docs", "metrics", "brokers.md");

  /** A row of a table of figures: its first cell has names only. */
  private static final Pattern ROW = Pattern.compile("(?m)^\\| ((?:`[a-zA-Z]+`(?:, )?)+) \\|");

  private static final Pattern NAME = Pattern.compile("`([a-zA-Z]+)`");

  /** A word that is no function. */
  private static final Pattern WORD = Pattern.compile("(?<![\\w:$.])[a-zA-Z_:][\\w:]*+(?!\\s*\\()");

  private static final Set<String> OPERATORS = Set.of("and", "or", "unless", "bool", "offset");
  private static final Pattern SELECTOR = Pattern.compile("([\\w:]+)\\{([^}]*)}");
  private static final Pattern LABEL = Pattern.compile("(\\w+)\\s*(?:=~|!~|!=|=)\\s*\"");
  private static final Pattern GROUPING = Pattern.compile("\\b(?:by|without)\\s*\\(([^)]*)\\)");

  /** Added by Prometheus. */
  private static final String INSTANCE = "instance";

  private static JsonNode dashboard;

  /** Labels by the name of the sample. */
  private static final Map<String, Set<String>> EXPORTED = new HashMap<>();

  @BeforeAll
  static void readBoth() throws IOException, InterruptedException {
    dashboard = new ObjectMapper().readTree(FILE.toFile());
    LiveMetersTest.after(BusySecond.with(figuresOfBrokers(), BusySecond.from(0)))
        .lines()
        .filter(line -> !line.startsWith("#"))
        .forEach(
            line ->
                EXPORTED
                    .computeIfAbsent(line.split("[{ ]", 2)[0], name -> new HashSet<>())
                    .addAll(labels(line)));
  }

  private static Map<String, Long> figuresOfBrokers() throws IOException {
    Map<String, Long> figures = new TreeMap<>();
    // Every driver has this one, so that it is in no table.
    figures.put("openConnections", 1L);
    ROW.matcher(Files.readString(BROKERS))
        .results()
        .flatMap(row -> NAME.matcher(row.group(1)).results())
        .forEach(name -> figures.put(name.group(1), 1L));
    return figures;
  }

  @Test
  void theFiguresThatTheProgramKnowsByNameAreAmongThoseOfTheBrokers() throws IOException {
    assertThat(figuresOfBrokers().keySet())
        .containsAll(Session.FIGURES_OF_CLIENTS)
        .contains(Session.ALARMS, Session.DISK_USED, Session.DISPATCH_BEHIND)
        .contains(Session.REPLICA_BEHIND, Session.SEND_QUEUE, Session.UNFLUSHED);
  }

  @Test
  void everyMetricOfEveryPanelIsExported() {
    assertThat(panels()).hasSizeGreaterThan(10);
    for (JsonNode panel : panels()) {
      assertThat(expressions(panel)).as(title(panel)).isNotEmpty();
      for (String expression : expressions(panel)) {
        assertThat(metrics(expression)).as(expression).isNotEmpty().isSubsetOf(EXPORTED.keySet());
      }
    }
  }

  @Test
  void everyLabelOfEveryPanelIsThere() {
    for (JsonNode panel : panels()) {
      for (String expression : expressions(panel)) {
        SELECTOR
            .matcher(expression)
            .results()
            .forEach(
                selector ->
                    assertThat(labels(selector.group(2)))
                        .as(expression)
                        .contains(INSTANCE)
                        .isSubsetOf(
                            withInstance(EXPORTED.getOrDefault(selector.group(1), Set.of()))));
        Set<String> any =
            metrics(expression).stream()
                .flatMap(metric -> EXPORTED.getOrDefault(metric, Set.of()).stream())
                .collect(Collectors.toSet());
        GROUPING
            .matcher(expression)
            .results()
            .forEach(
                by ->
                    assertThat(List.of(by.group(1).split("\\s*,\\s*")))
                        .as(expression)
                        .isSubsetOf(withInstance(any)));
      }
    }
  }

  @Test
  void everyMetricIsOnSomePanel() {
    Set<String> shown =
        panels().stream()
            .flatMap(panel -> expressions(panel).stream())
            .flatMap(expression -> metrics(expression).stream())
            .collect(Collectors.toSet());
    assertThat(EXPORTED.keySet())
        // Sums and counts come with the summaries and the histogram.
        .filteredOn(name -> !name.endsWith("_sum") && !name.endsWith("_count"))
        .isSubsetOf(shown);
  }

  @Test
  void everyPanelHasAUnitAPlaceAndTheChosenDataSource() {
    Set<String> places = new HashSet<>();
    Set<Integer> ids = new HashSet<>();
    dashboard.path("panels").forEach(panel -> ids.add(panel.path("id").asInt()));
    assertThat(ids).hasSize(dashboard.path("panels").size());
    for (JsonNode panel : panels()) {
      assertThat(panel.at("/fieldConfig/defaults/unit").asText()).as(title(panel)).isNotBlank();
      for (JsonNode source : panel.findValues("datasource")) {
        assertThat(source.path("uid").asText()).as(title(panel)).isEqualTo("${datasource}");
      }
      JsonNode place = panel.path("gridPos");
      for (int x = 0; x < place.path("w").asInt(); x++) {
        for (int y = 0; y < place.path("h").asInt(); y++) {
          int column = place.path("x").asInt() + x;
          assertThat(column).as(title(panel)).isLessThan(24);
          assertThat(places.add(column + "," + (place.path("y").asInt() + y)))
              .as(title(panel) + " has its place for itself")
              .isTrue();
        }
      }
    }
  }

  /** All but the headings of rows. */
  private static List<JsonNode> panels() {
    return dashboard
        .path("panels")
        .valueStream()
        .filter(panel -> !panel.path("type").asText().equals("row"))
        .toList();
  }

  private static String title(JsonNode panel) {
    return panel.path("title").asText();
  }

  private static List<String> expressions(JsonNode panel) {
    return panel.findValuesAsText("expr");
  }

  /** What is left of an expression without texts, labels, times and functions. */
  private static Set<String> metrics(String expression) {
    String bare =
        GROUPING
            .matcher(expression.replaceAll("\"[^\"]*\"|\\[[^]]*]", ""))
            .replaceAll("")
            .replaceAll("\\{[^}]*}", "");
    return WORD.matcher(bare)
        .results()
        .map(MatchResult::group)
        .filter(word -> !OPERATORS.contains(word))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> labels(String selector) {
    return LABEL
        .matcher(selector)
        .results()
        .map(match -> match.group(1))
        .collect(Collectors.toSet());
  }

  private static Set<String> withInstance(Set<String> labels) {
    Set<String> all = new HashSet<>(labels);
    all.add(INSTANCE);
    return all;
  }
}
