package io.brokerbench.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.brokerbench.document.Axis;
import io.brokerbench.document.AxisUnit;
import io.brokerbench.document.Chart;
import io.brokerbench.document.Document;
import io.brokerbench.document.Headline;
import io.brokerbench.document.HtmlPage;
import io.brokerbench.document.Section;
import io.brokerbench.document.Series;
import io.brokerbench.document.Table;
import io.brokerbench.results.RunFile;
import io.brokerbench.results.tables.IntervalRows;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A consumer's run of six seconds, two of them warm-up, and what is left when files are not whole.
 */
final class RunDocumentTest {

  private static final List<String> FILES = List.of("run.json", "intervals.csv", "latency.hlog");

  private final Path run;

  RunDocumentTest(@TempDir Path run) throws IOException, URISyntaxException {
    this.run = run;
    for (String file : FILES) {
      Files.copy(golden(file), run.resolve(file));
    }
  }

  private static Path golden(String file) throws URISyntaxException {
    return Path.of(
        Objects.requireNonNull(RunDocumentTest.class.getResource("golden/" + file)).toURI());
  }

  /** The page but for styles and scripts, which are the same for all. */
  @Test
  void theSameFilesGiveTheSamePage() throws Exception {
    String page = HtmlPage.of(RunDocument.of(run));
    assertThat(page.replaceAll("(?s)<(style|script)>.*?</\\1>", "<$1></$1>"))
        .isEqualTo(Files.readString(golden("expected.html")));
  }

  @Test
  void notesFollowTheReasons() throws IOException {
    Path file = run.resolve("run.json");
    Files.writeString(
        file, Files.readString(file).replace("\"notes\" : []", "\"notes\" : [\"so\"]"));
    assertThat(RunDocument.of(run).headline().reasons()).hasSize(2).last().isEqualTo("note: so");
  }

  /** A run with a broken promise may be VALID, and must not look as if all were well. */
  @Test
  void aBrokenPromiseIsTheHeadlineOfAnyVerdict() throws IOException {
    ObjectNode json = (ObjectNode) new ObjectMapper().readTree(run.resolve("run.json").toFile());
    json.withObject("/verdict").put("status", "valid").putArray("reasons");
    ObjectNode faults = json.putObject("plannedFaults");
    faults.putArray("faults");
    faults.putArray("notInjected");
    faults.putObject("undisturbed").put("due", 0).put("sent", 0).put("failed", 0);
    faults.put("brokenPromise", "3 messages are lost");
    Files.writeString(run.resolve("run.json"), json.toString());
    Headline headline = RunDocument.of(run).headline();
    assertThat(headline.tone()).isEqualTo(Headline.Tone.BAD);
    assertThat(headline.word()).isEqualTo("BROKEN PROMISE");
    assertThat(headline.sentence()).isEqualTo("3 messages are lost");
    assertThat(headline.reasons().get(0)).startsWith("VALID: ");
  }

  @Test
  void halfALatencyLogIsToldAndReadAsFarAsItGoes() throws IOException {
    cut("latency.hlog", 2);
    Document document = RunDocument.of(run);
    assertThat(document.headline().word()).isEqualTo("SUSPECT");
    assertThat(document.headline().reasons())
        .anyMatch(reason -> reason.startsWith("latency.hlog is not whole: "));
    assertThat(document.charts()).extracting(Chart::id).contains("percentiles", "rate");
  }

  @Test
  void withoutAWholeResultThereIsWhatTheSecondsTell() throws IOException {
    cut("run.json", 2);
    Document document = RunDocument.of(run);
    assertThat(document.headline().word()).isEqualTo("NO RESULT");
    assertThat(document.headline().reasons())
        .containsExactly("run.json is not whole: verdict, audit and environment are unknown");
    assertThat(document.charts()).extracting(Chart::id).contains("percentiles", "rate", "cpu");
    assertThat(document.sections())
        .extracting(Section::title)
        .doesNotContain("Every message accounted for", "Run it again");
    assertThat(HtmlPage.of(document)).contains("NO RESULT");
  }

  @Test
  void secondsAfterTheLastWriteOfAKilledRunAreMeasuredTimeToo() throws IOException {
    ObjectNode json = (ObjectNode) new ObjectMapper().readTree(run.resolve("run.json").toFile());
    ((ObjectNode) json.path("audit")).put("done", false);
    ((ObjectNode) json.path("throughput")).put("measuredSeconds", 1);
    IntervalColumns rows = IntervalColumns.of(IntervalRows.read(run.resolve("intervals.csv")));
    Files.writeString(run.resolve("run.json"), json.toString());
    Measured measured = Measured.of(RunFile.read(run.resolve("run.json")), rows);
    assertThat(measured.has(rows, 0)).isFalse();
    assertThat(measured.has(rows, rows.count() - 1)).isTrue();
  }

  @Test
  void theDrainInWhichARunWasKilledIsNotMeasuredTime() throws IOException {
    ObjectNode json = (ObjectNode) new ObjectMapper().readTree(run.resolve("run.json").toFile());
    ((ObjectNode) json.path("audit")).put("done", false);
    Files.writeString(run.resolve("run.json"), json.toString());
    IntervalColumns rows =
        IntervalColumns.of(
            IntervalRows.of(
                """
                toSeconds,phase,attempted
                2.000,warmup,300
                3.000,measured,300
                4.000,drain,0
                """));
    Measured measured = Measured.of(RunFile.read(run.resolve("run.json")), rows);
    assertThat(measured.has(rows, 1)).isTrue();
    assertThat(measured.has(rows, 2)).isFalse();
  }

  @Test
  void withTheResultAloneThereIsWhatItTells() throws IOException {
    Files.delete(run.resolve("intervals.csv"));
    Files.delete(run.resolve("latency.hlog"));
    Document document = RunDocument.of(run);
    assertThat(document.headline().reasons()).hasSizeGreaterThanOrEqualTo(2);
    assertThat(document.charts()).isEmpty();
    assertThat(document.tables()).isNotEmpty();
  }

  /** One way, or with QoS 0. */
  @Test
  void whereNoSendIsAnsweredNothingIsCalledAcknowledged() throws IOException {
    String json = Files.readString(run.resolve("run.json"));
    Files.writeString(
        run.resolve("run.json"),
        json.replace("\"acknowledged\" : true", "\"acknowledged\" : false")
            .replaceAll("\"indeterminate\" : \\d+", "\"indeterminate\" : 17"));
    Document document = RunDocument.of(run);
    assertThat(document.headline().figures())
        .contains(new Headline.Figure("never received", "17"))
        .noneMatch(figure -> figure.name().equals("lost"));
    assertThat(HtmlPage.of(document))
        .contains("<td>sent and received</td>", "<td>sent, and never received</td>")
        .doesNotContain("<td>acknowledged and received</td>");
  }

  /** The brokers' statuses in run.json include those of sends that failed. */
  @Test
  void aSendThatFailedIsNotListedAsAnsweredToo() throws IOException {
    ObjectNode json = (ObjectNode) new ObjectMapper().readTree(run.resolve("run.json").toFile());
    ObjectNode sends = (ObjectNode) json.path("sends");
    sends.putObject("rejected").put("SYSTEM_BUSY", 3);
    sends.putObject("unknown").put("FLUSH_DISK_TIMEOUT", 2).put("client-timeout", 1);
    sends.putObject("byStatus").put("FLUSH_DISK_TIMEOUT", 2).put("OK", 1200).put("SYSTEM_BUSY", 3);
    Files.writeString(run.resolve("run.json"), json.toString());
    assertThat(RunDocument.of(run).tables())
        .filteredOn(table -> table.caption().equals("Sends of measured time"))
        .flatExtracting(Table::rows)
        .containsExactly(
            List.of("answered", "OK", "1,200"),
            List.of("rejected", "SYSTEM_BUSY", "3"),
            List.of("unknown", "FLUSH_DISK_TIMEOUT", "2"),
            List.of("unknown", "client-timeout", "1"));
  }

  @Test
  void betweenTwoClocksNoFigureIsBelowTheError() throws IOException {
    ObjectNode json = (ObjectNode) new ObjectMapper().readTree(run.resolve("run.json").toFile());
    ((ObjectNode) json.at("/latency/endToEnd"))
        .put("errorNanos", 200_000)
        .put("belowZero", 17)
        .putNull("meanNanos")
        .putNull("p50Nanos")
        .putNull("p90Nanos");
    Files.writeString(run.resolve("run.json"), json.toString());
    Document document = RunDocument.of(run);
    assertThat(document.headline().figures())
        .contains(
            new Headline.Figure("endToEnd p50", "< 200 us"),
            new Headline.Figure("endToEnd p99", "2.80 ms +- 200 us"));
    assertThat(document.tables())
        .flatExtracting(Table::rows)
        .contains(
            List.of(
                "endToEnd",
                "1,200",
                "< 200 us",
                "< 200 us",
                "< 200 us",
                "306 us",
                "2.80 ms",
                "n/a",
                "13.5 ms",
                "+- 200 us",
                "17"));
    List<Series.Point> curve =
        chart(document, "percentiles").series().stream()
            .filter(series -> series.name().equals("endToEnd"))
            .flatMap(series -> series.points().stream())
            .toList();
    assertThat(curve).isNotEmpty().allMatch(point -> point.y() >= 200_000);
  }

  @Test
  void aLineThatIsNotWholeIsLeftOut() throws IOException {
    byte[] all = Files.readAllBytes(run.resolve("intervals.csv"));
    Files.write(run.resolve("intervals.csv"), Arrays.copyOf(all, all.length - 20));
    Document document = RunDocument.of(run);
    assertThat(document.headline().reasons())
        .contains("intervals.csv ends in the middle of a line, which is left out");
    assertThat(document.charts().get(0).series().get(0).points()).hasSize(lines() - 1);
  }

  @Test
  void whatBrokersCountHasChartsByItsUnit() throws IOException {
    append(",broker.memoryBytes,broker.readyMessages,broker.blockedMillis", ",1048576,7,1500");
    Document document = RunDocument.of(run);
    assertThat(chart(document, "queues").series())
        .singleElement()
        .matches(series -> series.name().equals("readyMessages"))
        .extracting(series -> series.points().size())
        .isEqualTo(lines() - 1);
    assertThat(chart(document, "broker-bytes").series())
        .singleElement()
        .matches(series -> series.name().equals("memoryBytes"));
    Chart times = chart(document, "broker-times");
    assertThat(times.y()).extracting(Axis::unit).containsExactly(AxisUnit.MILLIS);
    assertThat(times.series())
        .singleElement()
        .matches(series -> series.name().equals("blockedMillis"))
        .extracting(series -> series.points().get(0).y())
        .isEqualTo(1500.0);
  }

  @Test
  void bytesThatAreNotFlushedAreNotCalledMemory() throws IOException {
    append(",broker.unflushedBytes", ",1048576");
    Chart chart = chart(RunDocument.of(run), "broker-bytes");
    assertThat(chart.title()).isEqualTo("Bytes reported by the brokers");
    assertThat(chart.note()).contains("not yet flushed");
  }

  @Test
  void theStepsOfAClosedLoopHaveItsServiceTime() throws IOException {
    ObjectNode json = (ObjectNode) new ObjectMapper().readTree(run.resolve("run.json").toFile());
    ((ObjectNode) json.path("throughput")).put("loop", "closed");
    json.putArray("steps")
        .addObject()
        .put("inFlight", "64")
        .put("seconds", 4)
        .put("sentPerSecond", 300)
        .put("ackedPerSecond", 300)
        .putObject("latency")
        .set("service", json.at("/latency/service"));
    Files.writeString(run.resolve("run.json"), json.toString());
    Table steps =
        RunDocument.of(run).tables().stream()
            .filter(table -> table.caption().equals("Steps of the limit of sends in flight"))
            .findFirst()
            .orElseThrow();
    assertThat(steps.columns().subList(5, 7))
        .extracting(Table.Column::name)
        .containsExactly("service p50", "service p99");
    assertThat(steps.rows().get(0).subList(5, 7)).doesNotContain("n/a");
  }

  @Test
  void ofSeveralBrokersTheOneThatDisagreesIsShown() throws IOException {
    ObjectNode json = (ObjectNode) new ObjectMapper().readTree(run.resolve("run.json").toFile());
    ObjectNode brokers = ((ObjectNode) json.path("audit")).putObject("brokers");
    broker(brokers, "broker-a", 900).put("held", 900).put("agrees", true);
    broker(brokers, "broker-b", 800).put("held", 799).put("agrees", false);
    broker(brokers, "broker-c", 100).putNull("held").putNull("agrees");
    Files.writeString(run.resolve("run.json"), json.toString());
    Table table =
        RunDocument.of(run).tables().stream()
            .filter(each -> each.caption().startsWith("Messages of the whole run by broker"))
            .findFirst()
            .orElseThrow();
    assertThat(table.rows())
        .containsExactly(
            List.of("broker-a", "900", "900", "0", "0", "900", "yes"),
            List.of("broker-b", "800", "800", "0", "0", "799", "NO"),
            List.of("broker-c", "100", "100", "0", "0", "not reported", ""));
  }

  private static ObjectNode broker(ObjectNode brokers, String name, long acked) {
    return brokers
        .putObject(name)
        .put("attempted", acked)
        .put("acked", acked)
        .put("unknown", 0)
        .put("rejected", 0);
  }

  @Test
  void ofManyGroupsAFewBacklogsAreShown() throws IOException {
    StringBuilder head = new StringBuilder();
    for (int group = 0; group < 20; group++) {
      head.append(",backlog.g").append(group);
    }
    append(head.toString(), ",1".repeat(20));
    Chart chart = chart(RunDocument.of(run), "backlog");
    assertThat(chart.series()).hasSize(8);
    assertThat(chart.note()).endsWith(" The first 8 of 21 groups.");
  }

  private static Chart chart(Document document, String id) {
    return document.charts().stream()
        .filter(chart -> chart.id().equals(id))
        .findFirst()
        .orElseThrow();
  }

  /** More columns, the same in all rows. */
  private void append(String head, String row) throws IOException {
    List<String> lines = Files.readAllLines(run.resolve("intervals.csv"));
    List<String> more = new java.util.ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      more.add(lines.get(i) + (i == 0 ? head : row));
    }
    Files.write(run.resolve("intervals.csv"), more);
  }

  private int lines() throws IOException {
    String text = Files.readString(run.resolve("intervals.csv"));
    return (int) text.chars().filter(sign -> sign == '\n').count();
  }

  @Test
  void asOpenMessagingHasItLatenciesAreMillisecondsAndDelaysMicroseconds() throws IOException {
    JsonNode theirs = new ObjectMapper().readTree(OpenMessagingJson.of(run));
    JsonNode ours = new ObjectMapper().readTree(run.resolve("run.json").toFile());
    assertThat(theirs.path("aggregatedPublishLatencyMax").asDouble())
        .isCloseTo(ours.at("/latency/service/maxNanos").asDouble() / 1e6, withinPercentage(0.2));
    assertThat(theirs.path("aggregatedPublishDelayLatency50pct").isIntegralNumber()).isTrue();
    assertThat(theirs.path("aggregatedPublishDelayLatency50pct").asDouble())
        .isCloseTo(ours.at("/latency/lag/p50Nanos").asDouble() / 1e3, within(1.0));
    assertThat(theirs.path("aggregatedEndToEndLatencyQuantiles")).isNotEmpty();
    assertThat(theirs.path("messageSize").asInt()).isEqualTo(1024);
  }

  /** Their scripts that draw charts read every array, of producers alone as well. */
  @Test
  void asOpenMessagingHasItEveryArrayIsThereAlsoInAShortRunWithoutConsumers() throws IOException {
    Path log = run.resolve("latency.hlog");
    List<String> kept =
        Files.readAllLines(log).stream().filter(line -> !line.contains("endToEnd")).toList();
    Files.write(log, kept);
    JsonNode theirs = new ObjectMapper().readTree(OpenMessagingJson.of(run));
    for (String series : List.of("publishLatency", "publishDelayLatency", "endToEndLatency")) {
      int periods = series.equals("endToEndLatency") ? 0 : 1;
      for (String statistic :
          List.of(
              "Avg", "50pct", "75pct", "95pct", "99pct", "999pct", "9999pct", "99999pct", "Max")) {
        assertThat(theirs.get(series + statistic)).as(series + statistic).hasSize(periods);
      }
    }
    for (String rates : List.of("publishRate", "publishErrorRate", "consumeRate", "backlog")) {
      assertThat(theirs.get(rates)).as(rates).hasSize(1);
    }
  }

  /** As after the first hour of a run. */
  @Test
  void asOpenMessagingHasItAPeriodIsTenSecondsHoweverLongTheRowsAre() throws IOException {
    measuresFortySeconds();
    try (PrintStream file = new PrintStream(run.resolve("latency.hlog").toFile(), UTF_8)) {
      HistogramLogWriter log = logOf(file);
      for (int second = 2; second < 22; second++) {
        log.outputIntervalHistogram(second, second + 1, latencies(second), 1e6);
      }
      log.outputComment("[from here on rows of ten seconds, merged]");
      log.outputIntervalHistogram(22, 32, latencies(30), 1e6);
      log.outputIntervalHistogram(32, 42, latencies(40), 1e6);
    }
    JsonNode theirs = new ObjectMapper().readTree(OpenMessagingJson.of(run));
    assertThat(theirs.path("publishLatencyMax"))
        .extracting(JsonNode::asDouble)
        .usingElementComparator(Comparator.comparingLong(Math::round))
        .containsExactly(11.0, 21.0, 30.0, 40.0);
  }

  /** A log has no rows of seconds in which a broker answered nothing. */
  @Test
  void asOpenMessagingHasItAPeriodKeepsItsPlaceIfThereIsNoLatencyBeforeIt() throws IOException {
    measuresFortySeconds();
    try (PrintStream file = new PrintStream(run.resolve("latency.hlog").toFile(), UTF_8)) {
      HistogramLogWriter log = logOf(file);
      log.outputIntervalHistogram(2, 3, latencies(3), 1e6);
      for (int second = 25; second < 30; second++) {
        log.outputIntervalHistogram(second, second + 1, latencies(second), 1e6);
      }
      log.outputIntervalHistogram(60, 61, latencies(60), 1e6);
    }
    JsonNode theirs = new ObjectMapper().readTree(OpenMessagingJson.of(run));
    assertThat(theirs.path("publishRate")).hasSize(4);
    assertThat(theirs.path("publishLatencyMax"))
        .extracting(JsonNode::asDouble)
        .usingElementComparator(Comparator.comparingLong(Math::round))
        .containsExactly(3.0, 0.0, 29.0, 0.0);
  }

  /** After two seconds of warm-up. */
  private void measuresFortySeconds() throws IOException {
    Path json = run.resolve("run.json");
    Files.writeString(
        json,
        Files.readString(json).replace("\"measuredSeconds\" : 4.0", "\"measuredSeconds\" : 40.0"));
    StringBuilder rows =
        new StringBuilder("toSeconds,phase,attempted,acked,rejected,unknown,deliveries\n");
    for (int second = 1; second <= 42; second++) {
      rows.append(second).append(second <= 2 ? ".000,warmup" : ".000,measured");
      rows.append(",100,100,0,0,100\n");
    }
    Files.writeString(run.resolve("intervals.csv"), rows);
  }

  private static HistogramLogWriter logOf(PrintStream file) {
    HistogramLogWriter log = new HistogramLogWriter(file);
    log.outputLogFormatVersion();
    log.outputStartTime(1_700_000_000_000L);
    log.outputLegend();
    return log;
  }

  /** One of so many milliseconds. */
  private static Histogram latencies(int millis) {
    Histogram histogram = new Histogram(3);
    histogram.setTag("service");
    histogram.recordValue(millis * 1_000_000L);
    return histogram;
  }

  @Test
  void asOpenMessagingHasItASizeIsBytesHoweverItIsWritten() throws IOException {
    String json = Files.readString(run.resolve("run.json"));
    Files.writeString(
        run.resolve("run.json"), json.replace("\"size\" : \"1024\"", "\"size\" : \"2KiB\""));
    JsonNode theirs = new ObjectMapper().readTree(OpenMessagingJson.of(run));
    assertThat(theirs.path("messageSize").asInt()).isEqualTo(2048);
  }

  @Test
  void asOpenMessagingHasItConsumersAreThoseOfOneGroup() throws IOException {
    String json = Files.readString(run.resolve("run.json"));
    Files.writeString(
        run.resolve("run.json"),
        json.replace("\"clients\" : \"1\"", "\"clients\" : \"3\"")
            .replace("\"groups\" : \"1\"", "\"groups\" : \"2\""));
    JsonNode theirs = new ObjectMapper().readTree(OpenMessagingJson.of(run));
    assertThat(theirs.path("consumersPerTopic").asInt()).isEqualTo(3);
  }

  @Test
  void percentileDistributionsEndWithTheMaximum() throws IOException {
    assertThat(Percentiles.distributions(run).get("service"))
        .contains("TotalCount", "#[Max     =", "Total count    =         1200]");
  }

  @Test
  void anotherSchemaIsRefusedInOneLine() throws IOException {
    String json = Files.readString(run.resolve("run.json"));
    Files.writeString(
        run.resolve("run.json"), json.replace("\"schemaVersion\" : 2", "\"schemaVersion\" : 0"));
    assertThatThrownBy(() -> RunDocument.of(run))
        .isInstanceOf(IOException.class)
        .hasMessage(run.resolve("run.json") + ": schemaVersion must be 2, got 0");
  }

  @Test
  void aDirectoryWithoutResultIsRefused() throws IOException {
    for (String file : FILES) {
      Files.delete(run.resolve(file));
    }
    assertThatThrownBy(() -> RunDocument.of(run)).hasMessage(run + " holds no result");
  }

  /** Leaves the first part of a file, as a full disk or a crash does. */
  private void cut(String file, int parts) throws IOException {
    String text = Files.readString(run.resolve(file), StandardCharsets.UTF_8);
    Files.writeString(run.resolve(file), text.substring(0, text.length() / parts + 7));
  }
}
