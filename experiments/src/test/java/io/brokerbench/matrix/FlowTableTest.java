package io.brokerbench.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.document.Chart;
import io.brokerbench.document.Series;
import io.brokerbench.stored.StoredRun;
import io.brokerbench.testkit.PartialRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FlowTableTest {

  @Test
  void aRowTellsWhatBecameOfALoadEvenIfNothingWasReceived() {
    Map<MatrixCell, List<StoredRun>> runs = new LinkedHashMap<>();
    runs.put(
        new MatrixCell(1, Map.of("in-flight", "none")),
        List.of(
            TestRuns.read(
                """
                {"command": "consumer",
                 "throughput": {"flow": "collapsed", "sentPerSecond": 6000, "receivedPerSecond": 0}}
                """)));
    runs.put(
        new MatrixCell(2, Map.of("in-flight", "1%")),
        List.of(
            TestRuns.read(
                """
                {"command": "consumer", "workload": {"load": {"in-flight": "1%"}},
                 "throughput": {"flow": "held", "inFlight": "3 each", "sentPerSecond": 1000,
                                "receivedPerSecond": 999},
                 "latency": {"endToEnd": {"p50Nanos": 1000000, "p999Nanos": 2000000000}},
                 "brokerFigures": {"readyMessages": {"first": 0, "max": 12345, "last": 0},
                                   "memoryBytes": {"first": 0, "max": 1048576, "last": 0}}}
                """)));
    List<String> lines = FlowTable.of(List.of("in-flight"), runs).orElseThrow().lines();
    // What no cell tells has no column.
    assertThat(lines.get(0))
        .matches(
            "in-flight +limit +load +sent/s +received/s +end-to-end p50 +end-to-end p99.9"
                + " +queued, most +memory, most");
    assertThat(lines.get(1)).matches("none +n/a +collapsed +6,000 +0.* +n/a +n/a +n/a +n/a");
    assertThat(lines.get(2))
        .matches("1% +3 each +held +1,000 +999 +1.00 ms +2.00 s +12,345 +1.0 MiB");
  }

  /** Brokers that answered only once, before the load, reported empty queues. */
  @Test
  void noQueuedMessagesAreAFigureOnlyIfTheBrokersWereReadOften() {
    Map<MatrixCell, List<StoredRun>> runs = new LinkedHashMap<>();
    runs.put(new MatrixCell(1, Map.of("n", "1")), List.of(queued(0, "")));
    runs.put(new MatrixCell(2, Map.of("n", "2")), List.of(queued(0, ", \"readings\": 30")));
    runs.put(new MatrixCell(3, Map.of("n", "3")), List.of(queued(7, "")));
    List<String> lines = FlowTable.of(List.of("n"), runs).orElseThrow().lines();
    assertThat(lines.get(1)).endsWith(" n/a");
    assertThat(lines.get(2)).endsWith(" 0");
    assertThat(lines.get(3)).endsWith(" 7");
  }

  /** Their maximum may be that of any step. */
  @Test
  void whatBrokersHeldInAWholeRunIsNotThatOfEachStep() {
    StoredRun run =
        TestRuns.read(
            """
            {"command": "consumer",
             "throughput": {"flow": "collapsed", "sentPerSecond": 1000, "receivedPerSecond": 900},
             "brokerFigures": {"memoryBytes": {"first": 0, "max": 1048576, "last": 0}},
             "steps": [
               {"inFlight": "1 each", "seconds": 10, "sentPerSecond": 800, "ackedPerSecond": 800,
                "receivedPerSecond": 800, "flow": "throttled", "latency": {}},
               {"inFlight": "9 each", "seconds": 10, "sentPerSecond": 1200, "ackedPerSecond": 1200,
                "receivedPerSecond": 1000, "flow": "collapsed", "latency": {}}]}
            """);
    Map<MatrixCell, List<StoredRun>> runs = new LinkedHashMap<>();
    runs.put(new MatrixCell(1, Map.of("in-flight", "whole")), List.of(run));
    for (StoredRun step : run.steps()) {
      String limit = String.valueOf(step.result().throughput().inFlight());
      runs.put(new MatrixCell(runs.size() + 1, Map.of("in-flight", limit)), List.of(step));
    }
    List<String> lines = FlowTable.of(List.of("in-flight"), runs).orElseThrow().lines();
    assertThat(lines.get(1)).matches("whole +collapsed +1,000 +900 +1.0 MiB");
    assertThat(lines.get(2)).matches("1 each +throttled +800 +800 +n/a");
    assertThat(lines.get(3)).matches("9 each +collapsed +1,200 +1,000 +n/a");
  }

  private static StoredRun queued(int max, String readings) {
    return TestRuns.read(
        String.format(
            Locale.ROOT,
            """
            {"command": "consumer",
             "throughput": {"flow": "collapsed", "sentPerSecond": 1000, "receivedPerSecond": 9},
             "brokerFigures": {"readyMessages": {"first": 0, "max": %d, "last": 0%s}}}
            """,
            max,
            readings));
  }

  @Test
  void invalidRunsCountOnlyWhereNoOtherIs() {
    StoredRun valid = TestRuns.read(run("valid", 1000));
    StoredRun invalid = TestRuns.read(run("invalid", 200));
    Map<MatrixCell, List<StoredRun>> runs = new LinkedHashMap<>();
    runs.put(new MatrixCell(1, Map.of("n", "1")), List.of(valid, invalid));
    runs.put(new MatrixCell(2, Map.of("n", "2")), List.of(invalid));
    List<String> lines = FlowTable.of(List.of("n"), runs).orElseThrow().lines();
    assertThat(lines.get(1)).matches("1 +held +1,000 +1,000");
    assertThat(lines.get(2)).matches("2 +held +200 +200");
  }

  private static String run(String status, int perSecond) {
    return String.format(
        Locale.ROOT,
        """
        {"command": "consumer", "verdict": {"status": "%s", "reasons": []},
         "throughput": {"flow": "held", "sentPerSecond": %d, "receivedPerSecond": %d}}
        """,
        status,
        perSecond,
        perSecond);
  }

  /** The chart has the mark below which queues fill. */
  @Test
  void eachGroupIsToReceiveWhatWasSent(@TempDir Path results) throws Exception {
    Matrix matrix =
        new Matrix(Map.of("n", List.of("1", "2", "3")), List.of(), 1, 1, OptionalDouble.empty());
    MatrixDirectory directory =
        MatrixDirectory.resumeOrCreate(
            results, "test", "x", matrix.cells(), Optional.empty(), Instant.EPOCH);
    for (MatrixCell cell : matrix.cells()) {
      Path run = directory.path().resolve("20261122T030000Z-" + cell.name());
      Files.createDirectory(run);
      Files.writeString(
          run.resolve("run.json"),
          PartialRun.complete(
              """
              {"command": "consumer", "workload": {"consume": {"groups": 2}},
               "throughput": {"flow": "collapsed", "sentPerSecond": 1000,
                              "receivedPerSecond": 1000}}
              """));
    }
    Chart kept =
        MatrixDocument.of(new MatrixTable(directory, Optional.empty())).charts().stream()
            .filter(chart -> chart.id().equals("cells-kept"))
            .findFirst()
            .orElseThrow();
    assertThat(kept.series().get(0).points())
        .extracting(Series.Point::y)
        .containsExactly(0.5, 0.5, 0.5);
  }

  @Test
  void thereIsNoneWithoutSuchALoad() {
    assertThat(
            FlowTable.of(
                List.of(), Map.of(new MatrixCell(1, Map.of()), List.of(TestRuns.read("{}")))))
        .isEmpty();
  }
}
