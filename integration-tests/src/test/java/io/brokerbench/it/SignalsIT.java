package io.brokerbench.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("default")
final class SignalsIT {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir private Path home;

  /** As in a terminal, the brokers get it too, and the audit still finds them running. */
  @Test
  void ctrlCAtHalfTimeLeavesAResultMarkedAsCutShort() throws Exception {
    assertCutShort(130, bench -> bench.signalAll("INT"));
  }

  @Tag("nightly")
  @Test
  void aTerminationAtHalfTimeLeavesTheSame() throws Exception {
    assertCutShort(143, bench -> bench.signal("TERM"));
  }

  /** A signal to a run. */
  private interface Signal {
    void to(Bench bench) throws Exception;
  }

  private void assertCutShort(int exitCode, Signal signal) throws Exception {
    try (Bench bench = start("1m")) {
      bench.awaitSeconds(3);
      bench.awaitMeasured("acked", 1);
      signal.to(bench);

      Outcome outcome = bench.end().endedWith(exitCode);
      ResultDirectory result = outcome.result();
      JsonNode run = result.json();
      assertThat(run.at("/verdict/status").asText()).isIn("suspect", "invalid");
      assertThat(result.name()).matches(".*\\.(SUSPECT|INVALID)");
      assertThat(result.reasons()).anyMatch(reason -> reason.startsWith("cut short by a signal"));
      assertThat(run.at("/throughput/measuredSeconds").asDouble()).isBetween(1.5, 59.0);
      assertThat(run.at("/latency/service/count").asLong())
          .isPositive()
          .isEqualTo(result.latencies("service").getTotalCount());
      // The audit has only a short time after a signal.
      Accounts.of(result).assertEveryMessageHasOneOutcome();
      assertThat(result.path()).isDirectoryNotContaining("glob:**/*.tmp");
      assertThat(outcome.out()).contains("cut short by a signal", result.path().toString());
      assertThat(bench.temporary()).isEmptyDirectory();
    }
  }

  @Tag("nightly")
  @Test
  void killingTheBenchmarkLeavesNoBrokerAndWhatWasMeasured() throws Exception {
    try (Bench bench = start("1m1s")) {
      bench.awaitSeconds(3);
      ResultDirectory running = bench.awaitMeasured("acked", 1);
      await()
          .atMost(PATIENCE)
          .until(
              () ->
                  running.rows().size() > 2
                      && running.has("run.json")
                      && running.json().at("/audit/acked").asLong() > 0);
      assertThat(bench.processes().nodes()).hasSize(3);
      bench.signal("KILL");

      ResultDirectory result = bench.end().endedWith(137).result();
      assertThat(result.name()).endsWith(".INCOMPLETE");
      assertThat(result.json().at("/audit/done").asBoolean(true)).isFalse();
      assertThat(result.json().at("/verdict/status").asText()).isEqualTo("invalid");
      assertThat(result.reasons()).anyMatch(reason -> reason.startsWith("audit not done"));
      assertThat(result.json().at("/audit/acked").asLong()).isPositive();
      assertThat(result.rows()).hasSizeGreaterThan(2);
      assertThat(result.sum("acked")).isPositive();
      assertThat(result.latencies("service").getTotalCount()).isPositive();
    }
  }

  private Bench start(String topology) throws IOException {
    String flags = "-w 8 -s 512 --warmup 1s --duration 60s --set cluster.topology=" + topology;
    return Bench.start(home, flags.split(" ", -1));
  }
}
