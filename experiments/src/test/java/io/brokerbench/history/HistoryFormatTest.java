package io.brokerbench.history;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.brokerbench.compare.RegressionLimits;
import io.brokerbench.file.BadInputException;
import io.brokerbench.history.HistoryStore.Content;
import io.brokerbench.results.history.SeriesNight;
import io.brokerbench.results.history.SimulatedNights;
import io.brokerbench.statistics.SimulatedHistory;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.yaml.snakeyaml.Yaml;

final class HistoryFormatTest {

  private static final int NIGHTS = 40;

  /** A cell that became slower by 40 %, one that did not, and one that is not measured any more. */
  private static List<SeriesNight> nights() {
    List<SeriesNight> nights = new ArrayList<>(SimulatedNights.cell("slower", logs(8)));
    nights.addAll(SimulatedNights.cell("even, \"quoted\"", logs(0)));
    nights.addAll(SimulatedNights.cell("gone", logs(0)).subList(0, NIGHTS - 1));
    return nights;
  }

  private static double[][] logs(double loss) {
    double[] logs = SimulatedHistory.WHITE.logs(NIGHTS, 1, 20, loss);
    return new double[][] {logs, logs, logs, logs};
  }

  private static Map<String, String> files(HistoryFormat format) throws BadInputException {
    return files(format, nights());
  }

  private static Map<String, String> files(HistoryFormat format, List<SeriesNight> nights)
      throws BadInputException {
    return format.files(
        History.of(
            new Content(nights, List.of(), List.of()), RegressionLimits.parse(List.of("5%"))));
  }

  private static String file(Map<String, String> files, String name) {
    return Objects.requireNonNull(files.get(name));
  }

  @Test
  void bencherGetsTheLatestNightWithItsIntervals() throws Exception {
    JsonNode bmf = new ObjectMapper().readTree(file(files(HistoryFormat.BMF), "bmf.json"));
    assertThat(bmf.fieldNames())
        .toIterable()
        .containsExactlyInAnyOrder("slower", "even, \"quoted\"");
    assertThat(bmf.path("slower").fieldNames())
        .toIterable()
        .containsExactlyInAnyOrder("rate", "p50", "p99", "cpu");
    JsonNode rate = bmf.path("slower").path("rate");
    assertThat(rate.path("value").asDouble())
        .isBetween(rate.path("lower_value").asDouble(), rate.path("upper_value").asDouble())
        .isBetween(5000.0, 8000.0);
  }

  @Test
  void githubActionBenchmarkGetsAFilePerDirection() throws Exception {
    Map<String, String> files = files(HistoryFormat.GITHUB_ACTION_BENCHMARK);
    assertThat(files).hasSize(2);
    JsonNode bigger = new ObjectMapper().readTree(file(files, "customBiggerIsBetter.json"));
    JsonNode smaller = new ObjectMapper().readTree(file(files, "customSmallerIsBetter.json"));
    assertThat(bigger).hasSize(2);
    assertThat(smaller).hasSize(6);
    assertThat(bigger.get(1).path("name").asText()).isEqualTo("slower acked/s");
    assertThat(bigger.get(1).path("unit").asText()).isEqualTo("messages/s");
    // What the action reads: a plus-minus sign and a number.
    assertThat(bigger.get(1).path("range").asText()).matches("\u00b1 [\\d.]+");
    assertThat(bigger.get(1).path("extra").asText())
        .isEqualTo("night 2026-02-09T02:00:00Z, runs: 3");
    assertThat(smaller)
        .extracting(each -> each.path("unit").asText())
        .containsOnly("ns", "us/message");
  }

  @Test
  void otavaGetsAllNightsAndItsConfiguration() throws BadInputException {
    List<SeriesNight> nights = nights();
    Map<String, String> files = files(HistoryFormat.OTAVA, nights);
    Map<String, Map<String, Map<String, Object>>> configuration =
        new Yaml().load(file(files, "otava.yaml"));
    Map<String, Object> test =
        Objects.requireNonNull(Objects.requireNonNull(configuration.get("tests")).get("slower"));
    assertThat(test)
        .containsEntry("type", "csv")
        .containsEntry("file", nights.get(0).series() + ".csv")
        .containsEntry("time_column", "time")
        .containsEntry("attributes", List.of("broker release"));
    assertThat(test.get("metrics"))
        .isEqualTo(
            Map.of(
                "rate", Map.of("direction", 1),
                "p50", Map.of("direction", -1),
                "p99", Map.of("direction", -1),
                "cpu", Map.of("direction", -1)));
    List<String> rows = file(files, nights.get(0).series() + ".csv").lines().toList();
    assertThat(rows).hasSize(NIGHTS + 1);
    assertThat(rows.get(0).split(","))
        .containsExactlyInAnyOrder("time", "rate", "p50", "p99", "cpu", "broker release");
    assertThat(rows.get(1)).startsWith("2026-01-01T02:00:00Z,").endsWith(",5.5.0");
    assertThat(files).hasSize(4);
  }

  /** Otava reads no gap. */
  @Test
  void aFigureThatANightLacksHasItsOwnFile() throws BadInputException {
    List<SeriesNight> nights = SimulatedNights.cell("slower", logs(8));
    nights.get(7).figures().remove("p99");
    Map<String, String> files = files(HistoryFormat.OTAVA, nights);
    String series = nights.get(0).series();
    assertThat(files).containsOnlyKeys(series + ".csv", series + "-p99.csv", "otava.yaml");
    assertThat(file(files, series + "-p99.csv").lines()).hasSize(NIGHTS);
    assertThat(files.values().stream().flatMap(text -> Arrays.stream(text.split("\\R"))))
        .noneMatch(line -> line.contains(",,"));
  }

  @Test
  void aNewRegressionIsAFailureOfJunit() throws Exception {
    Element suite =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(file(files(HistoryFormat.JUNIT), "junit.xml"))))
            .getDocumentElement();
    assertThat(suite.getAttribute("tests")).isEqualTo("12");
    assertThat(suite.getAttribute("failures")).isEqualTo("4");
    NodeList failures = suite.getElementsByTagName("failure");
    for (int i = 0; i < failures.getLength(); i++) {
      Element failure = (Element) failures.item(i);
      assertThat(((Element) failure.getParentNode()).getAttribute("classname")).isEqualTo("slower");
      assertThat(failure.getAttribute("message")).startsWith("REGRESSION, new: slower ");
    }
  }
}
