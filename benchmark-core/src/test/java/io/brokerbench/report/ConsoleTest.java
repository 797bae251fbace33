package io.brokerbench.report;

import static io.brokerbench.result.TestResult.counts;
import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.clock.ManualClock;
import io.brokerbench.record.Ledger.Counts;
import io.brokerbench.record.Metric;
import io.brokerbench.record.Phase;
import io.brokerbench.result.TestResult;
import io.brokerbench.result.Verdict;
import io.brokerbench.result.Verdict.Status;
import io.brokerbench.workload.TestWorkload;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ConsoleTest {

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  @Test
  void aLineIsPrintedEachReportIntervalAndOverAllOfIt() {
    Console console = console(false, Duration.ofSeconds(2));
    for (int second = 0; second < 5; second++) {
      console.interval(
          TestResult.interval(
              second,
              Phase.MEASURED,
              counts(second * 100, second * 100),
              counts(second * 100 + 100, second * 100 + 100)),
          0.1,
          5);
    }
    assertThat(text().lines()).containsExactly("100/s 200 latencies", "100/s 200 latencies");
  }

  @Test
  void theRestIsPrintedAtTheEndBeforeTheSummary() {
    Console console = console(false, Duration.ofSeconds(10));
    console.interval(TestResult.interval(0, Phase.MEASURED, Counts.NONE, counts(50, 50)), 0.1, 5);
    console.ended(
        new TestResult().build(), new Verdict(Status.VALID, List.of()), Path.of("results/x"));
    List<String> lines = text().lines().toList();
    assertThat(lines.get(0)).isEqualTo("50/s 50 latencies");
    assertThat(lines.get(1)).isEqualTo("complete");
    assertThat(lines).anyMatch(line -> line.startsWith("VALID"));
    assertThat(lines.get(lines.size() - 1)).isEqualTo("result      results/x");
  }

  @Test
  void whereNobodyLooksNothingIsRewritten() {
    Console console = console(false, Duration.ofSeconds(10));
    console.step("starting");
    console.interval(TestResult.interval(0, Phase.WARMUP, Counts.NONE, counts(9, 9)), 0.5, 5);
    assertThat(text()).isEmpty();
  }

  @Test
  void onATerminalTheProgressIsShownInPlace() {
    Console console = console(true, Duration.ofSeconds(10));
    console.step("starting");
    console.interval(TestResult.interval(0, Phase.WARMUP, Counts.NONE, counts(9, 9)), 0.5, 5);
    assertThat(text())
        .contains("\rstarting ...".replace("\r", "\r\u001b[K"))
        .contains("warmup")
        .contains("[##########..........]")
        .contains("50 %")
        .contains("9 msg/s, 5 s left")
        .doesNotContain("\n");
  }

  private Console console(boolean terminal, Duration interval) {
    LineFormat format =
        new LineFormat(
            (now, window) ->
                Units.rate(window.successPerSecond())
                    + "/s "
                    + window.latencies(Metric.SERVICE).count()
                    + " latencies",
            result -> "complete");
    return new Console(
        new PrintStream(bytes, true, StandardCharsets.UTF_8),
        terminal,
        TestWorkload.of("output.report-interval=" + interval.toSeconds() + "s"),
        format,
        new ManualClock());
  }

  private String text() {
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
