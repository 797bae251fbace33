package io.brokerbench.console;

import static io.brokerbench.measurement.TestResult.counts;
import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.clock.ManualClock;
import io.brokerbench.measurement.Interval;
import io.brokerbench.measurement.TestResult;
import io.brokerbench.record.Ledger.Counts;
import io.brokerbench.results.Metric;
import io.brokerbench.results.Phase;
import io.brokerbench.results.ProcessFigure;
import io.brokerbench.results.Resources.Role;
import io.brokerbench.results.Verdict;
import io.brokerbench.results.Verdict.Status;
import io.brokerbench.sample.NodeFigures;
import io.brokerbench.sample.ProcessFigures;
import io.brokerbench.units.Units;
import io.brokerbench.workload.TestWorkload;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RunConsoleTest {

  private static final int NONE = 0;
  private static final String ERASE = "\r\u001b[K";

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  /** Seconds of the load, each with 100 messages. */
  private static void measured(RunConsole console, int seconds) {
    for (int second = 0; second < seconds; second++) {
      console.interval(
          TestResult.interval(
              second,
              Phase.MEASURED,
              counts(second * 100, second * 100),
              counts(second * 100 + 100, second * 100 + 100)),
          0.1,
          5);
    }
  }

  @Test
  void aLineIsPrintedEachReportIntervalAndOverAllOfIt() {
    RunConsole console = console(NONE, Duration.ofSeconds(2));
    measured(console, 5);
    assertThat(text().lines()).containsExactly("100/s 200 latencies", "100/s 200 latencies");
  }

  @Test
  void theRestIsPrintedAtTheEndBeforeTheSummary() {
    RunConsole console = console(NONE, Duration.ofSeconds(10));
    console.interval(TestResult.interval(0, Phase.MEASURED, Counts.NONE, counts(50, 50)), 0.1, 5);
    console.ended(
        new TestResult().result(new Verdict(Status.VALID, List.of())), Path.of("results/x"));
    List<String> lines = text().lines().toList();
    assertThat(lines.get(0)).isEqualTo("50/s 50 latencies");
    assertThat(lines.get(1)).isEqualTo("complete");
    assertThat(lines).anyMatch(line -> line.startsWith("VALID"));
    assertThat(lines.get(lines.size() - 1)).isEqualTo("result      results/x");
  }

  @Test
  void linesOfTheSummaryAreColored() {
    new RunConsole(
            new PrintStream(bytes, true, StandardCharsets.UTF_8),
            () -> 100,
            line -> "<" + line + ">",
            TestWorkload.of(),
            new LineFormat((now, workload, window) -> "", (result, all) -> ""),
            new ManualClock())
        .ended(new TestResult().result(new Verdict(Status.VALID, List.of())), Path.of("results/x"));
    assertThat(text()).contains("<VALID  ", "<result      results/x>\n");
  }

  @Test
  void secondsOfTheDrainLowerNoRateOfTheLoad() {
    RunConsole console = console(NONE, Duration.ofSeconds(10));
    measured(console, 2);
    for (int second = 2; second < 12; second++) {
      console.interval(
          TestResult.interval(second, Phase.DRAIN, counts(200, 200), counts(200, 200)), 1, 0);
    }
    assertThat(text().lines()).containsExactly("100/s 200 latencies", "0/s 0 latencies");
  }

  @Test
  void aFractionOfASecondDoesNotChangeTheStatus() {
    RunConsole console = console(200, Duration.ofSeconds(10));
    console.interval(TestResult.interval(0, Phase.MEASURED, Counts.NONE, counts(9, 9)), 0.5, 5);
    Interval second = TestResult.interval(1, Phase.MEASURED, counts(9, 9), counts(9, 9));
    console.interval(
        new Interval(
            1,
            1.01,
            second.phase(),
            second.warmup(),
            second.measured(),
            second.errorNanos(),
            second.before(),
            second.after(),
            second.sample(),
            second.hiccups(),
            second.backlogs(),
            second.figures()),
        1,
        0);
    assertThat(rewritten()).singleElement().asString().startsWith("measured ").contains("9 msg/s");
  }

  @Test
  void whereNobodyLooksNothingIsRewritten() {
    RunConsole console = console(NONE, Duration.ofSeconds(10));
    console.step("starting");
    console.interval(TestResult.interval(0, Phase.WARMUP, Counts.NONE, counts(9, 9)), 0.5, 5);
    assertThat(text()).isEmpty();
  }

  @Test
  void onATerminalTheProgressIsShownInPlace() {
    RunConsole console = console(200, Duration.ofSeconds(10));
    console.step("starting");
    console.interval(TestResult.interval(0, Phase.WARMUP, Counts.NONE, counts(9, 9)), 0.5, 5);
    assertThat(text())
        .isEqualTo(
            ERASE
                + "starting ..."
                + ERASE
                + "warmup   [##########..........]  50 %, 5 s left, 9 msg/s, service p50 n/a, p99 n/a");
  }

  @Test
  void theStatusHasFailuresOfTheRunAndWhatTheClusterUsedInTheLastSecond() {
    RunConsole console = console(200, Duration.ofSeconds(10), "load.rate=1000/s");
    console.interval(BusySecond.from(0), 0.5, 12);
    console.interval(BusySecond.from(1), 0.6, 11);
    assertThat(rewritten())
        .containsExactly(
            "measured [##########..........]  50 %, 12 s left, 940 msg/s, 50 failed,"
                + " response p50 3.00 ms, p99 3.00 ms",
            "measured [############........]  60 %, 11 s left, 940 msg/s, 100 failed,"
                + " response p50 3.00 ms, p99 3.00 ms, cluster 0.38 cores");
  }

  @Test
  void whatTheClusterUsesIsUnknownWhereANodeHasNoNewFigures() {
    RunConsole console = console(200, Duration.ofSeconds(10));
    console.interval(withOthers(0, 1), -1, -1);
    console.interval(withOthers(1, 2), -1, -1);
    console.interval(withOthers(2, 2), -1, -1);
    console.interval(BusySecond.from(3), -1, -1);
    console.interval(withOthers(4, 5), -1, -1);
    console.interval(withOthers(5, 6), -1, -1);
    assertThat(rewritten().stream().map(line -> line.replaceFirst(".* p99 2.00 ms", "")))
        .containsExactly("", ", cluster 1.00 cores", "", "", "", ", cluster 1.00 cores");
  }

  /** A second with a broker and a worker on other machines, whose figures are of a moment. */
  private static Interval withOthers(long second, long readAtSecond) {
    long nanos = readAtSecond * TestResult.SECOND;
    Map<String, NodeFigures> nodes =
        Map.of(
            "broker-a", node(Role.BROKER, nanos, nanos * 5 / 8),
            "gen-2", node(Role.GENERATOR, nanos, nanos));
    Interval interval = BusySecond.from(second);
    Map<String, ProcessFigures> processes = new LinkedHashMap<>(interval.sample().processes());
    nodes.forEach((name, node) -> processes.put(name, node.process().orElseThrow()));
    return BusySecond.with(processes, nodes, interval);
  }

  private static NodeFigures node(Role role, long nanos, long cpuNanos) {
    return new NodeFigures(
        nanos,
        Optional.of(new ProcessFigures(role, Map.of(ProcessFigure.CPU_NANOS, cpuNanos))),
        Optional.empty());
  }

  @Test
  void withoutAClusterOfOursThereIsNoWordOfWhatItUses() {
    RunConsole console = console(200, Duration.ofSeconds(10));
    for (int second = 0; second < 2; second++) {
      console.interval(
          TestResult.interval(second, Phase.MEASURED, Counts.NONE, counts(9, 9)), 0.5, 5);
    }
    assertThat(rewritten()).hasSize(2).allMatch(line -> line.endsWith("p99 n/a"));
  }

  @Test
  void consumersAloneShowWhatTheyReceivedAndHowOldItWas() {
    RunConsole console =
        console(200, Duration.ofSeconds(10), "load.threads=0", "consume.threads=1");
    console.interval(BusySecond.from(0), -1, -1);
    assertThat(rewritten())
        .containsExactly(
            "measured 1,800 msg/s received, 50 failed, endToEnd p50 4.00 ms, p99 4.00 ms");
  }

  @Test
  void consumersBesideSendersShowBothRates() {
    RunConsole console = console(200, Duration.ofSeconds(10), "consume.threads=1");
    console.interval(BusySecond.from(0), -1, 5);
    assertThat(rewritten())
        .containsExactly(
            "measured 5 s left, 940/s sent, 1,800/s received, 50 failed, service p50 2.00 ms, p99 2.00 ms");
  }

  @Test
  void whatHasNoRoomIsLeftOutFromTheEndAndNoFigureIsCutInTwo() {
    assertThat(at(119))
        .isEqualTo(
            "measured [#######....]  60 %, 11 s left, 940 msg/s, 100 failed,"
                + " service p50 2.00 ms, p99 2.00 ms, cluster 0.38 cores");
    assertThat(at(100))
        .isEqualTo(
            "measured [#####...]  60 %, 11 s left, 940 msg/s, 100 failed,"
                + " service p50 2.00 ms, p99 2.00 ms");
    assertThat(at(80))
        .isEqualTo("measured [###..]  60 %, 11 s left, 940 msg/s, 100 failed, p50 2.00 ms");
    assertThat(at(40)).isEqualTo("measured  60 %, 11 s left, 940 msg/s");
    assertThat(at(20)).isEqualTo("measured  60 %");
    assertThat(at(5)).isEqualTo("meas");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 9, 10, 30, 40, 60, 80, 99, 100, 101, 120, 160})
  void theLineStaysWithinTheTerminal(int columns) {
    RunConsole console = console(columns, Duration.ofDays(300), "consume.threads=1");
    console.step("a step with a long name ".repeat(20));
    for (int second = 0; second < 3; second++) {
      console.interval(BusySecond.from(second * 500_000L), second * 0.5, 86_400);
    }
    assertThat(rewritten()).hasSize(4).allMatch(line -> line.length() < columns);
    assertThat(text()).doesNotContain("\n");
  }

  private String at(int columns) {
    bytes.reset();
    RunConsole console = console(columns, Duration.ofSeconds(10));
    console.interval(BusySecond.from(0), 0.5, 12);
    console.interval(BusySecond.from(1), 0.6, 11);
    return rewritten().get(1);
  }

  /** What stood in the line that is rewritten, one after the other. */
  private List<String> rewritten() {
    assertThat(text()).startsWith(ERASE);
    return List.of(text().substring(ERASE.length()).split(Pattern.quote(ERASE), -1));
  }

  private RunConsole console(int columns, Duration interval, String... assignments) {
    LineFormat format =
        new LineFormat(
            (now, workload, window) ->
                Units.rate(window.successPerSecond())
                    + "/s "
                    + window.summary(Metric.SERVICE).count()
                    + " latencies",
            (result, all) -> "complete");
    return new RunConsole(
        new PrintStream(bytes, true, StandardCharsets.UTF_8),
        () -> columns,
        UnaryOperator.identity(),
        TestWorkload.of(
            Stream.concat(
                    Stream.of("output.report-interval=" + interval.toSeconds() + "s"),
                    Stream.of(assignments))
                .toArray(String[]::new)),
        format,
        new ManualClock());
  }

  private String text() {
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
