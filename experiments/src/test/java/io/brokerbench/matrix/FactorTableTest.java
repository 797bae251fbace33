package io.brokerbench.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.stored.StoredRun;
import io.brokerbench.units.Text;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class FactorTableTest {

  private final Map<MatrixCell, List<StoredRun>> runs = new LinkedHashMap<>();

  /** Adds the next cell. */
  private void cell(Map<String, String> values, StoredRun... of) {
    runs.put(new MatrixCell(runs.size() + 1, values), List.of(of));
  }

  /** Factors with values, in this order. */
  private static Map<String, String> values(String... factorsAndValues) {
    Map<String, String> values = new LinkedHashMap<>();
    for (int i = 0; i < factorsAndValues.length; i += 2) {
      values.put(factorsAndValues[i], factorsAndValues[i + 1]);
    }
    return values;
  }

  private static StoredRun run(String status, int perSecond, int p50Millis, int p99Millis) {
    return TestRuns.read(
        Text.of(
            """
            {"verdict": {"status": "%s", "reasons": []},
             "throughput": {"achievedPerSecond": %d, "ackedPerSecond": %d},
             "latency": {"response": {"p50Nanos": %d000000, "p99Nanos": %d000000}}}
            """,
            status, perSecond, perSecond, p50Millis, p99Millis));
  }

  /** Runs with nothing but a rate. */
  private static StoredRun[] rates(int... perSecond) {
    return Arrays.stream(perSecond)
        .mapToObj(
            rate ->
                TestRuns.read(
                    Text.of(
                        "{\"throughput\": {\"achievedPerSecond\": %d, \"ackedPerSecond\": %d}}",
                        rate, rate)))
        .toArray(StoredRun[]::new);
  }

  private List<String> lines(String... factors) {
    return FactorTable.of(List.of(factors), runs).orElseThrow().lines();
  }

  /**
   * Of four pairs of cells one is complete: a cell has a run that counts and an INVALID one,
   * another has none.
   */
  @Test
  void theConsoleHasThePairsOfCellsWithTwoRunsEach() {
    cell(
        values("cluster.replication", "async", "flush", "async"),
        run("valid", 1000, 1, 10),
        run("suspect", 1100, 1, 10),
        run("valid", 1210, 1, 10));
    cell(
        values("cluster.replication", "async", "flush", "sync"),
        run("valid", 500, 2, 10),
        run("valid", 550, 2, 10),
        run("valid", 605, 2, 10));
    cell(
        values("cluster.replication", "sync", "flush", "async"),
        run("valid", 700, 1, 10),
        run("invalid", 700, 1, 10));
    cell(values("cluster.replication", "sync", "flush", "sync"));
    assertThat(String.join("\n", lines("cluster.replication", "flush")) + "\n")
        .isEqualTo(
            """
            factor  base   value  with               metric        runs  ratio  95 % interval   answer
            flush   async  sync   replication=async  acked/s       3, 3  0.500  0.403 to 0.621  slower
                                                     response p50  3, 3  2.000  2.000 to 2.000  slower
                                                     response p99  3, 3  1.000  1.000 to 1.000  same within 5 %
            3 more pairs of cells without a ratio: each cell needs 2 runs that are not INVALID; raise --repeat
            """);
  }

  @Test
  void eachValueHasItsRatioToTheFirstAndItsOwnNumberOfRuns() {
    cell(values("n", "1", "always", "x"), rates(100, 100));
    cell(values("n", "2", "always", "x"), rates(200, 200, 200));
    cell(values("n", "4", "always", "x"), rates(50, 800));
    List<String> lines = lines("n", "always");
    // Nothing is said of a factor with one value.
    assertThat(lines).hasSize(3);
    assertThat(lines.get(0)).matches("factor +base +value +metric +runs +ratio .*");
    assertThat(lines.get(1)).matches("n +1 +2 +acked/s +2, 3 +2\\.000 +2\\.000 to 2\\.000 +faster");
    assertThat(lines.get(2)).matches("n +1 +4 +acked/s +2, 2 +2\\.000 .* cannot tell: about .*");
  }

  /** Each value of a factor with each of the other one: two ratios of n, two of m. */
  @Test
  void theOtherFactorIsTheSameInBothCells() {
    cell(values("n", "1", "m", "a"), rates(100, 100));
    cell(values("n", "1", "m", "b"), rates(300, 300));
    cell(values("n", "2", "m", "a"), rates(200, 200));
    cell(values("n", "2", "m", "b"), rates(1500, 1500));
    assertThat(lines("n", "m").stream().map(line -> line.replaceAll(" +", " ")))
        .containsExactly(
            "factor base value with metric runs ratio 95 % interval answer",
            "n 1 2 m=a acked/s 2, 2 2.000 2.000 to 2.000 faster",
            "n 1 2 m=b acked/s 2, 2 5.000 5.000 to 5.000 faster",
            "m a b n=1 acked/s 2, 2 3.000 3.000 to 3.000 faster",
            "m a b n=2 acked/s 2, 2 7.500 7.500 to 7.500 faster");
  }

  /** Where the first value is left out, the next one is the base, and the row says so. */
  @Test
  void anExcludedCellIsNoBase() {
    SortedMap<String, String> excluded = new TreeMap<>(Map.of("n", "1", "m", "b"));
    Map<String, List<String>> factors = new LinkedHashMap<>();
    factors.put("n", List.of("1", "2", "3"));
    factors.put("m", List.of("a", "b"));
    new Matrix(factors, List.of(excluded), 2, 1, OptionalDouble.empty())
        .cells()
        .forEach(cell -> runs.put(cell, List.of(rates(100, 100))));
    assertThat(
            lines("n", "m").stream()
                .filter(line -> line.startsWith("n "))
                .map(line -> line.replaceAll(" +", " ").replaceFirst(" acked.*", "")))
        .containsExactly("n 1 2 m=a", "n 1 3 m=a", "n 2 3 m=b");
  }

  @Test
  void ratesThatWereOfferedHaveNoRatioButLatenciesDo() {
    for (int rate : List.of(100, 200)) {
      StoredRun run =
          TestRuns.read(
              Text.of(
                  """
                  {"workload": {"load": {"rate": "%d/s"}},
                   "throughput": {"offeredPerSecond": %d, "achievedPerSecond": %d,
                                  "ackedPerSecond": %d},
                   "latency": {"response": {"p50Nanos": %d000000}}}
                  """,
                  rate, rate, rate, rate, rate));
      cell(values("rate", rate + "/s"), run, run);
    }
    List<String> lines = lines("rate");
    assertThat(lines.get(1)).matches("rate .* acked/s +2, 2 +not compared: unlike load\\.rate");
    assertThat(lines.get(2)).matches(" +response p50 +2, 2 +2\\.000 .* slower");
    assertThat(lines).hasSize(3);
  }

  /** As in a comparison of two sets of results. */
  @Test
  void theSameOfferedRateIsTheSame() {
    for (String size : List.of("1", "2")) {
      StoredRun run =
          TestRuns.read(
              """
              {"workload": {"load": {"rate": "100/s"}},
               "throughput": {"offeredPerSecond": 100, "achievedPerSecond": 100,
                              "ackedPerSecond": 100}}
              """);
      cell(values("size", size), run, run);
    }
    assertThat(lines("size").get(1)).endsWith("same within 5 %");
  }

  @Test
  void figuresOfDifferentKindsHaveNoRatio() {
    String oneWay =
        """
        {"promise": {"acknowledged": false},
         "throughput": {"achievedPerSecond": 900, "ackedPerSecond": 0},
         "latency": {"service": {"p50Nanos": 1000000}}}
        """;
    cell(values("mode", "sync"), run("valid", 100, 1, 10), run("valid", 100, 1, 10));
    cell(values("mode", "oneway"), TestRuns.read(oneWay), TestRuns.read(oneWay));
    List<String> lines = lines("mode");
    assertThat(lines.get(1)).matches("mode .* acked/s, sent/s +2, 2 +not compared: unlike figures");
    assertThat(lines.get(2))
        .matches(" +response p50, service p50 +2, 2 +not compared: unlike figures");
    // A percentile of too few messages.
    assertThat(lines.get(3))
        .matches(" +response p99 +2, 0 +cannot tell: no run with mode=oneway has it");
  }

  @Test
  void theConsoleLeavesManyRatiosToTheReport() {
    IntStream.rangeClosed(1, 14)
        .forEach(n -> cell(values("n", Integer.toString(n)), rates(100 * n, 100 * n)));
    FactorTable table = FactorTable.of(List.of("n"), runs).orElseThrow();
    assertThat(table.isLong()).isTrue();
    assertThat(table.table().rows()).hasSize(13);
    List<String> lines = table.lines();
    assertThat(lines).hasSize(1 + 12 + 1);
    assertThat(lines.get(12)).contains(" 13.000 ");
    assertThat(lines.get(13))
        .isEqualTo("ratios of the first 12 of 13 pairs of cells: report.html has those of all");
  }

  @Test
  void thereIsNoneOfSingleRuns() {
    cell(values("n", "1"), rates(100));
    cell(values("n", "2"), rates(200, 200));
    assertThat(FactorTable.of(List.of("n"), runs)).isEmpty();
  }

  @Test
  void thereIsNoneWithoutFactors() {
    cell(values(), rates(100, 100));
    assertThat(FactorTable.of(List.of(), runs)).isEmpty();
  }
}
