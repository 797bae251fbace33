package io.brokerbench.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.brokerbench.document.Headline.Figure;
import io.brokerbench.page.RunDocument;
import io.brokerbench.testkit.Entries;
import io.brokerbench.testkit.Execution;
import io.brokerbench.testkit.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The whole command with the broker in memory. */
final class MemoryRunTest {

  private static final Tool CONSUMER = new Tool(ConsumerMain::command);

  private static final String ROCKETMQ_LINE =
      "Current Time: \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d,\\d{3} \\| Consume TPS: \\d+ \\|"
          + " AVG\\(B2C\\) RT\\(ms\\): +\\d+\\.\\d{3} \\| AVG\\(S2C\\) RT\\(ms\\): +\\d+\\.\\d{3}"
          + " \\| MAX\\(B2C\\) RT\\(ms\\): \\d+ \\| MAX\\(S2C\\) RT\\(ms\\): \\d+ \\| Consume"
          + " Fail: \\d+";
  private static final String OURS =
      " \\| b2c p50 .* \\| s2c p50 .* \\| endToEnd p50 .* p99 .* p99\\.9 .* \\| received"
          + " .*/s \\| behind \\d+ \\| sent .*/s \\| in flight \\d+";

  private final Path output;

  MemoryRunTest(@TempDir Path output) {
    this.output = output;
  }

  @Test
  void whatWasSentIsReceivedAndToldInRocketMqsFormatWithOursBehind() throws IOException {
    Execution run =
        CONSUMER.send(1000, output, "--rate", "1000/s", "--producers", "2", "-ri", "1000");
    JsonNode json = Execution.json(output);
    assertThat(json.at("/audit/acked").asLong()).isEqualTo(1000);
    assertThat(json.at("/audit/delivered").asLong()).isEqualTo(1000);
    assertThat(json.at("/audit/lost").asLong()).isZero();
    assertThat(json.at("/audit/duplicated").asLong()).isZero();
    assertThat(json.at("/audit/reordered").asLong()).isZero();
    assertThat(json.at("/consumption/messages").asLong()).isEqualTo(1000);
    assertThat(json.at("/consumption/deliveries").asLong()).isEqualTo(1000);
    assertThat(json.at("/latency/endToEnd/count").asLong()).isEqualTo(1000);
    assertThat(run.out()).contains("1,000 delivered, 0 lost");
    assertThat(run.out().lines().filter(line -> line.startsWith("Current Time")))
        // On a busy machine a second may pass without any, and without an average.
        .allSatisfy(
            line -> assertThat(line.replace("NaN", "0.000")).matches(ROCKETMQ_LINE + " \\| .*"))
        .anySatisfy(line -> assertThat(line).matches(ROCKETMQ_LINE + OURS));
  }

  @Test
  void defaultsAreTheOriginalsWithProducersBeside() throws IOException {
    CONSUMER.send(160, output);
    JsonNode json = Execution.json(output);
    assertThat(json.at("/name").asText()).isEqualTo("consumer");
    JsonNode workload = json.at("/workload");
    assertThat(workload.at("/consume/threads").asText()).isEqualTo("20");
    assertThat(workload.at("/consume/group").asText()).isEqualTo("benchmark_consumer");
    assertThat(workload.at("/consume/from").asText()).isEqualTo("last");
    assertThat(workload.at("/load/threads").asText()).isEqualTo("16");
    assertThat(workload.at("/message/size").asText()).isEqualTo("1024");
  }

  @Test
  void resultAndReportHaveTheTopicsAndTheirShares() throws IOException {
    Execution run =
        CONSUMER.send(300, output, "--set", "topic.count=3", "--set", "topic.shares=70%, 20%, 10%");
    JsonNode json = Execution.json(output);
    assertThat(json.at("/workload/topic/count").asText()).isEqualTo("3");
    assertThat(json.at("/workload/topic/shares").asText()).isEqualTo("70%, 20%, 10%");
    assertThat(json.at("/audit/delivered").asLong()).isEqualTo(300);
    assertThat(run.out()).contains("3 topics, shares: 70%, 20%, 10%");
    assertThat(RunDocument.of(Entries.only(output)).headline().figures())
        .contains(new Figure("topics", "3, shares: 70%, 20%, 10%"));
  }

  @Test
  void flagsAreSettings(@TempDir Path elsewhere) throws IOException {
    Path expression = Files.writeString(elsewhere.resolve("expression"), "tag1 || tag3\n");
    CONSUMER.send(
        40,
        output,
        "-w=3",
        "--group",
        "g-1",
        "-f",
        "TAG",
        "-e",
        expression.toString(),
        "--set",
        "message.tags=4",
        "--from=first",
        "--clients",
        "2",
        "--producers=4",
        "--size",
        "64",
        "--work",
        "exp(1us)");
    JsonNode workload = Execution.json(output).at("/workload");
    assertThat(workload.at("/consume/threads").asText()).isEqualTo("3");
    assertThat(workload.at("/consume/group").asText()).isEqualTo("g-1");
    assertThat(workload.at("/consume/filter/type").asText()).isEqualTo("tag");
    assertThat(workload.at("/consume/filter/expression").asText().strip())
        .isEqualTo("tag1 || tag3");
    assertThat(workload.at("/consume/from").asText()).isEqualTo("first");
    assertThat(workload.at("/consume/clients").asText()).isEqualTo("2");
    assertThat(workload.at("/consume/work").asText()).isEqualTo("exp(1us)");
    assertThat(workload.at("/load/threads").asText()).isEqualTo("4");
    assertThat(workload.at("/message/size").asText()).isEqualTo("64");
  }

  @ParameterizedTest
  @ValueSource(strings = {"true", "false"})
  void aGroupMayHaveANumber(String numbered) throws IOException {
    CONSUMER.send(20, output, "-p", numbered);
    assertThat(Execution.json(output).at("/workload/consume/group").asText())
        .matches(numbered.equals("true") ? "benchmark_consumer_\\d{1,2}" : "benchmark_consumer");
  }

  @Test
  void whatIsAskedForAgainComesAgainAndIsNoDuplicate() throws IOException {
    Execution run = CONSUMER.send(1000, output, "-r", "0.2", "--rate", "1000/s", "-ri", "1000");
    JsonNode json = Execution.json(output);
    long postponed = json.at("/consumption/postponed").asLong();
    assertThat(postponed).isBetween(150L, 350L);
    assertThat(json.at("/consumption/redelivered").asLong()).isLessThanOrEqualTo(postponed);
    assertThat(json.at("/audit/delivered").asLong()).isEqualTo(1000);
    assertThat(json.at("/audit/duplicated").asLong()).isZero();
    assertThat(run.out()).containsPattern("Consume Fail: [1-9]");
  }

  @Test
  void aBacklogIsBuiltBeforeConsumptionBegins() throws IOException {
    CONSUMER.send(1000, output, "--rate", "1000/s", "--backlog", "300");
    JsonNode json = Execution.json(output);
    assertThat(json.at("/consumption/backlog/messages").asLong()).isBetween(300L, 1000L);
    assertThat(json.at("/audit/delivered").asLong()).isEqualTo(1000);
  }
}
