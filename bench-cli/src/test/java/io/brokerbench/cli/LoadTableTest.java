package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.find.Findings;
import io.brokerbench.find.Probe;
import io.brokerbench.matrix.MatrixCell;
import io.brokerbench.result.Verdict;
import io.brokerbench.stored.StoredRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LoadTableTest {

  private final Map<MatrixCell, List<StoredRun>> runs = new LinkedHashMap<>();

  /** Of a cell in which as much comes as goes. */
  private void add(String qos, String rate, double perSecond, double busyShare) {
    add(qos, rate, run("mqtt", Verdict.Status.VALID, perSecond, busyShare, "held", "clean"));
  }

  private void add(String qos, String rate, StoredRun... all) {
    runs.put(new MatrixCell(runs.size() + 1, Map.of("qos", qos, "rate", rate)), List.of(all));
  }

  private static StoredRun run(
      String driver,
      Verdict.Status status,
      double perSecond,
      double busyShare,
      String state,
      String audit) {
    return new StoredRun(
        Path.of("run"),
        "consumer",
        new Verdict(status, List.of()),
        new TreeMap<>(Map.of("driver", driver)),
        new StoredRun.PromiseKept(true, false, 1),
        new TreeMap<>(),
        Map.of(),
        OptionalDouble.empty(),
        Optional.empty(),
        Optional.of(
            new StoredRun.Flow(
                state,
                Optional.empty(),
                perSecond,
                perSecond,
                Map.of("mean", 2e6, "p99", 9e6),
                Map.of(),
                new StoredRun.Flow.Cost(busyShare, 1.5, 1048576.0))),
        audit);
  }

  private LoadTable table() {
    return LoadTable.of(List.of("qos", "rate"), runs).orElseThrow();
  }

  @Test
  void aRowTellsInOutAndWhatTheyCost() {
    add("1", "10k/s", 10_000, 0.5);
    assertThat(table().table().lines().get(1))
        .contains("10,000", "20,000", "50.0 %", "1.50 cores", "1.0 MiB", "2.00 ms", "9.00 ms");
  }

  @Test
  void theLoadAtThreeQuartersIsTheNearestStepAndOneBetween() {
    add("0", "10k/s", 10_000, 0.50);
    add("0", "20k/s", 20_000, 0.70);
    add("0", "30k/s", 30_000, 0.95);
    add("1", "10k/s", 10_000, 0.30);
    add("1", "20k/s", 20_000, 0.60);
    add("2", "10k/s", 10_000, 0.80);
    add("2", "20k/s", 20_000, 0.90);
    assertThat(table().recommended())
        .containsExactly(
            "75 % CPU, qos=0: nearest step 40,000/s in + out (70.0 %), interpolated 44,000/s",
            "75 % CPU, qos=1: not reached; the highest step, 40,000/s in + out, came to 60.0 %",
            "75 % CPU, qos=2: exceeded by the lowest step, 20,000/s in + out, came to 80.0 %");
  }

  @Test
  void aSingleStepRecommendsNothing() {
    add("0", "10k/s", 10_000, 0.50);
    assertThat(table().recommended()).isEmpty();
  }

  @Test
  void stepsThatDidNotHoldAreShownAndRecommendNothing() {
    add("0", "10k/s", 10_000, 0.50);
    add("0", "20k/s", run("mqtt", Verdict.Status.VALID, 20_000, 0.7, "held", "never came 12"));
    add("0", "30k/s", run("mqtt", Verdict.Status.INVALID, 21_000, 0.9, "collapsed", "clean"));
    assertThat(table().table().lines())
        .anyMatch(line -> line.contains("held, audit never came 12") && line.contains("40,000"))
        .anyMatch(line -> line.contains("INVALID, collapsed") && line.contains("90.0 %"));
    assertThat(table().recommended())
        .containsExactly(
            "75 % CPU, qos=0: not reached; the highest step that held (2 did not), 20,000/s in + out, came to 50.0 %");
    runs.remove(runs.keySet().iterator().next());
    assertThat(table().recommended()).containsExactly("75 % CPU, qos=0: no step held");
  }

  @Test
  void anInvalidRunDoesNotSpoilTheMeansOfOthers() {
    add(
        "0",
        "10k/s",
        run("mqtt", Verdict.Status.VALID, 10_000, 0.5, "held", "clean"),
        run("mqtt", Verdict.Status.INVALID, 4_000, 0.9, "throttled", "clean"));
    assertThat(table().table().lines().get(1))
        .contains("held | INVALID, throttled", "20,000", "50.0 %");
  }

  @Test
  void otherBrokersHaveNone() {
    add("0", "1", run("rabbitmq", Verdict.Status.VALID, 10, 0.1, "held", "clean"));
    assertThat(LoadTable.of(List.of("qos", "rate"), runs)).isEmpty();
  }

  @Test
  void aSearchHasARowForEachRate(@TempDir Path directory) throws Exception {
    write(directory.resolve("a"), 1000, 0.5);
    write(directory.resolve("b"), 2000, 0.9);
    write(directory.resolve("c"), 2000, 0.8);
    List<Probe> probes =
        List.of(probe("a", 1000), probe("b", 2000), probe("c", 2000), probe("gone", 4000));
    Findings found =
        new Findings(
            1,
            "x",
            1000,
            2000.0,
            true,
            List.of(),
            false,
            List.of(),
            null,
            probes,
            List.of(probe("a", 1000)),
            null,
            null,
            null,
            null,
            null);
    LoadTable table = LoadTable.of(directory, found).orElseThrow();
    assertThat(table.table().lines()).hasSize(3);
    assertThat(table.table().lines().get(1)).contains("1,000/s", "held", "2,000", "50.0 %");
    assertThat(table.table().lines().get(2)).contains("2,000/s", "held", "4,000", "85.0 %");
    assertThat(table.recommended())
        .containsExactly("75 % CPU: nearest step 4,000/s in + out (85.0 %), interpolated 3,429/s");
  }

  private static Probe probe(String result, double rate) {
    return new Probe(
        result, rate, rate, 1L, 1L, 0.5, true, List.of(), List.of(), false, null, null, null, null);
  }

  private static void write(Path run, int perSecond, double busyShare) throws IOException {
    Files.createDirectory(run);
    Files.writeString(
        run.resolve("run.json"),
        String.format(
            Locale.ROOT,
            """
        {"schemaVersion": 1, "command": "consumer", "workload": {"driver": "mqtt"},
         "verdict": {"status": "valid", "reasons": []}, "audit": {"agreesWithBroker": true},
         "throughput": {"flow": "held", "sentPerSecond": %d, "receivedPerSecond": %d},
         "environment": {"host": {"logicalProcessors": 1}},
         "resources": {"broker": {"cpuCoresMean": 1, "rssBytesMax": 1}, "host": {"cpuCoresMean": %s}}}
        """,
            perSecond,
            perSecond,
            busyShare));
  }
}
