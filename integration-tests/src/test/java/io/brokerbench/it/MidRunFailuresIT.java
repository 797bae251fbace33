package io.brokerbench.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.brokerbench.it.ResultDirectory.Row;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("nightly")
final class MidRunFailuresIT {

  private static final Duration DEATH = Duration.ofMinutes(2);

  /** Generic names of failures in the client, which do not state the cause. */
  private static final String UNNAMED = "client-[A-Z].*|CODE_.*";

  @TempDir private Path home;

  @Test
  void withoutItsSlaveASynchronousMasterAcknowledgesNothingMore() throws Exception {
    try (Bench bench = start("--replication sync")) {
      ResultDirectory running = bench.awaitMeasured("acked", 200);
      kill(bench, "slave");
      int rowsAtDeath = running.rows().size();

      ResultDirectory result = endAfterFailures(bench, running, rowsAtDeath);
      // The row at the time of the kill was not complete yet.
      List<Row> rows = result.rows();
      List<Row> after = rows.subList(rowsAtDeath + 1, rows.size());
      assertThat(rows.subList(0, rowsAtDeath)).anyMatch(row -> row.count("acked") > 0);
      assertThat(after).hasSizeGreaterThan(2).allMatch(row -> row.count("acked") == 0);
      assertThat(after).anyMatch(row -> row.count("attempted") > 0);
      assertInvalid(result, "slave ended with exit code 137 (SIGKILL)");
      assertFailuresAreNamed(result);
      Accounts accounts = Accounts.of(result).assertEveryMessageHasOneOutcome();
      // The master is up and can be queried.
      assertThat(accounts.brokerCount())
          .isBetween(accounts.acked(), accounts.acked() + accounts.unknown());
    }
  }

  @Test
  void theRunOutlivesItsMasterAndKeepsWhatWasMeasured() throws Exception {
    try (Bench bench = start("--set cluster.topology=1m")) {
      ResultDirectory running = bench.awaitMeasured("acked", 200);
      kill(bench, "master");
      int rowsAtDeath = running.rows().size();
      long ackedAtDeath = running.sum("acked");

      ResultDirectory result = endAfterFailures(bench, running, rowsAtDeath);
      List<Row> rows = result.rows();
      assertThat(rows.subList(rowsAtDeath + 1, rows.size()))
          .allMatch(row -> row.count("acked") == 0)
          .anyMatch(row -> row.count("attempted") > 0);
      assertInvalid(result, "master ended with exit code 137 (SIGKILL)");
      assertFailuresAreNamed(result);
      Accounts accounts = Accounts.of(result).assertEveryMessageHasOneOutcome();
      assertThat(accounts.acked()).isGreaterThanOrEqualTo(ackedAtDeath).isPositive();
      assertThat(accounts.audit().path("unasked").asText()).isNotEmpty();
      assertThat(accounts.audit().path("agreesWithBroker").asBoolean()).isFalse();
      assertThat(result.latencies("service").getTotalCount()).isPositive();
      assertThat(result.latencies("warmup.service").getTotalCount()).isPositive();
      assertThat(result.path().resolve("logs").resolve("master"))
          .isDirectoryRecursivelyContaining("glob:**/console.log")
          .isDirectoryRecursivelyContaining("glob:**/*.conf");
    }
  }

  /** Starts a load without an end. */
  private Bench start(String flags) throws IOException {
    return Bench.start(home, ("-w 8 -s 512 --warmup 1s --duration 0 " + flags).split(" ", -1));
  }

  /** Ends the load some seconds after the death of a node, in which sends failed. */
  private static ResultDirectory endAfterFailures(
      Bench bench, ResultDirectory running, int rowsAtDeath) throws Exception {
    bench.await(
        () -> {
          List<Row> rows = running.rows();
          return rows.size() > rowsAtDeath + 3
              && rows.stream()
                  .skip(rowsAtDeath + 1L)
                  .anyMatch(row -> row.count("unknown") + row.count("rejected") > 0);
        });
    bench.signal("INT");
    return bench.end().endedWith(130).result();
  }

  private static void kill(Bench bench, String role) throws Exception {
    ProcessHandle node = bench.processes().node(role);
    Processes.signal("KILL", node);
    await().atMost(DEATH).until(() -> !node.isAlive());
  }

  private static void assertInvalid(ResultDirectory result, String reason) {
    assertThat(result.name()).endsWith(".INVALID");
    assertThat(result.json().at("/verdict/status").asText()).isEqualTo("invalid");
    assertThat(result.reasons()).anyMatch(each -> each.contains(reason));
  }

  private static void assertFailuresAreNamed(ResultDirectory result) {
    JsonNode sends = result.json().path("sends");
    List<String> kinds = new ArrayList<>();
    sends.path("unknown").fieldNames().forEachRemaining(kinds::add);
    sends.path("rejected").fieldNames().forEachRemaining(kinds::add);
    assertThat(kinds).isNotEmpty().allMatch(kind -> !kind.matches(UNNAMED), "has a name");
  }
}
