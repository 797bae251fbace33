package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.matrix.MatrixCell;
import io.brokerbench.result.Verdict;
import io.brokerbench.stored.StoredRun;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class LoadTableTest {

  private final Map<MatrixCell, List<StoredRun>> runs = new LinkedHashMap<>();

  /** Of a cell in which as much comes as goes. */
  private void add(String qos, String rate, double perSecond, double busyShare) {
    runs.put(
        new MatrixCell(runs.size() + 1, Map.of("qos", qos, "rate", rate)),
        List.of(run("mqtt", Verdict.Status.VALID, perSecond, busyShare)));
  }

  private static StoredRun run(
      String driver, Verdict.Status status, double perSecond, double busyShare) {
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
                "held",
                Optional.empty(),
                perSecond,
                perSecond,
                Map.of("mean", 2e6, "p99", 9e6),
                Map.of(),
                new StoredRun.Flow.Cost(busyShare, 1.5, 1048576.0))),
        "clean");
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
            "75 % CPU, qos=2: exceeded by the lowest step, 20,000/s in + out, which came to 80.0 %");
  }

  @Test
  void aSingleStepRecommendsNothing() {
    add("0", "10k/s", 10_000, 0.50);
    assertThat(table().recommended()).isEmpty();
  }

  @Test
  void otherBrokersAndInvalidRunsHaveNone() {
    runs.put(
        new MatrixCell(1, Map.of("qos", "0", "rate", "1")),
        List.of(
            run("rabbitmq", Verdict.Status.VALID, 10, 0.1),
            run("mqtt", Verdict.Status.INVALID, 10, 0.1)));
    assertThat(LoadTable.of(List.of("qos", "rate"), runs)).isEmpty();
  }
}
