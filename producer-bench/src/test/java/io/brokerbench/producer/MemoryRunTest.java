package io.brokerbench.producer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.brokerbench.command.ExitCode;
import io.brokerbench.testkit.Entries;
import io.brokerbench.testkit.Execution;
import io.brokerbench.testkit.FreePort;
import io.brokerbench.testkit.Tool;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The whole command with the broker in memory. */
final class MemoryRunTest {

  private static final Tool PRODUCER = new Tool(ProducerMain::command);
  private static final Tool BATCH_PRODUCER = new Tool(BatchProducerMain::command);

  private static final String ROCKETMQ_LINE =
      "Current Time: \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d,\\d{3} \\| Send TPS: \\d+ \\| Max"
          + " RT\\(ms\\): \\d+ \\| Average RT\\(ms\\): +\\d+\\.\\d{3} \\| Send Failed: \\d+ \\|"
          + " Response Failed: \\d+";

  private final Path output;

  MemoryRunTest(@TempDir Path output) {
    this.output = output;
  }

  @Test
  void aRunWritesADirectoryAndSaysWhatItFound() throws IOException {
    Execution run = run("-q", "1000", "-w=4", "--s=64", "--rate", "2000/s", "--name", "n").ran();
    Path directory = Entries.only(output);
    assertThat(directory.getFileName().toString())
        .matches("\\d{8}T\\d{6}Z-n(\\.SUSPECT|\\.INVALID)?");
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .contains("run.json", "latency.hlog", "intervals.csv", "workload.yaml");
    }
    JsonNode json = Execution.json(output);
    assertThat(json.at("/sends/attempted").asLong()).isEqualTo(1000);
    assertThat(json.at("/audit/brokerCount").asLong()).isEqualTo(1000);
    assertThat(json.at("/workload/load/threads").asText()).isEqualTo("4");
    assertThat(json.at("/workload/message/size").asText()).isEqualTo("64");
    assertThat(json.at("/command").asText())
        .startsWith("producer --driver memory")
        .contains("-q 1000 -w=4 --s=64 --rate 2000/s --name n");
    String status = json.at("/verdict/status").asText();
    assertThat(run.code())
        .isEqualTo(status.equals("valid") ? ExitCode.VALID : ExitCode.RUN_INVALID);
    assertThat(run.out())
        .contains("1,000 attempted, 1,000 acknowledged {OK=1000}")
        .containsIgnoringCase(status)
        .contains("the brokers hold 1,000 of 1,000 acknowledged (whole run): agrees")
        .contains(directory.toString());
  }

  @Test
  void linesAreInRocketMqsFormatWithOursBehind() {
    String out = run("-q", "1000", "-ri", "1000", "--rate", "1000/s", "-w", "2").ran().out();
    List<String> lines = out.lines().filter(line -> line.startsWith("Current Time")).toList();
    assertThat(lines)
        .isNotEmpty()
        .allSatisfy(
            line ->
                assertThat(whateverItHad(line))
                    .matches(
                        ROCKETMQ_LINE
                            + " \\| service p50 .* p99 .* p99\\.9 .* \\| sent .*/s \\| in flight"
                            + " \\d+"))
        .anySatisfy(line -> assertThat(line).matches(ROCKETMQ_LINE + ".* \\| response p50 .*"));
    assertThat(out.lines().filter(line -> line.startsWith("[Complete]")))
        .singleElement()
        .asString()
        .matches(
            "\\[Complete\\] Send Total: 1000 \\| Send TPS: \\d+ \\| Max RT\\(ms\\): \\d+ \\| Average"
                + " RT\\(ms\\): +\\d+\\.\\d{3} \\| Send Failed: 0 \\| Response Failed: 0");
  }

  @Test
  void theLastLineOfOneWaySendsHasTheRateAtWhichTheyWereSent() {
    String out = run("-q", "200", "--rate", "200/s", "--set=load.mode=oneway").ran().out();
    assertThat(out.lines().filter(line -> line.startsWith("[Complete]")))
        .singleElement()
        .asString()
        .containsPattern("Send Total: 200 \\| Send TPS: [1-9]\\d* ");
  }

  /** On a busy machine there may be none in a second, and no average. */
  private static String whateverItHad(String line) {
    return line.replace("NaN", "0.000");
  }

  @Test
  void batchProducersLineIsItsOwn() {
    Execution run =
        BATCH_PRODUCER.inMemory(
            "-w",
            "2",
            "-ri",
            "1000",
            "--out",
            output.toString(),
            "--rate",
            "320/s",
            "--set",
            "load.messages=320",
            "--set",
            "load.duration=0",
            "--warmup",
            "0");
    String line =
        "Send TPS: \\d+ \\| Send MPS: \\d+ \\| Max RT\\(ms\\): \\d+ \\| Average"
            + " RT\\(ms\\): +\\d+\\.\\d{3} \\| Average Message RT\\(ms\\):"
            + " +\\d+\\.\\d{3} \\| Send Failed: 0 \\| Send Message Failed: 0";
    assertThat(run.ran().out().lines().filter(each -> each.startsWith("Current Time")))
        .isNotEmpty()
        .allSatisfy(each -> assertThat(whateverItHad(each)).containsPattern(line))
        .anySatisfy(each -> assertThat(each).containsPattern(line));
    assertThat(run.out()).contains("320 attempted, 320 acknowledged");
  }

  @Test
  void aLowRateThatIsMissedIsInvalidHoweverManySendersThereAre() throws IOException {
    Execution run =
        run(
            "--rate=20/s",
            "-w=64",
            "-y=true",
            "--in-flight=1",
            "--warmup=0",
            "--duration=2s",
            "--set=memory.service-rate=10/s");
    assertThat(run.code()).isEqualTo(ExitCode.RUN_INVALID);
    assertThat(Execution.json(output).at("/verdict/status").asText()).isEqualTo("invalid");
    assertThat(Execution.json(output).at("/verdict/reasons"))
        .anySatisfy(
            reason ->
                assertThat(reason.path("text").asText())
                    .matches("achieved .*/s of the offered 20.0/s; limit is 99.0 %"));
  }

  @Test
  void repeatsAreShownInATableAndAllOnDisk() throws IOException {
    Execution run = run("-q", "200", "-w", "2", "--repeat", "2").ran();
    assertThat(run.out())
        .containsPattern("run +acked/s +p50 +p99 +verdict +result")
        .containsPattern("\n1 +[\\d,]+ .*-producer")
        .containsPattern("\n2 +[\\d,]+ .*-producer")
        .containsPattern("\nmedian [\\d,]+ msg/s, from [\\d,]+ to [\\d,]+");
    assertThat(Entries.of(output)).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-w 3", "--w=3"})
  void everySpellingOfAFlagSetsTheSame(String args) throws IOException {
    run(Stream.concat(Stream.of("-q", "30"), Stream.of(args.split(" "))).toArray(String[]::new))
        .ran();
    assertThat(Execution.json(output).at("/workload/load/threads").asText()).isEqualTo("3");
  }

  @Test
  void aQuantityEndsTheRunAndTakesTheWarmupAway() throws IOException {
    run("-q", "30", "-w", "2").ran();
    JsonNode json = Execution.json(output);
    assertThat(json.at("/workload/load/duration").asText()).isEqualTo("0");
    assertThat(json.at("/workload/load/warmup").asText()).isEqualTo("0");
    assertThat(json.at("/sends/attempted").asLong()).isEqualTo(30);
  }

  @Test
  void aLoadThatEndsInItsWarmupHasASummaryAndAPage() throws IOException {
    Execution run = run("-q", "30", "-w", "2", "--warmup", "60s");
    assertThat(run.code()).isEqualTo(ExitCode.RUN_INVALID);
    assertThat(run.out()).contains("\nINVALID ").contains("\nresult ");
    assertThat(run.err()).doesNotContain("bug");
    assertThat(Entries.only(output).resolve("report.html")).exists();
  }

  @Test
  void asynchronousSendsHaveOneThreadUnlessMoreAreAskedFor() throws IOException {
    run("-q", "30", "-y", "true").ran();
    JsonNode json = Execution.json(output);
    assertThat(json.at("/workload/load/mode").asText()).isEqualTo("async");
    assertThat(json.at("/workload/load/threads").asText()).isEqualTo("1");
  }

  @Test
  void aSettingGoesOverAFlagAndAFlagOverTheFile(@TempDir Path elsewhere) throws IOException {
    Path file =
        Files.writeString(
            elsewhere.resolve("w.yaml"),
            "load:\n  threads: 2\n  messages: 40\nmessage:\n  size: 50\n  batch: 2\nname: f\n");
    run("--workload", file.toString(), "-w", "3", "-s", "60", "--set", "message.size=70").ran();
    JsonNode json = Execution.json(output);
    assertThat(json.at("/name").asText()).isEqualTo("f");
    assertThat(json.at("/workload/load/threads").asText()).isEqualTo("3");
    assertThat(json.at("/workload/message/size").asText()).isEqualTo("70");
    assertThat(json.at("/workload/message/batch").asText()).isEqualTo("2");
    assertThat(json.at("/sends/attempted").asLong()).isEqualTo(40);
  }

  @Test
  void oneWaySendsAreNoFailures() throws IOException {
    Execution run =
        run("-q", "100", "-w", "1", "--set", "load.mode=oneway", "--rate", "100/s", "-ri", "1000")
            .ran();
    JsonNode json = Execution.json(output);
    assertThat(json.at("/sends/unknown/client-oneway").asLong()).isEqualTo(100);
    assertThat(json.at("/audit/agreesWithBroker").asBoolean()).isTrue();
    assertThat(run.out()).contains("| Send Failed: 0 | Response Failed: 0 |");
  }

  @Test
  void metersAreServedWhileItRuns() throws Exception {
    int port = FreePort.choose();
    CompletableFuture<Execution> run =
        CompletableFuture.supplyAsync(
            () ->
                run(
                    "--rate",
                    "300/s",
                    "-w",
                    "1",
                    "--warmup",
                    "0",
                    "--duration",
                    "10s",
                    "--metrics-port",
                    Integer.toString(port)));
    await()
        .atMost(Duration.ofMinutes(2))
        .ignoreException(ConnectException.class)
        .untilAsserted(
            () ->
                assertThat(scrape(port))
                    .containsPattern("brokerbench_messages_attempted_total [1-9]")
                    .containsPattern("brokerbench_messages_total\\{outcome=\"acked\"\\} [1-9]")
                    .contains("brokerbench_in_flight_messages ")
                    .contains("brokerbench_service_seconds{quantile=\"0.99\"}")
                    .contains("brokerbench_response_seconds{quantile=\"0.99\"}")
                    .contains("brokerbench_process_cpu_seconds_total{process=\"generator\"}"));
    run.join().ran();
    assertThat(Execution.json(output).at("/sends/attempted").asLong()).isEqualTo(3000);
  }

  private Execution run(String... args) {
    return PRODUCER.inMemory(
        Stream.concat(Stream.of("--out", output.toString()), Stream.of(args))
            .toArray(String[]::new));
  }

  private static String scrape(int port) throws IOException, InterruptedException {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/metrics")).build(),
            HttpResponse.BodyHandlers.ofString())
        .body();
  }
}
