package io.brokerbench.find;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.brokerbench.figures.Resource;
import io.brokerbench.figures.RunFigure;
import io.brokerbench.figures.Utilization;
import io.brokerbench.file.BadInputException;
import io.brokerbench.results.Latency.Statistic;
import io.brokerbench.results.Metric;
import io.brokerbench.stored.StoredRun;
import io.brokerbench.testkit.PartialRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TrialReaderTest {

  private static final RunFigure P99 = RunFigure.of(Metric.RESPONSE, Statistic.P99);

  private static final String SENT =
      """
      "throughput": {"offeredPerSecond": 1000.0, "achievedPerSecond": 990.0, "warmupSeconds": 0.0, "measuredSeconds": 6.0},
      "sends": {"attempted": 5940, "acked": 5900},
      "latency": {"response": {"p50Nanos": 2000000, "p99Nanos": 9000000}},
      "audit": {"agreesWithBroker": true},
      "generator": {"troubles": []},
      """;

  private static final String USE =
      """
      "environment": {"cluster": {"host": "%s"}, "host": {"logicalProcessors": 4}},
      "resources": {
        "generator": {"cpuCoresMean": 3.9, "rssBytesMax": 9e9, "gcPauseMillisTotal": 5000},
        "master": {"cpuCoresMean": 0.9, "rssBytesMax": 600000000, "gcPauseMillisTotal": 120},
        "slave": {"cpuCoresMean": 0.2, "rssBytesMax": 300000000, "gcPauseMillisTotal": 60},
        "host": {"cpuCoresMean": 2.0, "ioWaitShare": 0.1, "memoryUsedShareMax": 0.4,
                 "diskBusyShareMax": 0.7}}
      """;

  private final Path directory;

  TrialReaderTest(@TempDir Path directory) {
    this.directory = directory;
  }

  private TrialMeasurement facts(String json, String rows) throws Exception {
    write(json, rows);
    return TrialReader.of(StoredRun.read(directory)).facts();
  }

  private Map<Resource, Utilization> use(String json, String rows) throws Exception {
    write(json, rows);
    return Utilization.of(StoredRun.read(directory).result());
  }

  private void write(String json, String rows) throws IOException {
    Files.writeString(
        directory.resolve("run.json"),
        PartialRun.complete(
            String.format(
                Locale.ROOT,
                """
                {"command": "producer", "verdict": {"status": "valid", "reasons": []},
                 %s, %s}
                """,
                json.strip().replaceFirst(",$", ""),
                json.contains("\"workload\"")
                    ? "\"name\": \"x\""
                    : "\"workload\": {\"name\": \"x\"}")));
    Files.writeString(directory.resolve("intervals.csv"), rows);
  }

  private static Slope backlog(TrialMeasurement facts) {
    return Objects.requireNonNull(facts.backlogs().get("a")).slope();
  }

  private static String rows(String columns, String row) {
    StringBuilder rows = new StringBuilder("toSeconds,phase," + columns + "\n");
    rows.append("0.5,warmup,77,77,77\n");
    for (int second = 1; second <= 6; second++) {
      rows.append(second).append(",measured,");
      rows.append(row.replace("N", Long.toString(second * 10_000_000L))).append('\n');
    }
    return rows.toString();
  }

  @Test
  void ofSeveralSizesOfMessagesTheLoadHasTheMean() throws Exception {
    write(
        SENT + "\"workload\": {\"message\": {\"size\": \"1KiB 70%, 10KiB 30%\"}}",
        rows("lagP50Nanos,lagMaxNanos", "N,5"));
    assertThat(TrialReader.of(StoredRun.read(directory)).load().messageBytes()).isEqualTo(3789);
  }

  @ParameterizedTest
  @CsvSource({"1, 2, 1, 2", "2, 2, 2, 0", "8, 2, 3, 0", "1, 1, 1, 0"})
  void aMasterOfRabbitMqIsANodeThatLeadsQueues(int queues, int copies, int masters, int slaves)
      throws Exception {
    write(
        SENT
            + String.format(
                Locale.ROOT,
                """
                "workload": {"driver": "rabbitmq"}, "promise": {"copies": %d},
                "environment": {"broker": {"topic": {"queues": %d}, "brokers": [{}, {}, {}]}}
                """,
                copies,
                queues),
        rows("lagP50Nanos,lagMaxNanos", "N,5"));
    SearchResult.Load load = TrialReader.of(StoredRun.read(directory)).load();
    assertThat(load.masters()).isEqualTo(masters);
    assertThat(load.slaves()).isEqualTo(slaves);
  }

  @Test
  void lagAndBacklogsGrowByTheirRowsOfTheMeasuredTime() throws Exception {
    TrialMeasurement facts =
        facts(
            SENT + String.format(Locale.ROOT, USE, "process"),
            rows("lagP50Nanos,lagMaxNanos,backlog.a", "N,5,12"));
    assertThat(facts.lag().perSecond()).isCloseTo(0.01, within(1e-9));
    assertThat(facts.backlogs()).containsOnlyKeys("a");
    assertThat(backlog(facts).perSecond()).isZero();
    assertThat(facts.offeredPerSecond()).isEqualTo(1000);
    assertThat(facts.achievedPerSecond()).hasValue(990);
    assertThat(facts.number(RunFigure.ERRORS)).isCloseTo(40 / 5940.0, within(1e-9));
    assertThat(facts.number(RunFigure.of(Metric.RESPONSE, Statistic.P50))).isEqualTo(2_000_000);
    assertThat(facts.number(P99)).isEqualTo(9_000_000);
    assertThat(facts.auditClean()).contains(true);
    assertThat(facts.generatorWell()).contains(true);
  }

  @Test
  void secondsWithoutAMedianAreToldByTheirLongestLag() throws Exception {
    TrialMeasurement facts =
        facts(
            SENT + String.format(Locale.ROOT, USE, "process"),
            rows("lagP50Nanos,lagMaxNanos,backlog.a", ",N,"));
    assertThat(facts.lag().perSecond()).isCloseTo(0.01, within(1e-9));
    assertThat(backlog(facts).known()).isFalse();
  }

  @Test
  void theBacklogOfTheMeasuredTimeCountsNotThatOfItsDraining() throws Exception {
    String drained = "6.01,measured,5,5,50000000\n6.2,measured,5,5,20000000\n7,measured,5,5,0\n";
    TrialMeasurement facts =
        facts(
            SENT + String.format(Locale.ROOT, USE, "process"),
            rows("lagP50Nanos,lagMaxNanos,backlog.a", "5,5,N") + drained);
    assertThat(backlog(facts).perSecond()).isCloseTo(10_000_000, within(1e-3));
  }

  @Test
  void aSecondInWhichNothingWasSentTellsNoLag() throws Exception {
    TrialMeasurement facts =
        facts(
            SENT + String.format(Locale.ROOT, USE, "process"),
            rows("lagP50Nanos,lagMaxNanos,x", "N,N,0") + "7,measured,,,0\n");
    assertThat(facts.lag().perSecond()).isCloseTo(0.01, within(1e-9));
  }

  @Test
  void ofHostAndBrokersTheFullerCounts() throws Exception {
    Map<Resource, Utilization> ofHost =
        use(
            SENT + String.format(Locale.ROOT, USE, "process"),
            rows("lagP50Nanos,lagMaxNanos,x", "N,5,0"));
    assertThat(ofHost)
        .containsOnlyKeys(
            Resource.CPU, Resource.IOWAIT, Resource.MEMORY, Resource.GC, Resource.DISK)
        .containsEntry(Resource.CPU, new Utilization(0.5, ""))
        .containsEntry(Resource.IOWAIT, new Utilization(0.1, ""))
        .containsEntry(Resource.MEMORY, new Utilization(0.4, ""))
        .containsEntry(Resource.GC, new Utilization(0.02, "master"))
        .containsEntry(Resource.DISK, new Utilization(0.7, ""));

    Map<Resource, Utilization> limited =
        use(
            "\"workload\": {\"cluster\": {\"container\": {\"cpus\": \"1\", \"memory\":"
                + " \"1000000000\"}}},"
                + SENT
                + String.format(Locale.ROOT, USE, "container"),
            rows("lagP50Nanos,lagMaxNanos,x", "N,5,0"));
    assertThat(limited)
        .containsEntry(Resource.CPU, new Utilization(0.9, "master"))
        .containsEntry(Resource.MEMORY, new Utilization(0.6, "master"));
  }

  @Test
  void ofBrokersElsewhereTheMachineOfTheGeneratorDoesNotCount() throws Exception {
    assertThat(
            use(
                SENT + String.format(Locale.ROOT, USE, "external"),
                rows("lagP50Nanos,lagMaxNanos,x", "N,5,0")))
        .containsExactly(Map.entry(Resource.GC, new Utilization(0.02, "master")));
  }

  @Test
  void whereNodesAreNamedTheMachineOfTheGeneratorDoesNotCountEither() throws Exception {
    String named =
        String.format(Locale.ROOT, USE, "none")
            .replace(
                "\"host\": {\"cpuCoresMean\"",
                "\"sources\": [{\"node\": \"slave\", \"source\": \"jvm\", \"address\":"
                    + " \"http://x\", \"reads\": 1, \"failedReads\": 0, \"longestReadNanos\": 1,"
                    + " \"oldestSeconds\": 1, \"missing\": []}, {\"node\": \"far\", \"source\":"
                    + " \"jvm\", \"address\": \"http://y\", \"reads\": 1, \"failedReads\": 0,"
                    + " \"longestReadNanos\": 1, \"oldestSeconds\": 1, \"missing\": []}], \"host\":"
                    + " {\"cpuCoresMean\"");
    assertThat(use(SENT + named, rows("lagP50Nanos,lagMaxNanos,x", "N,5,0")))
        .containsExactly(Map.entry(Resource.GC, new Utilization(0.02, "master", List.of("far"))));
  }

  @Test
  void whatARunDoesNotTellIsUnknown() throws Exception {
    TrialMeasurement facts =
        facts(
            "\"throughput\": {\"offeredPerSecond\": 5.0, \"measuredSeconds\": 6.0}",
            rows("lagP50Nanos,lagMaxNanos,x", ",,"));
    assertThat(facts.lag().known()).isFalse();
    assertThat(facts.number(RunFigure.ERRORS)).isNull();
    assertThat(facts.number(P99)).isNull();
    assertThat(facts.auditClean()).isEqualTo(Optional.empty());
    assertThat(facts.generatorWell()).isEqualTo(Optional.empty());
  }

  @Test
  void whatIsDueAndHasNoOutcomeIsPending() throws Exception {
    StringBuilder rows =
        new StringBuilder("toSeconds,phase,attempted,inFlight,lagP50Nanos,lagMaxNanos\n");
    rows.append("0.9,warmup,900,5,1,1\n");
    // 50 a second are not answered, and 30 not sent.
    for (int second = 1; second <= 6; second++) {
      rows.append(String.format(Locale.ROOT, "%d,measured,970,%d,1,1\n", second, 50 * second));
    }
    TrialMeasurement facts =
        facts(SENT + String.format(Locale.ROOT, USE, "process"), rows.toString());
    assertThat(facts.pending().slope().perSecond()).isCloseTo(80, within(1e-9));
    assertThat(facts.pending().netPerSecond()).isCloseTo(80, within(1e-9));
    assertThat(facts.seconds()).isEqualTo(6);
    assertThat(facts.unseenSeconds()).isZero();
  }

  @Test
  void aQueueThatShrinksAgainInTheLastQuarterDidNotGrow() throws Exception {
    StringBuilder rows =
        new StringBuilder("toSeconds,phase,attempted,inFlight,lagP50Nanos,lagMaxNanos\n");
    int[] inFlight = {5, 6, 700, 300, 5, 400};
    for (int second = 1; second <= 6; second++) {
      rows.append(
          String.format(Locale.ROOT, "%d,measured,1000,%d,1,1\n", second, inFlight[second - 1]));
    }
    TrialMeasurement facts =
        facts(SENT + String.format(Locale.ROOT, USE, "process"), rows.toString());
    assertThat(facts.pending().netPerSecond()).isZero();
  }

  @Test
  void howTheRunWentIsReadFromItsFields() throws Exception {
    write(
        SENT + "\"faults\": [\"after 3 s: slave ended\"]",
        rows("lagP50Nanos,lagMaxNanos,x", "N,5,0"));
    assertThat(TrialReader.of(StoredRun.read(directory)).course().faults())
        .containsExactly("after 3 s: slave ended");
  }

  /** The verdict has the same code as that of a load that a limit ended. */
  @Test
  void aLostWorkerIsAFaultAndSaysNothingOfTheRate() throws Exception {
    write(
        SENT
            + """
            "workers": [
              {"name": "a", "host": "10.0.0.2", "cores": 2, "senders": 1, "clients": 0, "sent": 5,
               "received": 0, "hiccupP99Nanos": 1},
              {"name": "b", "host": "10.0.0.3", "cores": 2, "senders": 1, "clients": 0, "sent": 0,
               "received": 0, "hiccupP99Nanos": 1, "lost": "its connection ended"}]
            """,
        rows("lagP50Nanos,lagMaxNanos,x", "N,5,0"));
    assertThat(TrialReader.of(StoredRun.read(directory)).course().faults())
        .containsExactly("its connection ended");
  }

  @Test
  void aReplicaThatLacksMessagesIsNoCleanAudit() throws Exception {
    String replica =
        SENT.replace(
            "\"audit\": {",
            "\"promise\": {\"acknowledged\": true, \"copies\": 2},"
                + " \"audit\": {\"acked\": 5900, \"replicaCount\": %d, ");
    assertThat(
            facts(
                    String.format(Locale.ROOT, replica, 5900),
                    rows("lagP50Nanos,lagMaxNanos,x", "N,5,0"))
                .auditClean())
        .contains(true);
    assertThat(
            facts(
                    String.format(Locale.ROOT, replica, 5899),
                    rows("lagP50Nanos,lagMaxNanos,x", "N,5,0"))
                .auditClean())
        .contains(false);
  }

  @Test
  void sentOneWayWhatTheBrokersLackIsAnError() throws Exception {
    String oneWay =
        "\"promise\": {\"acknowledged\": false},"
            + SENT.replace("\"acked\": 5900", "\"unknown\": {\"client-oneway\": 5940}")
                .replace(
                    "\"audit\": {", "\"audit\": {\"attempted\": 6000, \"brokerCount\": 5400, ");
    TrialMeasurement facts = facts(oneWay, rows("lagP50Nanos,lagMaxNanos,x", "N,5,0"));
    assertThat(facts.number(RunFigure.ERRORS)).isCloseTo(0.1, within(1e-9));
    assertThat(facts.unseenSeconds()).isPositive();
  }

  @Test
  void aGeneratorWithTroublesIsNotWell() throws Exception {
    TrialMeasurement facts =
        facts(
            SENT.replace("[]", "[\"the generator stood still\"]")
                + String.format(Locale.ROOT, USE, "process"),
            rows("lagP50Nanos,lagMaxNanos,x", "N,5,0"));
    assertThat(facts.generatorWell()).contains(false);
  }

  @Test
  void aRunWithoutARateIsNoTrial() throws Exception {
    write(
        "\"throughput\": {\"offeredPerSecond\": null}", rows("lagP50Nanos,lagMaxNanos,x", "N,5,0"));
    assertThatThrownBy(() -> TrialReader.of(StoredRun.read(directory)).facts())
        .isInstanceOf(BadInputException.class)
        .hasMessageEndingWith("not a run at a given rate");
  }

  @Test
  void whatIsSentOneWayIsNoError() throws Exception {
    String oneWay =
        SENT.replace("\"acked\": 5900", "\"acked\": 0, \"unknown\": {\"client-oneway\": 5940}")
            .replace("\"audit\": {", "\"promise\": {\"acknowledged\": false}, \"audit\": {");
    TrialMeasurement well = facts(oneWay, rows("lagP50Nanos,lagMaxNanos", "N,5"));
    assertThat(well.number(RunFigure.ERRORS)).isZero();
    assertThat(well.auditClean()).contains(true);
    TrialMeasurement lossy =
        facts(
            oneWay.replace("\"audit\": {", "\"audit\": {\"indeterminate\": 3, "),
            rows("lagP50Nanos,lagMaxNanos", "N,5"));
    assertThat(lossy.auditClean()).contains(false);
  }
}
