package io.brokerbench.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.results.Verdict;
import io.brokerbench.stored.StoredRun;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class LoadTableTest {

  private static final String CLEAN = "{\"agreesWithBroker\": true}";

  private final Map<MatrixCell, List<StoredRun>> runs = new LinkedHashMap<>();

  /** Of a cell in which as much comes as goes. */
  private void add(String qos, String rate, double perSecond, double busyShare) {
    add(qos, rate, run("mqtt", Verdict.Status.VALID, perSecond, busyShare, "held", CLEAN));
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
    return TestRuns.read(
        String.format(
            Locale.ROOT,
            """
        {"command": "consumer", "workload": {"driver": "%s"}, "verdict": {"status": "%s"},
         "throughput": {"flow": "%s", "sentPerSecond": %f, "receivedPerSecond": %f},
         "latency": {"endToEnd": {"meanNanos": 2000000, "p99Nanos": 9000000}},
         "audit": %s,
         "environment": {"host": {"logicalProcessors": 100}},
         "resources": {"broker": {"cpuCoresMean": 1.5, "rssBytesMax": 1048576},
                       "host": {"cpuCoresMean": %f}}}
        """,
            driver,
            status.name().toLowerCase(Locale.ROOT),
            state,
            perSecond,
            perSecond,
            audit,
            100 * busyShare));
  }

  private LoadTable table() {
    return LoadTable.of(List.of("qos", "rate"), runs).orElseThrow();
  }

  @Test
  void aRowTellsInOutAndWhatTheyCost() {
    add("1", "10k/s", 10_000, 0.5);
    assertThat(table().table("").lines().get(1))
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
    add(
        "0",
        "20k/s",
        run(
            "mqtt",
            Verdict.Status.VALID,
            20_000,
            0.7,
            "held",
            "{\"agreesWithBroker\": true, \"lost\": 12}"));
    add("0", "30k/s", run("mqtt", Verdict.Status.INVALID, 21_000, 0.9, "collapsed", CLEAN));
    assertThat(table().table("").lines())
        .anyMatch(line -> line.contains("held, audit lost 12") && line.contains("40,000"))
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
        run("mqtt", Verdict.Status.VALID, 10_000, 0.5, "held", CLEAN),
        run("mqtt", Verdict.Status.INVALID, 4_000, 0.9, "throttled", CLEAN));
    assertThat(table().table("").lines().get(1))
        .contains("held | INVALID, throttled", "20,000", "50.0 %");
  }

  @Test
  void otherBrokersHaveNone() {
    add("0", "1", run("rabbitmq", Verdict.Status.VALID, 10, 0.1, "held", CLEAN));
    assertThat(LoadTable.of(List.of("qos", "rate"), runs)).isEmpty();
  }
}
