package io.brokerbench.runs;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.document.Chart;
import io.brokerbench.document.Series;
import io.brokerbench.matrix.TestRuns;
import io.brokerbench.stored.StoredRun;
import io.brokerbench.units.Text;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FaultTimesTest {

  private static final String FAULT =
      """
      {"fault": "%s", "node": "master", "atSeconds": 10, "endedSeconds": null, "detectionSeconds": 0,
       "unavailable": [{"fromSeconds": 0, "toSeconds": %2$s}], "unavailableSeconds": %2$s,
       "firstSuccessSeconds": %2$s, "rateBackSeconds": %2$s, "latencyBackSeconds": %3$s,
       "recoveredSeconds": %3$s, "slowSeconds": 0.01, "due": 100, "inTime": 90, "late": 0, "rejected": 4,
       "unknown": 5, "unsent": 1,
       "consumption": {"lost": %4$s, "lostBySecond": [], "duplicates": 2, "backlogMax": 7,
                       "levelBacklog": 5, "levelSeconds": 3.5, "unavailableQueues": []},
       "events": []}
      """;

  private static StoredRun run(String status, String... faults) {
    return TestRuns.read(
        Text.of(
            """
            {"command": "consumer", "verdict": {"status": "%s", "reasons": []},
             "plannedFaults": {"faults": [%s], "notInjected": [],
                               "undisturbed": {"due": 1, "sent": 1, "failed": 0}}}
            """,
            status, String.join(", ", faults)));
  }

  private static StoredRun kill(double unavailable, String recovered, long lost) {
    return run("valid", Text.of(FAULT, "kill master", unavailable, recovered, lost));
  }

  private static FaultTimes times(Map<List<String>, List<StoredRun>> runs) {
    return FaultTimes.of(List.of("topology"), runs).orElseThrow();
  }

  /** The lines of the table, with single spaces. */
  private static List<String> lines(Map<List<String>, List<StoredRun>> runs) {
    return times(runs).table().lines().stream()
        .map(line -> line.replaceAll(" +", " ").strip())
        .toList();
  }

  @Test
  void aRowHasMedianIntervalAndRange() {
    List<StoredRun> ten =
        IntStream.rangeClosed(1, 10)
            .mapToObj(i -> kill(i, i == 10 ? "null" : "30", i - 1))
            .toList();
    assertThat(lines(Map.of(List.of("1m1s"), ten)))
        .contains(
            "topology fault figure runs median 95 % interval lowest highest",
            "1m1s kill master unavailable 10 5.500 s [2.000 s, 9.000 s] 1.000 s 10.000 s",
            "1m1s kill master recovered 10 30.000 s [30.000 s, 30.000 s] 30.000 s never",
            "1m1s kill master failed, unsent 10 10 [10, 10] 10 10",
            "1m1s kill master consumers level 10 3.500 s [3.500 s, 3.500 s] 3.500 s 3.500 s",
            "1m1s kill master max backlog 10 7 [7, 7] 7 7",
            "1m1s kill master duplicates 10 2 [2, 2] 2 2",
            "1m1s kill master lost 10 4.5 [1, 8] 0 9");
  }

  @Test
  void invalidRunsDoNotCountAndTheSecondOfTwoEqualFaultsHasANumber() {
    String first = Text.of(FAULT, "kill master", 1.0, "2", 0);
    String second = Text.of(FAULT, "kill master", 3.0, "4", 0);
    Map<List<String>, List<StoredRun>> runs = new LinkedHashMap<>();
    runs.put(List.of("dledger"), List.of(run("valid", first, second), run("invalid", first)));
    List<String> lines = times(runs).table().lines();
    assertThat(lines)
        .anyMatch(line -> line.matches("dledger +kill master +unavailable +1 +1\\.000 s .*"))
        .anyMatch(
            line -> line.matches("dledger +kill master \\(2\\) +unavailable +1 +3\\.000 s .*"));
  }

  /** Nodes of fixed roles have no successor, and a run may end before there is one. */
  @Test
  void theSuccessorOfANodeIsAFigureOfTheRunsThatHaveOne() {
    String none = Text.of(FAULT, "kill master", 7.0, "8", 0);
    String elected =
        none.replace(
            "\"events\": []",
            """
            "events": [
              {"seconds": 0, "text": "broker-0 killed"},
              {"seconds": 0.2, "text": "the brokers report broker-1 as master"},
              {"seconds": 5, "text": "the brokers report broker-2 as master"},
              {"seconds": 6.5, "text": "the sending clients know broker-1 as master"}]
            """);
    Map<List<String>, List<StoredRun>> runs = new LinkedHashMap<>();
    runs.put(List.of("controller"), List.of(run("valid", elected), run("valid", none)));
    runs.put(List.of("1m1s"), List.of(run("valid", none)));
    assertThat(lines(runs))
        .filteredOn(line -> line.contains("successor"))
        .containsExactly(
            "controller kill master successor reported 1 0.200 s 0.200 s 0.200 s",
            "controller kill master successor known 1 6.500 s 6.500 s 6.500 s");
  }

  /** Whatever else changes after a fault; the seconds are those of the events. */
  @ParameterizedTest
  @CsvSource({
    "partition master with namesrv, 3, 6",
    "kill controller leader, 4,",
    "kill leader of queue 10, 2,",
    "kill slave,,",
    "kill broker-0, 1, 5"
  })
  void theSuccessorIsThatInTheRoleOfTheFault(String fault, String reported, String known) {
    String hit =
        Text.of(FAULT, fault, 7.0, "8", 0)
            .replace(
                "\"events\": []",
                """
                "events": [
                  {"seconds": 1, "text": "the brokers report r2 as leader of queue 1"},
                  {"seconds": 2, "text": "the brokers report r2 as leader of queue 10"},
                  {"seconds": 3, "text": "the brokers report broker-1 as master"},
                  {"seconds": 4, "text": "the controllers report namesrv-b as controller leader"},
                  {"seconds": 5, "text": "the sending clients know r2 as leader of queue 1"},
                  {"seconds": 6, "text": "the sending clients know broker-1 as master"}]
                """);
    assertThat(successor(hit, "reported")).isEqualTo(reported);
    assertThat(successor(hit, "known")).isEqualTo(known);
  }

  /** The whole seconds of a figure of the only run; null without it. */
  private static @Nullable String successor(String fault, String figure) {
    return lines(Map.of(List.of("one"), List.of(run("valid", fault)))).stream()
        .filter(line -> line.contains("successor " + figure))
        .map(line -> line.replaceFirst(".* (\\d+)\\.000 s$", "$1"))
        .findFirst()
        .orElse(null);
  }

  @Test
  void whatNeedsConsumersOrAnOrderIsAFigureOfTheRunsThatHaveIt() {
    String ordered =
        Text.of(FAULT, "kill master", 1.0, "2", 0)
            .replace("\"backlogMax\"", "\"reordered\": 3, \"backlogMax\"");
    String unordered = Text.of(FAULT, "kill master", 1.0, "2", 0);
    String produced = unordered.replaceAll("(?s)\"consumption\".*?\\},", "");
    Map<List<String>, List<StoredRun>> runs = new LinkedHashMap<>();
    runs.put(List.of("orderly"), List.of(run("valid", ordered), run("valid", unordered)));
    runs.put(List.of("concurrent"), List.of(run("valid", unordered)));
    runs.put(List.of("producer"), List.of(run("valid", produced)));
    assertThat(lines(runs))
        .filteredOn(line -> line.contains("backlog") || line.contains("reordered"))
        .containsExactly(
            "orderly kill master max backlog 2 7 7 7",
            "orderly kill master reordered 1 3 3 3",
            "concurrent kill master max backlog 1 7 7 7");
  }

  @Test
  void aChartShowsEachRunAndTheMedian() {
    Chart chart =
        times(Map.of(List.of("1m1s"), List.of(kill(1, "2", 0), kill(3, "null", 0))))
            .charts()
            .get(1);
    assertThat(chart.x().categories()).containsExactly("1m1s kill master");
    Series each = chart.series().get(0);
    assertThat(each.points()).extracting(Series.Point::y).containsExactly(2.0);
    // Half of the runs never recovered.
    assertThat(chart.series().get(1).points()).isEmpty();
  }

  @Test
  void thereAreNoneWithoutPlannedFaults() {
    assertThat(FaultTimes.of(List.of(), Map.of(List.of(), List.of(TestRuns.read("{}"))))).isEmpty();
  }
}
