package io.brokerbench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Driver;
import io.brokerbench.driver.memory.MemoryScript;
import io.brokerbench.driver.memory.MemoryScript.Stall;
import io.brokerbench.measurement.TestResult;
import io.brokerbench.record.LatencyRecorder;
import io.brokerbench.record.MessageHeader;
import io.brokerbench.results.Latency;
import io.brokerbench.results.Metric;
import io.brokerbench.results.Throughput;
import io.brokerbench.results.Throughput.WarmupEnd;
import io.brokerbench.results.Verdict;
import io.brokerbench.results.Verdict.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class BenchmarkRunTest {

  private final Path output;

  BenchmarkRunTest(@TempDir Path output) {
    this.output = output;
  }

  @ParameterizedTest
  @ValueSource(strings = {"sync", "async"})
  void aRunWithNothingAmissIsValidAndWhole(String mode) throws Exception {
    TestRun run =
        new TestRun(
            output,
            "load.mode=" + mode,
            "load.rate=500/s",
            "load.messages=1500",
            "load.duration=0",
            "load.threads=3");
    Verdict verdict = run.with(MemoryScript.honest());
    assertThat(verdict.texts()).isEmpty();
    assertThat(verdict.status()).isEqualTo(Status.VALID);
    assertThat(run.cluster.closes).hasValue(1);
    assertThat(run.directory().getFileName().toString()).matches("\\d{8}T\\d{6}Z-producer");
    JsonNode json = run.json();
    assertThat(json.at("/sends/attempted").asLong()).isEqualTo(1500);
    assertThat(json.at("/sends/acked").asLong()).isEqualTo(1500);
    assertThat(json.at("/audit/brokerCount").asLong()).isEqualTo(1500);
    assertThat(json.at("/throughput/offeredPerSecond").asDouble())
        .isEqualTo(json.at("/throughput/achievedPerSecond").asDouble());
    for (Metric metric : TestResult.SENDING) {
      assertThat(json.at("/latency/" + metric.label() + "/count").asLong()).isEqualTo(1500);
      assertThat(logged(run.directory(), metric).getTotalCount()).isEqualTo(1500);
    }
    assertThat(run.directory().resolve("logs")).doesNotExist();
  }

  @Test
  void theResultIsWrittenIfItsSessionCannotBeClosed() throws Exception {
    TestRun run = new TestRun(output, "load.rate=500/s", "load.messages=1500", "load.duration=0");
    Driver driver =
        (cluster, seat, progress) ->
            LyingSession.beforeClose(
                run.session(MemoryScript.honest()),
                () -> {
                  throw new IllegalStateException("the topic is still there");
                });
    assertThatThrownBy(() -> run.with(driver))
        .hasMessage(
            "the result is in %s, but not everything could be closed: %s",
            run.directory(), "the topic is still there");
    assertThat(run.json().at("/audit/done").asBoolean()).isTrue();
    assertThat(run.json().at("/verdict/status").asText()).isEqualTo("valid");
    assertThat(run.directory().getFileName().toString()).matches("\\d{8}T\\d{6}Z-producer");
    assertThat(run.cluster.closes).hasValue(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"uniform", "poisson"})
  void whatIsDueEndsWithTheMessages(String arrivals) throws Exception {
    TestRun run =
        new TestRun(
            output,
            "load.arrivals=" + arrivals,
            "load.rate=500/s",
            "load.messages=1500",
            "load.warmup=1s",
            "load.duration=0",
            "load.threads=3");
    run.with(MemoryScript.honest());
    Throughput throughput = run.result().throughput();
    assertThat(Objects.requireNonNull(throughput.offeredPerSecond()) * throughput.measuredSeconds())
        .isCloseTo((double) run.result().sends().attempted(), within(1e-6));
  }

  @Test
  void beforeTheAuditTheResultIsOnDiskAndSaysThatItIsNotAudited() throws Exception {
    List<JsonNode> drafts = new ArrayList<>();
    TestRun run =
        new TestRun(
            output,
            "load.rate=500/s",
            "load.messages=1500",
            "load.duration=0",
            "consume.threads=1",
            "load.threads=3");
    run.eachStep(
            (running, step) -> {
              if (step.startsWith("comparing")) {
                drafts.add(awaitDraft());
              }
            })
        .with(MemoryScript.honest());
    JsonNode draft = drafts.get(0);
    assertThat(draft.at("/audit/done").asBoolean(true)).isFalse();
    assertThat(draft.at("/verdict/status").asText()).isEqualTo("invalid");
    assertThat(draft.at("/verdict/reasons")).hasSize(1);
    assertThat(draft.at("/verdict/reasons/0/text").asText()).startsWith("audit not done");
    JsonNode json = run.json();
    assertThat(json.at("/audit/done").asBoolean()).isTrue();
    for (String field :
        List.of(
            "/name",
            "/startedAt",
            "/workload",
            "/throughput",
            "/latency",
            "/sends",
            "/audit/delivered",
            "/audit/lost",
            "/consumption")) {
      assertThat(draft.at(field)).as(field).isEqualTo(json.at(field));
    }
    assertThat(run.directory()).isDirectoryNotContaining("glob:**.tmp");
  }

  /** The one with what was held against the consumers: its thread may need a while. */
  private JsonNode awaitDraft() {
    return await()
        .atMost(Duration.ofMinutes(2))
        .ignoreExceptions()
        .until(this::json, json -> json.at("/audit/delivered").isNumber());
  }

  /** Of the only run, whatever its directory is called now. */
  private JsonNode json() throws IOException {
    try (Stream<Path> files = Files.walk(output)) {
      Path file = files.filter(each -> each.endsWith("run.json")).findFirst().orElseThrow();
      return new ObjectMapper().readTree(file.toFile());
    }
  }

  @Test
  void theIntervalsTogetherAreTheWhole() throws Exception {
    TestRun run = new TestRun(output, "load.rate=200/s", "load.warmup=2s", "load.duration=3s");
    run.with(MemoryScript.honest().withServiceNanos(i -> 1_000_000));
    long attempted = run.result().audit().attempted();
    assertThat(run.result().sends().attempted()).isEqualTo(600);
    assertThat(attempted).isEqualTo(1000);
    assertThat(
            run.intervals.stream()
                .mapToLong(
                    each -> each.after().sends().attempted() - each.before().sends().attempted())
                .sum())
        .isEqualTo(attempted);
    assertThat(
            run.intervals.stream()
                .map(
                    each ->
                        each.measured()
                            .getOrDefault(Metric.RESPONSE, LatencyRecorder.emptyHistogram()))
                .mapToLong(Histogram::getTotalCount)
                .sum())
        .isEqualTo(600);
    assertThat(Files.readAllLines(run.directory().resolve("intervals.csv")))
        .hasSize(run.intervals.size() + 1);
    Latency response = Objects.requireNonNull(run.result().latency().get(Metric.RESPONSE));
    // What is in the log, in run.json and in the result is one and the same.
    Histogram log = logged(run.directory(), Metric.RESPONSE);
    assertThat(log.getTotalCount()).isEqualTo(600);
    assertThat(log.getMaxValue()).isEqualTo(response.maxNanos());
    assertThat(run.json().at("/latency/response/maxNanos").asLong()).isEqualTo(response.maxNanos());
    assertThat(run.json().at("/throughput/warmupSeconds").asDouble()).isCloseTo(2, within(1e-9));
    assertThat(run.json().at("/throughput/measuredSeconds").asDouble()).isCloseTo(3, within(1e-9));
  }

  private static Histogram logged(Path directory, Metric metric) throws IOException {
    Histogram sum = LatencyRecorder.emptyHistogram();
    try (HistogramLogReader reader =
        new HistogramLogReader(directory.resolve("latency.hlog").toFile())) {
      EncodableHistogram next = reader.nextIntervalHistogram();
      while (next != null) {
        if (metric.label().equals(next.getTag())) {
          sum.add((Histogram) next);
        }
        next = reader.nextIntervalHistogram();
      }
    }
    return sum;
  }

  @Test
  void lostMessagesAreFoundAndCounted() throws Exception {
    TestRun run = new TestRun(output, "load.messages=600", "load.duration=0");
    Verdict verdict = run.with(MemoryScript.honest().losing(i -> i % 100 == 7));
    assertThat(verdict.status()).isEqualTo(Status.INVALID);
    assertThat(verdict.texts())
        .containsExactly(
            "the brokers hold 594 messages; 600 were acknowledged and 0 more are unknown");
    assertThat(run.directory().toString()).endsWith("-producer.INVALID");
    assertThat(run.json().at("/audit/agreesWithBroker").asBoolean()).isFalse();
    assertThat(run.json().at("/verdict/status").asText()).isEqualTo("invalid");
  }

  @Test
  void duplicatedMessagesAreFoundAndCounted() throws Exception {
    TestRun run = new TestRun(output, "load.messages=600", "load.duration=0");
    Verdict verdict = run.with(MemoryScript.honest().duplicating(i -> i % 200 == 3));
    assertThat(verdict.status()).isEqualTo(Status.INVALID);
    assertThat(verdict.texts())
        .containsExactly(
            "the brokers hold 603 messages; 600 were acknowledged and 0 more are unknown");
  }

  @Test
  void aBrokerTooSlowForTheOfferedRateIsFound() throws Exception {
    TestRun run =
        new TestRun(output, "load.rate=100/s", "load.duration=2s", "limits.achieved=0.99");
    // Two threads at 50 ms a message manage 40/s.
    Verdict verdict = run.with(MemoryScript.honest().withServiceNanos(i -> 50_000_000));
    assertThat(verdict.status()).isEqualTo(Status.INVALID);
    assertThat(verdict.texts()).singleElement().asString().contains("of the offered 100/s");
    assertThat(run.json().at("/throughput/achievedPerSecond").asDouble()).isLessThanOrEqualTo(40);
    assertThat(run.json().at("/throughput/offeredPerSecond").asDouble()).isEqualTo(100);
  }

  @Test
  void aStopAtHalfTimeLeavesAWholeResultMarkedAsCutShort() throws Exception {
    TestRun run = new TestRun(output, "load.rate=200/s", "load.duration=1000s");
    run.eachSecond(
        running -> {
          if (run.last().after().sends().attempted() > 0) {
            running.stop();
          }
        });
    Verdict verdict = run.with(MemoryScript.honest());
    assertThat(verdict.status()).isEqualTo(Status.SUSPECT);
    assertThat(verdict.texts())
        .singleElement()
        .asString()
        .startsWith("cut short by a signal after ");
    assertThat(run.directory().toString()).endsWith(".SUSPECT");
    assertThat(run.json().at("/sends/attempted").asLong()).isPositive();
    assertThat(run.json().at("/sends/acked").asLong())
        .isEqualTo(run.json().at("/sends/attempted").asLong());
    assertThat(run.json().at("/audit/agreesWithBroker").asBoolean()).isTrue();
    assertThat(run.json().at("/throughput/measuredSeconds").asDouble()).isLessThan(1000);
    assertThat(run.directory().resolve("intervals.csv")).isNotEmptyFile();
    assertThat(run.cluster.closes).hasValue(1);
  }

  @Test
  void aStopBeforeTheLoadMeasuresNothing() {
    TestRun run = new TestRun(output, "load.duration=1s");
    assertThatThrownBy(
            () ->
                run.with(
                    (cluster, seat, progress) -> {
                      Thread.currentThread().interrupt();
                      throw new InterruptedException("stopped");
                    }))
        .isInstanceOf(InterruptedException.class);
    assertThat(run.cluster.closes).hasValue(1);
    assertThat(output).isEmptyDirectory();
  }

  @Test
  void aClusterThatFailsInMidRunDoesNotEndItAndIsTold() throws Exception {
    TestRun run = new TestRun(output, "load.rate=200/s", "load.duration=4s");
    run.cluster.failFromCheck = 2;
    Verdict verdict = run.with(MemoryScript.honest());
    assertThat(verdict.status()).isEqualTo(Status.INVALID);
    assertThat(verdict.texts())
        .singleElement()
        .asString()
        .matches("after \\d+ s: master ended with exit code 137");
    assertThat(run.json().at("/sends/attempted").asLong()).isEqualTo(800);
    assertThat(run.directory().resolve("logs/master/console.log")).hasContent("killed");
    assertThat(run.cluster.closes).hasValue(1);
  }

  @Test
  void anOutOfMemoryErrorInTheLogOfABrokerIsNotedWhereMessagesAreMissing() throws Exception {
    TestRun run =
        new TestRun(
            output,
            "load.messages=500",
            "load.duration=0",
            "load.threads=1",
            "consume.threads=1",
            "consume.drain=1s");
    run.cluster.log =
        """
        java.lang.IllegalStateException: no OutOfMemoryError
        2026-11-29 12:00:00 ERROR Timer - java.lang.OutOfMemoryError: Cannot reserve 9 bytes
        java.lang.OutOfMemoryError: Java heap space
        """;
    Verdict verdict =
        run.with(
            (cluster, seat, progress) ->
                LyingSession.withReceiver(
                    run.session(MemoryScript.honest()),
                    receiver ->
                        (body, queue, born, stored, attempt) ->
                            MessageHeader.read(body).orElseThrow().sequence() == 77
                                || receiver.receive(body, queue, born, stored, attempt)));
    assertThat(verdict.texts()).contains("1 acknowledged messages were never received");
    assertThat(verdict.notes())
        .contains("the log of master has: java.lang.OutOfMemoryError: Cannot reserve 9 bytes");
    assertThat(run.json().at("/verdict/notes").toString()).contains("Cannot reserve 9 bytes");
    assertThat(run.directory().resolve("logs/master/console.log")).exists();
  }

  @Test
  void aDriverThatFailsToConnectLeavesNothingBehind() {
    TestRun run = new TestRun(output, "load.duration=1s");
    assertThatThrownBy(
            () ->
                run.with(
                    (cluster, seat, progress) -> {
                      throw new BrokerException("no probe came back");
                    }))
        .isInstanceOf(BrokerException.class)
        .hasMessage("no probe came back");
    assertThat(run.cluster.closes).hasValue(1);
    assertThat(output).isEmptyDirectory();
  }

  @Test
  void resultsThatCannotBeWrittenEndTheRunAndTheCluster() throws IOException {
    TestRun run = new TestRun(output.resolve("results"), "load.duration=1s");
    Files.createFile(output.resolve("results"));
    assertThatThrownBy(() -> run.with(MemoryScript.honest())).isInstanceOf(IOException.class);
    assertThat(run.cluster.closes).hasValue(1);
  }

  @Test
  void aWarmupOfGivenLengthEndsByTime() throws Exception {
    TestRun run = new TestRun(output, "load.rate=100/s", "load.warmup=1s", "load.duration=1s");
    run.with(MemoryScript.honest());
    assertThat(run.result().throughput().warmupEndedBy()).isEqualTo(WarmupEnd.TIME);
    assertThat(run.result().sends().attempted()).isEqualTo(100);
  }

  @Test
  void aLoadThatNeverSettlesIsMeasuredFromTheLimitOnAndSaysSo() throws Exception {
    TestRun run =
        new TestRun(
            50,
            output,
            "load.rate=100/s",
            "load.warmup=auto",
            "load.warmup-limit=25s",
            "load.duration=2s",
            "load.settle=1s");
    Verdict verdict =
        run.with(
            MemoryScript.honest().withStalls(List.of(new Stall(0, TimeUnit.HOURS.toNanos(1)))));
    assertThat(verdict.notes())
        .singleElement()
        .asString()
        .startsWith("the warm-up ended at its limit (load.warmup-limit, ");
    assertThat(run.result().throughput().warmupEndedBy()).isEqualTo(WarmupEnd.LIMIT);
    assertThat(run.result().throughput().warmupSeconds()).isGreaterThan(25);
    assertThat(run.result().throughput().measuredSeconds()).isCloseTo(2, within(1e-6));
  }

  /**
   * The rate grows about sevenfold while it is measured, for so long that even a machine that skips
   * three of four reports leaves enough of them to judge.
   */
  @Test
  void aClosedLoopThatIsStillGettingFasterIsSuspect() throws Exception {
    TestRun run = new TestRun(output, "load.threads=20", "load.duration=120s", "limits.drift=0.05");
    Verdict verdict =
        run.with(
            MemoryScript.honest()
                .withServiceNanos(i -> TimeUnit.SECONDS.toNanos(2) * 600 / (600 + i)));
    assertThat(verdict.status())
        .as(run.json().at("/throughput").toString())
        .isEqualTo(Verdict.Status.SUSPECT);
    assertThat(verdict.texts())
        .singleElement()
        .asString()
        .startsWith("the rate is drifting (second half / first half: ");
    assertThat(run.json().at("/throughput/steadyState/status").asText()).isEqualTo("drifting");
    assertThat(run.json().at("/throughput/steadyState/low").asDouble()).isGreaterThan(1.05);
  }

  /**
   * The drain is longer than the load, which is 5 s long, unless a busy machine needs 18 s for it.
   */
  @Test
  void theDrainIsNoPartOfTheSteadyState() throws Exception {
    TestRun run =
        new TestRun(
            5,
            output,
            "load.threads=1",
            "load.pause=500ms",
            "load.messages=10",
            "load.duration=1h",
            "consume.threads=1",
            "limits.drift=0.05");
    run.with(MemoryScript.honest().withGroupRates(List.of(0.25)));
    assertThat(run.json().at("/sends/attempted").asLong()).isEqualTo(10);
    assertThat(run.json().at("/consumption/drainSeconds").asDouble()).isGreaterThan(10);
    assertThat(run.json().at("/throughput/steadyState/low").isNull()).isTrue();
    assertThat(run.json().at("/throughput/steadyState/status").asText()).isEqualTo("too short");
  }

  @Test
  void theFloorIsMeasuredAndNotCountedAsTheBrokers() throws Exception {
    TestRun run = new TestRun(output, "load.rate=100/s", "load.duration=1s");
    run.with(MemoryScript.honest().withServiceNanos(i -> 5_000_000));
    assertThat(run.result().generator().floor()).containsOnlyKeys(TestResult.SENDING);
    assertThat(run.json().at("/generator/floor/service/count").asLong()).isPositive();
    assertThat(run.json().at("/sends/attempted").asLong()).isEqualTo(100);
    assertThat(run.json().at("/latency/service/p50Nanos").asLong()).isGreaterThan(4_990_000);
    assertThat(run.steps)
        .isEqualTo(
            List.of(
                "comparing with the brokers' own counts", "measuring the floor of this machine"));
  }

  /** It would be that of a process that does not generate the load. */
  @Test
  void theFloorOfWorkersIsUnknown() throws Exception {
    TestRun run = new TestRun(output, "load.rate=100/s", "load.duration=1s", "workers.count=2");
    run.with(MemoryScript.honest());
    assertThat(run.result().generator().floor()).isEmpty();
    assertThat(run.steps).containsExactly("comparing with the brokers' own counts");
  }

  /** Consumers may take for hours to receive what was sent in seconds. */
  @Test
  void whatWasSentIsNoProgressOfARunThatConsumesABacklog() throws Exception {
    TestRun run =
        new TestRun(
            output,
            "load.messages=100",
            "load.duration=0",
            "consume.threads=1",
            "consume.backlog=100");
    run.with(MemoryScript.honest());
    assertThat(run.shares.get(0)).isNegative();
  }

  @Test
  void aSenderThatThrowsEndsTheRunAsOurMistake() {
    TestRun run = new TestRun(output, "load.duration=1000s");
    assertThatThrownBy(
            () ->
                run.with(
                    MemoryScript.honest()
                        .withServiceNanos(
                            i -> {
                              throw new IllegalArgumentException("thrown by the test");
                            })))
        .isInstanceOf(IllegalStateException.class)
        .hasRootCauseMessage("thrown by the test");
    assertThat(run.cluster.closes).hasValue(1);
  }
}
