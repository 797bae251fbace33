package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.matrix.MatrixCell;
import io.brokerbench.matrix.MatrixDirectory;
import io.brokerbench.published.Reference;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Published figures of every kind side by side with those of a written run. */
final class ReferenceReportTest {

  private final Path results;

  ReferenceReportTest(@TempDir Path results) {
    this.results = results;
  }

  private CommandOutput report(WrittenRun run, Map<String, String> figures) throws IOException {
    return report(run, "", "", figures, "smooth");
  }

  private CommandOutput report(
      WrittenRun run, String broker, String version, Map<String, String> figures, String prose)
      throws IOException {
    return report(Map.of("threads", "4"), run, broker, version, figures, prose);
  }

  private CommandOutput report(
      Map<String, String> cell,
      WrittenRun run,
      String broker,
      String version,
      Map<String, String> figures,
      String prose)
      throws IOException {
    Reference reference =
        new Reference(
            "a paper",
            broker,
            version,
            "",
            "",
            48,
            List.of(
                new Reference.Row(
                    new TreeMap<>(), new TreeMap<>(figures), new TreeMap<>(), List.of(prose))),
            List.of(),
            List.of());
    MatrixDirectory matrix =
        MatrixDirectory.resumeOrCreate(
            results,
            "test",
            "x",
            List.of(new MatrixCell(1, cell)),
            Optional.of(reference),
            Instant.EPOCH);
    run.put("/audit/lost", 0).into(matrix.path(), "20261122T030000Z-c01-4");
    return CommandOutput.report(matrix.path());
  }

  private static WrittenRun closedLoop() {
    return new WrittenRun("producer")
        .put("/throughput/loop", "closed")
        .put("/sends/attempted", 1000)
        .put("/sends/acked", 990)
        .put("/latency/service/meanNanos", 2_000_000)
        .put("/resources/host/ioWaitShare", 0.25)
        .put("/resources/host/loadAverageMax", 15)
        .put("/environment/host/logicalProcessors", 4);
  }

  /** Of 1,000 messages per second that were offered. */
  private static WrittenRun offered(double sentPerSecond, double receivedPerSecond) {
    return closedLoop()
        .put("/throughput/offeredPerSecond", 1000.0)
        .put("/throughput/sentPerSecond", sentPerSecond)
        .put("/throughput/receivedPerSecond", receivedPerSecond);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "rate | 2000/s | 4 rate 2,000/s 1,000/s undecided: one run",
        "acked | about 500/s | 4 acked about 500/s 1,000/s undecided: one run",
        "rt.mean | 0.5ms | 4 rt.mean 500 us 2.00 ms undecided: one run",
        "rt.p99 | < 4ms | 4 rt.p99 < 4.00 ms 5.00 ms differs: < 4.00 ms",
        "rt.p50 | > 100us | 4 rt.p50 > 100 us 1.00 ms agrees",
        "failed | 341 | 4 failed 341 10 undecided: a count of a run of another length",
        "cpu | 6% to 11% | 4 cpu 6 % to 11 % 50.0 % undecided: a share of another machine",
        "iowait | about 40% | 4 iowait about 40 % 25.0 % undecided: a share of another machine",
        "load-average | about 12 | 4 load-average about 12 15 undecided: a load of another machine",
        "received | 700/s | 4 received 700/s 900/s undecided: one run",
        "b2c.mean | 3.7ms | 4 b2c.mean 3.70 ms n/a undecided: not measured"
      })
  void everyFigureHasAnAnswer(String key, String published, String line) throws IOException {
    // 4 processors at the scale of 4/48: the published load per processor.
    WrittenRun run = closedLoop().set("scale", "0.083");
    assertThat(report(run, Map.of(key, published)).line("4 " + key)).isEqualTo(line);
  }

  @Test
  void aResponseTimeOfAnOpenLoopIsAnotherKind() throws IOException {
    WrittenRun run =
        closedLoop().put("/throughput/loop", "open").put("/latency/response/meanNanos", 7_000_000);
    assertThat(report(run, Map.of("rt.mean", "0.5ms")).line("4 rt.mean"))
        .isEqualTo(
            "4 rt.mean 500 us 7.00 ms (counted from the due time) undecided: counted from the due time");
  }

  /** The time from the intended send to the receipt is never shorter than the published time. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "< 10ms | 4 receipt.p99 < 10.0 ms 9.00 ms (counted from the due time) agrees",
        "< 5ms | 4 receipt.p99 < 5.00 ms 9.00 ms (counted from the due time) undecided: counted from the"
            + " due time",
        "> 5ms | 4 receipt.p99 > 5.00 ms 9.00 ms (counted from the due time) undecided: counted from the"
            + " due time"
      })
  void aLongerTimeThanThePublishedKindOnlyKeepsAnUpperBound(String bound, String line)
      throws IOException {
    WrittenRun run = closedLoop().set("scale", "0.083");
    assertThat(report(run, Map.of("receipt.p99", bound)).line("4 receipt")).isEqualTo(line);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1000 | 995 | 4 received 700/s 995/s undecided: the rate was offered and held",
        "1000 | 900 | 4 received 700/s 900/s undecided: one run",
        "900 | 900 | 4 received 700/s 900/s undecided: one run"
      })
  void aRateThatWasOfferedAndHeldHasNoRatio(double sent, double received, String line)
      throws IOException {
    WrittenRun run = offered(sent, received);
    assertThat(report(run, Map.of("received", "700/s")).line("4 received")).isEqualTo(line);
  }

  @Test
  void processorsOfAnExternalClusterAreUnknown() throws IOException {
    WrittenRun run = closedLoop().set("scale", "0.5").set("cluster.host", "external");
    assertThat(report(run, Map.of("rt.p99", "< 4ms")).line("4 rt.p99"))
        .endsWith("differs: < 4.00 ms");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "target | 1000 | 990 | 0.083 | sent 100 % of the target, received 99 % of what was sent agrees",
        "target | 700 | 690 | 0.083 | sent 70 % of the target, received 99 % of what was sent differs: \"target reached\" means that at least 95 % of the target was sent, and at least 95 % of that received",
        "target | 700 | 690 | 0.5 | undecided: a larger load per processor (6.0 times theirs); at most 0.083 of the published load would do",
        "throttled | 700 | 690 | 0.083 | sent 70 % of the target, received 99 % of what was sent agrees",
        "near | 900 | 890 | 0.083 | agrees",
        "near | 500 | 495 | 0.083 | differs: \"near the target\" means that 75 % to 99 % of the target was sent, and at least 95 % of that received",
        "near | 500 | 495 | 0.5 | undecided: a larger load per processor (6.0 times theirs); at most 0.083 of the published load would do",
        "throttled | 1000 | 400 | 0.01 | differs: \"throttled\" means that less than 95 % of the target was sent, and at least 95 % of that received",
        "keeps-up | 500 | 499 | 0.083 | agrees",
        "queues-fill | 1000 | 500 | 0.083 | sent 100 % of the target, received 50 % of what was sent agrees",
        "queues-fill | 1000 | 990 | 0.01 | undecided: a smaller load per processor (0.12 times theirs); at least 0.084 of the published load would do"
      })
  void whatIsPublishedAsProseIsHeldAgainstARule(
      String outcome, double sent, double received, String scale, String end) throws IOException {
    WrittenRun run = offered(sent, received).set("scale", scale);
    CommandOutput output = report(run, Map.of("outcome", outcome));
    assertThat(output.line("4 outcome")).startsWith("4 outcome " + outcome).endsWith(end);
    assertThat(output.line("4 prose")).startsWith("4 prose \"smooth\" sent ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "rt.mean | 2ms | 4 rt.mean 2.00 ms 2.00 ms undecided: another broker, mosquitto",
        "rt.p99 | < 9ms | 4 rt.p99 < 9.00 ms 5.00 ms undecided: another broker, mosquitto",
        "memory | 6% | 4 memory 6 % n/a undecided: not measured"
      })
  void figuresOfAnotherBrokerAreHeldAgainstNothing(String key, String published, String line)
      throws IOException {
    WrittenRun run = closedLoop().set("cluster.broker", "mosquitto");
    assertThat(report(run, "emqx", "", Map.of(key, published), "x").line("4 " + key))
        .isEqualTo(line);
  }

  @Test
  void figuresOfAnotherReleaseAreHeldAgainstNothing() throws IOException {
    WrittenRun run = closedLoop().set("cluster.version", "5.5.0");
    CommandOutput output = report(run, "", "4.5.1", Map.of("rt.mean", "2ms"), "x");
    assertThat(output.out()).contains("service").doesNotContain("rt.mean", "undecided");
  }

  @Test
  void soAreThoseOfACellOfAnotherReleaseWithoutAUsableRun() throws IOException {
    WrittenRun run = closedLoop().set("cluster.version", "5.5.0").put("/verdict/status", "invalid");
    CommandOutput output =
        report(Map.of("cluster.version", "5.5.0"), run, "", "4.5.1", Map.of("rt.mean", "2ms"), "x");
    assertThat(output.out()).contains("a paper").doesNotContain("rt.mean", "undecided");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "memory: a part of it | 4 memory \"memory: a part of it\" 25 % of ",
        "GC: rare | 4 gc \"GC: rare\" 7 collections of 2 brokers in "
      })
  void wordsOnMemoryAndCollectionsStandNextToThem(String prose, String start) throws IOException {
    WrittenRun run =
        closedLoop()
            .put("/resources/host/memoryUsedShareMax", 0.25)
            .put("/resources/master/gcCount", 4)
            .put("/resources/master/gcPauseMillisTotal", 30)
            .put("/resources/slave/gcCount", 3)
            .put("/resources/slave/gcPauseMillisTotal", 20);
    String line = report(run, "", "", Map.of(), prose).line(start.substring(0, 5).strip());
    assertThat(line).startsWith(start).endsWith("undecided: stated in words");
  }
}
