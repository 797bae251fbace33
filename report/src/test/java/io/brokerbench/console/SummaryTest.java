package io.brokerbench.console;

import static io.brokerbench.measurement.TestResult.counts;
import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.document.Table.Column;
import io.brokerbench.measurement.CompletedRun;
import io.brokerbench.measurement.Received;
import io.brokerbench.measurement.TestResult;
import io.brokerbench.record.LatencyRecorder;
import io.brokerbench.record.Ledger;
import io.brokerbench.record.Receipts;
import io.brokerbench.record.SendOutcome;
import io.brokerbench.results.BrokerCounts;
import io.brokerbench.results.Consumption.DrainEnd;
import io.brokerbench.results.Latency;
import io.brokerbench.results.Latency.Statistic;
import io.brokerbench.results.Metric;
import io.brokerbench.results.RunResult;
import io.brokerbench.results.Verdict;
import io.brokerbench.results.Verdict.Reason;
import io.brokerbench.results.Verdict.Status;
import io.brokerbench.results.faults.FaultImpact;
import io.brokerbench.results.faults.FaultImpact.ConsumerImpact;
import io.brokerbench.results.faults.PlannedFaults;
import io.brokerbench.results.faults.PlannedFaults.Undisturbed;
import io.brokerbench.tables.StepTable;
import io.brokerbench.workload.TestWorkload;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

final class SummaryTest {

  @Test
  void theVerdictAndItsReasonsComeFirst() {
    List<String> lines =
        Summary.of(
            new TestResult()
                .result(
                    new Verdict(
                        Status.SUSPECT,
                        List.of(new Reason("a", "one reason"), new Reason("b", "another one")),
                        List.of("also this"))),
            TestWorkload.of(),
            Path.of("x"));
    assertThat(lines.subList(0, 5))
        .containsExactly(
            "",
            "SUSPECT     acknowledged in memory",
            "            one reason",
            "            another one",
            "note        also this");
  }

  /** CSV names each value by its column. */
  @Test
  void theColumnsOfStepsHaveDifferentNames() {
    RunResult run = new TestResult().result(new Verdict(Status.VALID, List.of()));
    assertThat(StepTable.of(run).columns()).extracting(Column::name).doesNotHaveDuplicates();
  }

  @Test
  void anOpenLoopShowsWhatWasOfferedAndAllThreeLatencies() {
    assertThat(text(new TestResult()))
        .contains("open loop: achieved 1,000/s of 1,000/s offered")
        .contains("\n            lag ")
        .contains("\n            service ")
        .contains("\n            response ")
        .contains("\n            service floor ");
  }

  @Test
  void faultsHaveARowOfTheSendersAndOneOfTheConsumers() {
    ConsumerImpact consumers =
        new ConsumerImpact(12, 0.5, -0.5, List.of(), 34, 0L, 5_678, 100, 9.0, List.of());
    FaultImpact impact =
        new FaultImpact(
            "kill r1", "r1", 20, null, null, List.of(), 0, null, null, null, null, null, 0, 0, 0, 0,
            0, 0, consumers, List.of());
    String summary =
        text(
            new TestResult()
                .plannedFaults(
                    new PlannedFaults(List.of(impact), List.of(), new Undisturbed(0, 0, 0), null)));
    assertThat(summary)
        .containsPattern("\nfaults  +at  +undone .*\n +kill r1  +20\\.000 s ")
        .containsPattern(
            "\n +lost  +duplicates .*\n +kill r1  +12  +34  +0  +5,678  +100  +9\\.000 s\n");
  }

  @Test
  void aBrokenPromiseIsTheFirstLine() {
    String summary = text(new TestResult().brokenPromise("3 messages are lost"));
    assertThat(summary.strip())
        .startsWith(
            """
            BROKEN      the promise of the acknowledgement: 3 messages are lost
            VALID       acknowledged in memory
            """);
  }

  /** Otherwise the sum of both directions would not go with the rates above it. */
  @Test
  void inAndOutSaysWhatTheWarmupLeft() {
    assertThat(text(consuming().leftOfWarmup(1_120)))
        .contains("open loop: achieved 1,000/s of 1,000/s offered\n")
        .contains(
            "\n            1,111 msg/s received, 2,223/s in and out; 112/s of those sent were due"
                + " in the warm-up\n");
    assertThat(text(consuming().leftOfWarmup(100)))
        .contains("\n            1,111 msg/s received, 2,121/s in and out\n");
    assertThat(text(consuming().closedLoop().leftOfWarmup(1_120)))
        .contains("\n            1,111 msg/s received, 2,223/s in and out\n");
  }

  /** A group received 1,111 messages per second, with what was sent before the measured time. */
  private static TestResult consuming() {
    Received.Group group =
        new Received.Group(
            "group",
            Receipts.Counts.NONE,
            null,
            null,
            1_111,
            OptionalLong.empty(),
            OptionalLong.empty(),
            Map.of());
    return new TestResult().received(new Received(List.of(group), 0, DrainEnd.COMPLETE, null));
  }

  @Test
  void theClientIsNamedAndWhatEachConnectionHadOfTheRate() {
    Map<String, Object> client =
        Map.of("name", "a-client", "release", "1.2", "publishers", 80, "subscribers", 5);
    assertThat(text(new TestResult().client(client)))
        .contains("\n            by a-client 1.2, 80 publishers of 12.50/s each, 5 subscribers\n");
    assertThat(text(new TestResult().closedLoop().client(client)))
        .contains("\n            by a-client 1.2, 80 publishers, 5 subscribers\n");
    assertThat(text(new TestResult().client(Map.of("name", "other"))))
        .contains("\n            by other\n");
  }

  @Test
  void aClosedLoopSaysSoAndHasNoResponseTime() {
    assertThat(text(new TestResult("load.threads=7").closedLoop()))
        .contains("closed loop: 7 threads")
        .doesNotContain("response");
  }

  @Test
  void whatTheDiskAllowsIsSetBesideTheRate() {
    assertThat(text(new TestResult("load.threads=4").fromDisk()))
        .contains(
            "\n            63 % of what this disk's fsync (2.40 ms before the load) allows, each for"
                + " all 4 in flight\n");
    assertThat(text(new TestResult())).doesNotContain("fsync");
  }

  @Test
  void aLatencyBetweenTwoHostsHasItsErrorAndNoFigureBelow() {
    Histogram endToEnd = TestResult.histogram(900, 150_000);
    endToEnd.recordValueWithCount(1_800_000, 100);
    endToEnd.recordValueWithCount(0, 12);
    Latency uncertain = LatencyRecorder.summary(endToEnd, 200_000);
    List<String> lines =
        text(new TestResult().latency(Metric.END_TO_END, uncertain))
            .lines()
            .map(line -> line.strip().replaceAll("  +", " | "))
            .toList();
    assertThat(lines)
        .anyMatch(line -> line.endsWith(" | p99.9 | max | error | below zero"))
        .contains(
            "endToEnd | 1,012 | 311 us | < 200 us | < 200 us | 1.80 ms | 1.80 ms | n/a | 1.80 ms"
                + " | +- 200 us | 12")
        .contains("endToEnd between the clocks of two hosts: no figure below the error, +- 200 us");
    assertThat(text(new TestResult())).doesNotContain("error");
  }

  @Test
  void aPercentileOfTooFewSamplesIsNotAvailable() {
    assertThat(
            text(new TestResult()).lines().filter(line -> line.contains("service floor")).findAny())
        .hasValueSatisfying(line -> assertThat(line).containsPattern(Pattern.compile("n/a +2.0")));
  }

  @Test
  void aTailIsShownWhereItHasSamplesEnough() {
    assertThat(text(new TestResult())).doesNotContain("p99.99");
    Latency many = LatencyRecorder.summary(TestResult.histogram(100_000, 2_000_000), 0);
    assertThat(text(new TestResult().latency(Metric.SERVICE, many)))
        .containsPattern(
            Arrays.stream(Statistic.values())
                .dropWhile(statistic -> statistic != Statistic.P999)
                .map(statistic -> Pattern.quote(statistic.label()))
                .collect(Collectors.joining(" +")))
        // All but p75.
        .containsPattern(
            "\n +service +100,000( +2\\.00 ms){" + (Statistic.values().length - 1) + "}\n");
  }

  @Test
  void failuresAreToldByKind() {
    Ledger ledger = new Ledger();
    ledger.attempted(10, true);
    ledger.ended(SendOutcome.ACKED, "SEND_OK", 7, true);
    ledger.ended(SendOutcome.REJECTED, "SYSTEM_BUSY", 2, true);
    ledger.ended(SendOutcome.UNKNOWN, "client-timeout", 1, true);
    assertThat(text(new TestResult().counts(ledger.counts())))
        .contains("10 attempted, 7 acknowledged {SEND_OK=7}")
        .contains("rejected {SYSTEM_BUSY=2}")
        .contains("unknown {client-timeout=1}")
        .contains("the brokers hold 7 of 7 acknowledged and 1 unknown (whole run): agrees");
  }

  @Test
  void theAuditSaysWhichOfSeveralBrokersFailed() {
    TestResult result =
        new TestResult()
            .brokers(
                Map.of(
                    "broker-a", BrokerCounts.of(6000, 6000, 0, 5999L),
                    "broker-b", BrokerCounts.of(4007, 4000, 5, 4001L),
                    "broker-c", BrokerCounts.of(8, 8, 0, null)));
    assertThat(text(result))
        .contains("broker-a holds 5,999 of 6,000 acknowledged: DISAGREES")
        .contains("broker-b holds 4,001 of 4,000 acknowledged and 2 unknown, 5 rejected: agrees")
        .contains("broker-c does not report how many it holds of 8 acknowledged");
    assertThat(text(new TestResult())).doesNotContain(" holds ");
  }

  @Test
  void theAuditSaysWhetherItAgrees() {
    assertThat(text(new TestResult().audit(9_999, null)))
        .contains("the brokers hold 9,999 of 10,000 acknowledged (whole run): DISAGREES");
    assertThat(text(new TestResult().audit(10_000, 9_998L)))
        .contains("(whole run); the slave holds 9,998: agrees");
    assertThat(text(new TestResult().unasked("nobody there")))
        .contains("audit       no count of the brokers: nobody there");
  }

  @Test
  void resourcesAreThere() {
    assertThat(text(new TestResult().counts(counts(10_000, 10_000))))
        .contains(
            "\nresources              cores   CPU/msg  memory   heap    GC  written  written/s"
                + "  written/msg\n"
                + "            generator   0.50  500.0 us  1000 B  500 B  0 ms      0 B        0 B"
                + "          0 B\n")
        .contains("host: 0.60 cores busy, 0.10 used by other processes");
  }

  private static String text(TestResult result) {
    CompletedRun run = result.build();
    return String.join(
        "\n",
        Summary.of(
            run.result(any -> new Verdict(Status.VALID, List.of())),
            run.setup().workload(),
            Path.of("results/x")));
  }
}
