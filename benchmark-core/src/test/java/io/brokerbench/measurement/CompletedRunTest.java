package io.brokerbench.measurement;

import static io.brokerbench.measurement.TestResult.counts;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.brokerbench.results.RunFile;
import io.brokerbench.results.Verdict;
import io.brokerbench.results.Verdict.Reason;
import io.brokerbench.results.Verdict.Status;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The names that scripts of other people rely on. */
final class CompletedRunTest {

  private final JsonNode run = json(new TestResult());

  @Test
  void theWholeHasItsParts() {
    assertThat(names(""))
        .contains(
            "schemaVersion",
            "name",
            "startedAt",
            "command",
            "verdict",
            "workload",
            "environment",
            "throughput",
            "latency",
            "sends",
            "audit",
            "resources");
    assertThat(run.at("/schemaVersion").asInt()).isEqualTo(2);
    assertThat(run.at("/name").asText()).isEqualTo("producer");
    assertThat(run.at("/startedAt").asText()).isEqualTo("2026-01-02T03:04:05.678Z");
    assertThat(run.at("/command").asText()).isEqualTo("producer --rate 1000/s");
  }

  @Test
  void theVerdictHasItsReasonsAndNotes() {
    assertThat(names("/verdict")).containsExactly("status", "reasons", "notes");
    assertThat(run.at("/verdict/status").asText()).isEqualTo("suspect");
    assertThat(run.at("/verdict/reasons/0/text").asText()).isEqualTo("why");
    assertThat(run.at("/verdict/reasons/0/code").asText()).isEqualTo("code");
    assertThat(run.at("/verdict/notes/0").asText()).isEqualTo("also this");
  }

  @Test
  void theWorkloadIsNestedAndHasItsHash() {
    assertThat(run.at("/workload/load/threads").asText()).isEqualTo("4");
    assertThat(run.at("/workload/name").asText()).isEqualTo("producer");
    assertThat(run.at("/workloadSha256").asText()).matches("[0-9a-f]{64}");
    assertThat(names("/environment")).contains("host", "jvm", "broker");
  }

  @Test
  void throughputIsOfferedAchievedAndAcknowledged() {
    assertThat(names("/throughput"))
        .contains(
            "offeredPerSecond",
            "achievedPerSecond",
            "sentPerSecond",
            "ackedPerSecond",
            "receivedPerSecond",
            "bytesPerSecond");
    assertThat(run.at("/throughput/loop").asText()).isEqualTo("open");
    assertThat(run.at("/throughput/offeredPerSecond").asDouble()).isEqualTo(1000);
    assertThat(run.at("/throughput/ackedPerSecond").asDouble()).isEqualTo(1000);
    assertThat(run.at("/throughput/bytesPerSecond").asDouble()).isEqualTo(128_000);
  }

  @Test
  void aShareInFlightIsToldInMessages() {
    JsonNode async = json(new TestResult("load.threads=4", "load.mode=async", "load.in-flight=1%"));
    assertThat(async.at("/throughput/inFlight").asText()).isEqualTo("3 each");
    assertThat(run.at("/throughput/inFlight").isMissingNode()).isTrue();
  }

  @Test
  void latenciesHaveTheirNamesAndUnits() {
    assertThat(names("/latency")).containsExactly("lag", "service", "response");
    assertThat(names("/latency/service"))
        .containsExactly(
            "count",
            "meanNanos",
            "p50Nanos",
            "p75Nanos",
            "p90Nanos",
            "p95Nanos",
            "p99Nanos",
            "p999Nanos",
            "maxNanos");
    assertThat(run.at("/latency/service/count").asLong()).isEqualTo(10_000);
    assertThat(run.at("/generator/floor/service/count").asLong()).isEqualTo(1000);
  }

  @Test
  void sendsAndAuditAreCounted() {
    assertThat(names("/sends"))
        .containsExactly("attempted", "acked", "rejected", "unknown", "byStatus");
    assertThat(run.at("/sends/byStatus/OK").asLong()).isEqualTo(10_000);
    assertThat(run.at("/audit/brokerCount").asLong()).isEqualTo(10_000);
    assertThat(run.at("/audit/agreesWithBroker").asBoolean()).isTrue();
  }

  @Test
  void resourcesAreByProcess() {
    assertThat(names("/resources")).containsExactly("generator", "host");
    assertThat(run.at("/resources/generator/cpuCoresMean").asDouble()).isEqualTo(0.5);
  }

  @Test
  void theDiskIsThereIfItWasMeasured() {
    JsonNode fsync =
        json(new TestResult("load.threads=4", "message.batch=2").fromDisk()).at("/fsync");
    assertThat(fsync.at("/perSecond").asDouble()).isEqualTo(400);
    assertThat(fsync.at("/latency/p50Nanos").asLong()).isEqualTo(2_400_000);
    // 1,000 messages per second are 500 requests; 4 at a time allow 1,600.
    assertThat(fsync.at("/share").asDouble()).isEqualTo(0.3125);
  }

  @Test
  void whatIsNotKnownIsNull() {
    JsonNode sparse =
        json(new TestResult().closedLoop().counts(counts(100, 100)).unasked("nobody there"));
    assertThat(sparse.at("/throughput/loop").asText()).isEqualTo("closed");
    assertThat(sparse.at("/throughput/offeredPerSecond").isNull()).isTrue();
    assertThat(sparse.at("/throughput/receivedPerSecond").isNull()).isTrue();
    assertThat(sparse.at("/latency/response").isMissingNode()).isTrue();
    assertThat(sparse.at("/generator/floor/service/p999Nanos").isNull()).isTrue();
    assertThat(sparse.at("/audit/brokerCount").isNull()).isTrue();
    assertThat(sparse.at("/fsync").isNull()).isTrue();
    assertThat(sparse.at("/audit/agreesWithBroker").asBoolean()).isFalse();
    assertThat(sparse.at("/audit/unasked").asText()).isEqualTo("nobody there");
  }

  private Iterable<String> names(String path) {
    return () -> run.at(path).fieldNames();
  }

  private static JsonNode json(TestResult result) {
    return RunFile.tree(
        result.result(
            new Verdict(Status.SUSPECT, List.of(new Reason("code", "why")), List.of("also this"))));
  }
}
