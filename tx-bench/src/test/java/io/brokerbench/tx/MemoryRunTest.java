package io.brokerbench.tx;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.brokerbench.testkit.Execution;
import io.brokerbench.testkit.Tool;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole command with the broker in memory. */
final class MemoryRunTest {

  private static final Tool TPRODUCER = new Tool(TransactionProducerMain::command);

  private static final String ROCKETMQ_LINE =
      "Current Time: \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d,\\d{3} \\| Send TPS: +\\d+ \\| Max"
          + " RT\\(ms\\): +\\d+ \\| AVG RT\\(ms\\): \\d+\\.\\d \\| Send Failed: \\d+ \\| Check:"
          + " \\d+ \\| UnexpectedCheck: 0 \\| DuplicatedCheck: 0";
  private static final String OURS =
      " \\| service p50 .* \\| response p50 .* \\| halfSend p50 .* \\| endTransaction p50 .* \\|"
          + " endToEnd p50 .* \\|"
          + " received .*/s \\| sent .*/s \\| in flight \\d+";

  private final Path output;

  MemoryRunTest(@TempDir Path output) {
    this.output = output;
  }

  @Test
  void everyTransactionEndsAsItWasToEnd() throws IOException {
    Execution run =
        TPRODUCER.send(
            1000,
            output,
            "-w",
            "4",
            "-sr",
            "0.2",
            "-su",
            "0.3",
            "-cr",
            "0.5",
            "--rate",
            "1000/s",
            "-ri=1000");
    JsonNode json = Execution.json(output);
    JsonNode transactions = json.at("/transactions");
    long committed = transactions.at("/committed").asLong();
    long rolledBack = transactions.at("/rolledBack").asLong();
    long unknown = transactions.at("/unknown").asLong();
    assertThat(committed + rolledBack + unknown).isEqualTo(1000);
    assertThat(rolledBack).isBetween(150L, 250L);
    assertThat(unknown).isBetween(250L, 350L);
    assertThat(transactions.at("/checkedRolledBack").asLong())
        .isBetween(unknown * 2 / 5, unknown * 3 / 5);
    assertThat(transactions.at("/unresolved").asLong()).isZero();
    assertThat(transactions.at("/checkBacks").asLong()).isEqualTo(unknown);
    assertThat(json.at("/audit/delivered").asLong())
        .isEqualTo(committed + transactions.at("/checkedCommitted").asLong());
    assertThat(json.at("/audit/lost").asLong()).isZero();
    assertThat(json.at("/audit/phantom").asLong()).isZero();
    assertThat(run.out().lines().filter(line -> line.startsWith("Current Time")))
        // On a busy machine a second may pass without any, and without an average.
        .allSatisfy(
            line -> assertThat(line.replace("NaN", "0.0")).matches(ROCKETMQ_LINE + " \\| .*"))
        .anySatisfy(line -> assertThat(line).matches(ROCKETMQ_LINE + OURS))
        .anySatisfy(line -> assertThat(line).containsPattern("Check: [1-9]"));
  }

  @Test
  void defaultsAreTheOriginalsWithConsumersBeside() throws IOException {
    TPRODUCER.send(64, output);
    JsonNode json = Execution.json(output);
    assertThat(json.at("/name").asText()).isEqualTo("tproducer");
    JsonNode workload = json.at("/workload");
    assertThat(workload.at("/load/threads").asText()).isEqualTo("32");
    assertThat(workload.at("/load/pause").asText()).isEqualTo("0");
    assertThat(workload.at("/message/size").asText()).isEqualTo("2048");
    assertThat(workload.at("/transaction/enabled").asText()).isEqualTo("true");
    assertThat(workload.at("/transaction/send-rollback").asText()).isEqualTo("0");
    assertThat(workload.at("/transaction/check-unknown").asText()).isEqualTo("0");
    assertThat(workload.at("/consume/threads").asText()).isEqualTo("4");
    assertThat(json.at("/transactions/committed").asLong()).isEqualTo(64);
    assertThat(json.at("/audit/delivered").asLong()).isEqualTo(64);
  }

  @Test
  void aThreadSleepsBetweenItsSends() throws IOException {
    TPRODUCER.send(5, output, "-w", "1", "-i", "100");
    JsonNode json = Execution.json(output);
    assertThat(json.at("/throughput/loop").asText()).isEqualTo("closed");
    // Four sleeps lie between five sends; the run ends with the last send.
    assertThat(json.at("/throughput/measuredSeconds").asDouble()).isGreaterThanOrEqualTo(0.4);
  }

  @Test
  void flagsAreSettings() throws IOException {
    TPRODUCER.send(
        8, output, "--w=2", "-s=64", "-cu", "0.1", "--work", "1ms..2ms", "--consumers", "0");
    JsonNode json = Execution.json(output);
    JsonNode workload = json.at("/workload");
    assertThat(workload.at("/load/threads").asText()).isEqualTo("2");
    assertThat(workload.at("/message/size").asText()).isEqualTo("64");
    assertThat(workload.at("/transaction/check-unknown").asText()).isEqualTo("0.1");
    assertThat(workload.at("/transaction/work").asText()).isEqualTo("1ms..2ms");
    assertThat(workload.at("/consume/threads").asText()).isEqualTo("0");
    assertThat(json.at("/audit/delivered").isNull()).isTrue();
    assertThat(json.at("/latency/localTransaction/p50Nanos").isNull()).isTrue();
    assertThat(json.at("/latency/localTransaction/meanNanos").asLong()).isGreaterThan(1_000_000);
  }
}
