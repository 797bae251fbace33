package io.brokerbench.figures;

import static io.brokerbench.measurement.TestResult.SECOND;
import static io.brokerbench.measurement.TestResult.counts;
import static io.brokerbench.measurement.TestResult.host;
import static io.brokerbench.measurement.TestResult.process;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.figures.RunFigure.Use;
import io.brokerbench.measurement.TestResult;
import io.brokerbench.results.ProcessFigure;
import io.brokerbench.results.Resources.Role;
import io.brokerbench.results.Resources.SourceUse;
import io.brokerbench.results.RunResult;
import io.brokerbench.results.RunResult.Requirement;
import io.brokerbench.results.RunResult.Requirement.Outcome;
import io.brokerbench.results.Verdict;
import io.brokerbench.results.Verdict.Status;
import io.brokerbench.sample.HostFigures;
import io.brokerbench.sample.NodeFigures;
import io.brokerbench.sample.ProcessFigures;
import io.brokerbench.sample.Sample;
import io.brokerbench.workload.TestWorkload;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** A run at 1,000/s with a response time of 1.02 ms on a machine that is 30 % busy. */
final class BoundTest {

  private static Requirement check(TestResult run) {
    return requirements(run, Status.VALID).get(0);
  }

  private static List<Requirement> requirements(TestResult run, Status status) {
    RunResult result = run.result(new Verdict(status, List.of()));
    List<Requirement> requirements = result.requirements();
    assertThat(requirements).isNotNull();
    return requirements == null ? List.of() : requirements;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "response-p99=50ms | MET    | response-p99 at most 50.0 ms: 1.02 ms",
        "response-p99=1ms  | MISSED | response-p99 at most 1.00 ms: 1.02 ms",
        "service-p99=2ms   | MET    | service-p99 at most 2.00 ms: 1.00 ms",
        "service-p99=900us | MISSED | service-p99 at most 900 us: 1.00 ms",
        "response-p50=1s   | MET    | response-p50 at most 1.00 s: 1.02 ms",
        "service-mean=2ms  | MET    | service-mean at most 2.00 ms: 1.00 ms",
        "acked=1000/s      | MET    | acked at least 1,000/s: 1,000/s",
        "acked=20k/s       | MISSED | acked at least 20,000/s: 1,000/s",
        "errors=0%         | MET    | errors at most 0 %: 0 %",
        "cpu=75%           | MET    | cpu at most 75 %: 30 % of this machine",
        "cpu=25%           | MISSED | cpu at most 25 %: 30 % of this machine",
        "gc=10% | UNKNOWN | gc at most 10 %: unknown, because no node of the cluster has a figure"
            + " of its gc",
      })
  void isMetOrMissedOrUnknown(String requirement, Outcome outcome, String text) {
    Requirement judged = check(new TestResult("require." + requirement));
    assertThat(judged.outcome()).isEqualTo(outcome);
    assertThat(judged.text()).isEqualTo(text);
    assertThat(judged.failed()).isEqualTo(outcome != Outcome.MET);
    assertThat(judged.measured() == null).isEqualTo(outcome == Outcome.UNKNOWN);
  }

  @Test
  void failedSendsAreErrors() {
    Requirement judged = check(new TestResult("require.errors=1%").counts(counts(10_000, 9_000)));
    assertThat(judged.text()).isEqualTo("errors at most 1 %: 10 %");
    assertThat(judged.outcome()).isEqualTo(Outcome.MISSED);
  }

  @Test
  void theNodeThatMissesIsNamed() {
    Requirement judged =
        check(new TestResult("require.gc=10%").samples(sample(0, 0, 0), sample(10, 500, 2_000)));
    assertThat(judged.text()).isEqualTo("gc at most 10 %: 20 % of broker-b");
    assertThat(judged.node()).isEqualTo("broker-b");
    assertThat(judged.outcome()).isEqualTo(Outcome.MISSED);
  }

  /** As of an exporter without it, whose machine then has -1. */
  @Test
  void aLoadAverageThatTheMachineDoesNotReportKeepsNoBound() {
    Requirement judged =
        check(new TestResult("require.load-average=10").samples(withoutLoad(0), withoutLoad(10)));
    assertThat(judged.text())
        .isEqualTo(
            "load-average at most 10: unknown, because no machine of the brokers has a figure of"
                + " it");
    assertThat(judged.outcome()).isEqualTo(Outcome.UNKNOWN);
  }

  private static Sample withoutLoad(long atSecond) {
    long at = atSecond * SECOND;
    HostFigures host =
        new HostFigures(
            4, at, 0, 0, 4 * at, -1, Map.of(), 0, 0, 0.5, Map.of(), Map.of(), Map.of(), Map.of());
    return new Sample(at, Map.of("generator", process(at)), host, Map.of(), 0);
  }

  /** This machine is 30 % busy, which says nothing of theirs. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cpu=90% | 0 | UNKNOWN | cpu at most 90 %: unknown, because no node of the cluster has a"
            + " figure of its cpu",
        "cpu=90% | 1 | UNKNOWN | cpu at most 90 %: unknown, because cpu of broker-b is not known",
        "cpu=90% | 2 | MET     | cpu at most 90 %: 50 % of broker-a",
        "cpu=40% | 1 | MISSED  | cpu at most 40 %: 50 % of broker-a",
      })
  void nodesThatTheUserNamedAreJudged(String requirement, int known, Outcome outcome, String text) {
    List<String> named = List.of("broker-a", "broker-b");
    Requirement judged =
        check(
            new TestResult("require." + requirement)
                .sources(
                    named.stream()
                        .map(
                            node ->
                                new SourceUse(
                                    node, "node-exporter", "http://x", 1, 0, 1, 1, List.of(), null))
                        .toArray(SourceUse[]::new))
                .samples(
                    machines(0, named.subList(0, known)), machines(10, named.subList(0, known))));
    assertThat(judged.text()).isEqualTo(text);
    assertThat(judged.outcome()).isEqualTo(outcome);
    assertThat(judged.failed()).isEqualTo(outcome != Outcome.MET);
  }

  private static Sample machines(long atSecond, List<String> nodes) {
    long at = atSecond * SECOND;
    Map<String, NodeFigures> figures = new LinkedHashMap<>();
    nodes.forEach(
        node ->
            figures.put(
                node, new NodeFigures(at, Optional.empty(), Optional.of(host(2 * at, atSecond)))));
    return new Sample(at, Map.of("generator", process(at)), host(at * 6 / 5, atSecond), figures, 0);
  }

  private static Sample sample(long atSecond, long gcMillisA, long gcMillisB) {
    Map<String, ProcessFigures> processes = new LinkedHashMap<>();
    processes.put("generator", process(atSecond * SECOND));
    processes.put("broker-a", broker(gcMillisA));
    processes.put("broker-b", broker(gcMillisB));
    return new Sample(atSecond * SECOND, processes, host(atSecond * SECOND), Map.of(), 0);
  }

  private static ProcessFigures broker(long gcMillis) {
    Map<ProcessFigure, Long> figures = new EnumMap<>(process(0).values());
    figures.put(ProcessFigure.GC_PAUSE_MILLIS, gcMillis);
    return new ProcessFigures(Role.BROKER, figures);
  }

  @Test
  void anUnfinishedAuditKnowsNoLostMessages() {
    Requirement judged = check(new TestResult("require.lost=0", "consume.threads=1").notAudited());
    assertThat(judged.outcome()).isEqualTo(Outcome.UNKNOWN);
    assertThat(judged.text())
        .isEqualTo("lost at most 0 messages: unknown, because the audit is not done");
  }

  @Test
  void aBrokerThatAcknowledgesNothingHasNoRateOfAcknowledgements() {
    assertThat(check(new TestResult("require.acked=1/s").promise(false, 1)).text())
        .isEqualTo("acked at least 1/s: unknown, because nothing is acknowledged");
  }

  @Test
  void aPercentileOfTooFewIsUnknown() {
    assertThat(check(new TestResult("require.end-to-end-p99=1s", "consume.threads=1")).text())
        .isEqualTo("end-to-end-p99 at most 1.00 s: unknown, because there is no sample of it");
  }

  /** The exit code has the verdict; the requirements have what was measured. */
  @ParameterizedTest
  @EnumSource(Status.class)
  void theVerdictChangesNothing(Status status) {
    assertThat(
            requirements(new TestResult("require.acked=20k/s", "require.cpu=75%"), status).stream()
                .map(Requirement::outcome))
        .containsExactly(Outcome.MISSED, Outcome.MET);
  }

  @Test
  void aRunOfWhichNothingIsRequiredHasNoRequirements() {
    assertThat(new TestResult().result(new Verdict(Status.VALID, List.of())).requirements())
        .isNull();
  }

  @Test
  void aValueThatLooksLikeItsBoundIsShownExactly() {
    Bound bound = new Bound(RunFigure.ACKED, 20_000);
    assertThat(bound.keeps(19_999.7)).isFalse();
    assertThat(bound.text(19_999.7)).isEqualTo("19999.7/s");
    assertThat(bound.text(18_000)).isEqualTo("18,000/s");
    assertThat(new Bound(RunFigure.ACKED, 20_000_000).text(19_999_999.7)).isEqualTo("19999999.7/s");
  }

  /** As a load average: counts of other things are whole numbers. */
  @Test
  void aCountThatLooksLikeItsBoundIsShownExactly() {
    Bound bound = new Bound(RunFigure.of(Use.REQUIRE, "load-average").orElseThrow(), 12);
    assertThat(bound.keeps(12.4)).isFalse();
    assertThat(bound.text(12.4)).isEqualTo("12.4");
    assertThat(bound.text(13.4)).isEqualTo("13");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "end-to-end-p99=1s | x=0 | require.end-to-end-p99 needs consumers; set consume.threads, or"
            + " leave it out",
        "received=1/s | x=0 | require.received needs consumers; set consume.threads, or leave it"
            + " out",
        "lost=0 | x=0 | require.lost needs consumers; set consume.threads, or leave it out",
        "response-p99=1s | load.rate=closed | require.response-p99 needs an open loop; set"
            + " load.rate, or take the service time, such as service-p99",
        "first-copy-p50=1s | x=0 | require.first-copy-p50 needs several consumer groups; set"
            + " consume.groups, or leave it out",
        "half-send-p99=1s | x=0 | require.half-send-p99 needs transactions; set"
            + " transaction.enabled, or leave it out",
        "response-p98=1s | x=0 | require.response-p98 is no figure of a run, see bench"
            + " figures; did you mean response-p9",
        "acked= | x=0 | require.acked is empty",
        "acked=1/s | load.mode=oneway | require.acked needs acknowledgements, which mode oneway"
            + " does not have; leave it out",
        "cpu=75 | x=0 | require.cpu must be none, or a share from 0% to 100% such as 75%, got"
            + " \"75\"",
        "cpu=101% | x=0 | require.cpu must be none, or a share from 0% to 100% such as 75%, got"
            + " \"101%\"",
        "acked=0 | x=0 | require.acked must be none, or a rate above 0 such as 20k/s, got \"0\"",
        "response-p99=0 | x=0 | require.response-p99 must be none, or a duration above 0 such as"
            + " 50ms, got \"0\"",
        "lost=-1 | x=0 | require.lost must be none, or a whole number of messages such as 0, got"
            + " \"-1\"",
      })
  void whatCanNeverBeKnownIsRefused(String requirement, String setting, String problem) {
    String other = setting.equals("x=0") ? "load.threads=1" : setting;
    assertThatThrownBy(() -> TestWorkload.of("load.rate=1000/s", other, "require." + requirement))
        .hasMessageContaining(problem.replaceFirst("^require", ""));
  }
}
