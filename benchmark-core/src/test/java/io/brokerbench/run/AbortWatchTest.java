package io.brokerbench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.driver.memory.MemoryScript;
import io.brokerbench.figures.Bound;
import io.brokerbench.figures.RunFigure;
import io.brokerbench.figures.RunFigure.Use;
import io.brokerbench.measurement.Interval;
import io.brokerbench.measurement.TestResult;
import io.brokerbench.record.LatencyRecorder;
import io.brokerbench.record.Ledger;
import io.brokerbench.results.Metric;
import io.brokerbench.results.Phase;
import io.brokerbench.results.Verdict;
import io.brokerbench.sample.NodeFigures;
import io.brokerbench.sample.Sample;
import io.brokerbench.workload.AbortLimits;
import io.brokerbench.workload.AbortLimits.Limit;
import io.brokerbench.workload.TestWorkload;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** When limits that protect the cluster end the load. */
final class AbortWatchTest {

  private static final int SECONDS_PLANNED = 60;

  private double seconds;
  private Ledger.Counts sends = Ledger.Counts.NONE;
  private Map<String, NodeFigures> nodes = Map.of();

  private static AbortWatch watch(String... assignments) {
    return new AbortWatch(TestWorkload.of(assignments).abort(), Metric.RESPONSE);
  }

  /** A second in which so many sends succeed, fail, and start without an end. */
  private Interval second(
      long good,
      long bad,
      long started,
      Map<String, OptionalLong> backlogs,
      Map<String, Long> figures) {
    Ledger.Counts before = sends;
    sends =
        new Ledger.Counts(
            before.attempted() + good + bad + started,
            0,
            0,
            plus(before.acked(), "SEND_OK", good),
            plus(before.rejected(), "SYSTEM_BUSY", bad),
            before.unknown());
    Histogram response = LatencyRecorder.emptyHistogram();
    if (good + bad > 0) {
      response.recordValueWithCount(1_000_000, good + bad);
    }
    Sample sample =
        TestResult.interval(0, Phase.MEASURED, Ledger.Counts.NONE, Ledger.Counts.NONE).sample();
    sample = new Sample(sample.nanos(), sample.processes(), sample.host(), nodes, 0);
    seconds++;
    return new Interval(
        seconds - 1,
        seconds,
        Phase.MEASURED,
        Map.of(),
        good + bad > 0 ? Map.of(Metric.RESPONSE, response) : Map.of(),
        Map.of(),
        TestResult.standing(before),
        TestResult.standing(sends),
        sample,
        LatencyRecorder.emptyHistogram(),
        backlogs,
        figures);
  }

  /** A second in which the machines of nodes have file systems with these used shares. */
  private Interval disks(Map<String, Map<String, Double>> used, Map<String, Long> figures) {
    nodes = new HashMap<>();
    used.forEach(
        (node, shares) ->
            nodes.put(
                node, new NodeFigures(0, Optional.empty(), Optional.of(TestResult.disks(shares)))));
    return second(1, 0, 0, Map.of(), figures);
  }

  private Interval sends(long good, long bad, long started) {
    return second(good, bad, started, Map.of(), Map.of());
  }

  private static SortedMap<String, Long> plus(Map<String, Long> counts, String kind, long more) {
    SortedMap<String, Long> sum = new TreeMap<>(counts);
    sum.merge(kind, more, Long::sum);
    return sum;
  }

  @Test
  void withoutLimitsNothingIsWatched() {
    AbortWatch watch = watch();
    for (int i = 0; i < 100; i++) {
      assertThat(watch.after(sends(0, 50, 1))).isEmpty();
    }
  }

  @Test
  void failuresAboveTheLimitForItsTimeEndTheLoad() {
    AbortWatch watch = watch("abort.errors=5% for 3s");
    assertThat(watch.after(sends(94, 6, 0))).isEmpty();
    assertThat(watch.after(sends(94, 6, 0))).isEmpty();
    // Exactly the limit is not above it, and a second without an end of a send says nothing.
    assertThat(watch.after(sends(95, 5, 0))).isEmpty();
    assertThat(watch.after(sends(0, 1, 0))).isEmpty();
    assertThat(watch.after(sends(0, 0, 1))).isEmpty();
    assertThat(watch.after(sends(0, 1, 0))).isEmpty();
    assertThat(watch.after(sends(90, 10, 0)))
        .contains("aborted after 7 s: errors 10 %; abort.errors is 5% for 3s");
  }

  @Test
  void aBrokerThatNoLongerAnswersHasALongResponseTime() {
    AbortWatch watch = watch("abort.response-p99=2s for 2s");
    assertThat(watch.after(sends(100, 0, 5))).isEmpty();
    for (int i = 0; i < 3; i++) {
      assertThat(watch.after(sends(0, 0, 1))).isEmpty();
    }
    assertThat(watch.after(sends(0, 0, 0)))
        .contains("aborted after 5 s: response-p99 4.00 s; abort.response-p99 is 2s for 2s");
  }

  /** At a rate of one per several seconds, as it starts at the end of a second. */
  @Test
  void aSendIsNotOlderThanItsStart() {
    AbortWatch watch = watch("abort.response-p99=500ms for 1s");
    assertThat(watch.after(sends(0, 0, 1))).isEmpty();
    assertThat(watch.after(sends(1, 0, -1))).isEmpty();
    assertThat(watch.after(sends(0, 0, 1))).isEmpty();
    assertThat(watch.after(sends(0, 0, 0)))
        .contains("aborted after 4 s: response-p99 1.00 s; abort.response-p99 is 500ms for 1s");
  }

  @Test
  void anyLatencyIsLimited() {
    AbortWatch watch =
        watch("abort.service-p99.9=2s for 2s", "abort.response-max=500us for 3s", "load.rate=1/s");
    assertThat(watch.after(sends(100, 0, 0))).isEmpty();
    assertThat(watch.after(sends(100, 0, 0))).isEmpty();
    assertThat(watch.after(sends(100, 0, 0)))
        .contains("aborted after 3 s: response-max 1.00 ms; abort.response-max is 500us for 3s");
  }

  static List<RunFigure> ofLimits() {
    return RunFigure.all(Use.ABORT);
  }

  @ParameterizedTest
  @MethodSource("ofLimits")
  void anyFigureThatMayBeLimitedEndsTheLoad(RunFigure figure) {
    Limit limit = new Limit(new Bound(figure, 0), Duration.ofSeconds(1), "0 for 1s");
    AbortWatch watch = new AbortWatch(new AbortLimits(List.of(limit)), Metric.RESPONSE);
    assertThat(watch.after(second(0, 0, 0, Map.of(), Map.of()))).isEmpty();
    assertThat(watch.after(above(figure)))
        .get()
        .asString()
        .startsWith("aborted after 2 s: " + limit.name() + " ");
  }

  /** A second in which a figure is above 0. */
  private Interval above(RunFigure figure) {
    if (figure.equals(RunFigure.ERRORS)) {
      return sends(0, 1, 0);
    }
    if (figure.equals(RunFigure.BACKLOG)) {
      return second(0, 0, 0, Map.of("a", OptionalLong.of(1)), Map.of());
    }
    if (figure.equals(RunFigure.ALARMS)) {
      return second(0, 0, 0, Map.of(), Map.of("alarms", 1L));
    }
    if (figure.equals(RunFigure.DISK_USED)) {
      return second(0, 0, 0, Map.of(), Map.of("diskUsedPercent", 1L));
    }
    Histogram latencies = LatencyRecorder.emptyHistogram();
    latencies.recordValue(1_000_000);
    Interval idle = second(0, 0, 0, Map.of(), Map.of());
    return new Interval(
        idle.fromSeconds(),
        idle.toSeconds(),
        idle.phase(),
        Map.of(),
        Map.of(figure.metric().orElseThrow(), latencies),
        Map.of(),
        idle.before(),
        idle.after(),
        idle.sample(),
        idle.hiccups(),
        Map.of(),
        Map.of());
  }

  @Test
  void aFigureThatIsNotKnownInTimeIsRefused() {
    assertThatThrownBy(() -> watch("abort.lost=0 for 1s"))
        .hasMessageContaining("abort.lost cannot be used here, because it is known at the end");
    assertThatThrownBy(() -> watch("abort.end-to-end-p99=1s for 1s"))
        .hasMessageContaining("abort.end-to-end-p99 needs consumers");
    assertThatThrownBy(() -> watch("abort.eror=1% for 1s"))
        .hasMessageContaining("abort.eror is no figure of a run, see bench figures; did you mean");
  }

  /** Such as that of a file whose other runs have consumers. */
  @Test
  void aLimitThatIsTurnedOffNeedsNothing() {
    assertThat(TestWorkload.of("abort.end-to-end-p99=none").abort().all())
        .noneMatch(limit -> limit.name().equals("end-to-end-p99"));
  }

  @Test
  void aLimitOfWhatTheLoadDoesNotHaveIsRefused() {
    assertThatThrownBy(() -> watch("abort.backlog=1k for 1s"))
        .hasMessageContaining("abort.backlog needs consumers; set consume.threads");
    assertThatThrownBy(
            () -> watch("abort.response-p99=2s for 2s", "load.threads=0", "consume.threads=1"))
        .hasMessageContaining("abort.response-p99 needs senders; set load.threads");
    assertThatNoException().isThrownBy(() -> watch("abort.backlog=none"));
    assertThatNoException().isThrownBy(() -> watch("abort.end-to-end-p99=none"));
    // The default of an external cluster, also of consumers alone.
    assertThatNoException()
        .isThrownBy(() -> watch("abort.errors=50% for 5s", "load.threads=0", "consume.threads=1"));
  }

  /** It would never end the load. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "load.threads=0 | needs senders; set load.threads, or leave it out",
        "message.size=39 | must be none with bodies below 40 bytes: which of them arrived is"
            + " unknown",
        "consume.filter.type=sql92 consume.filter.expression=a>1 | must be none with"
            + " consume.filter.type=sql92: only the brokers know which messages wait",
        "consume.filter.type=tag consume.filter.expression=tag1 load.mode=oneway | must be none"
            + " with a filter and load.mode=oneway: which messages wait is unknown",
      })
  void aLimitOfABacklogThatIsUnknownIsRefused(String settings, String problem) {
    String all = "abort.backlog=1k_for_1s consume.threads=1 " + settings;
    String[] assignments =
        Stream.of(all.split(" ", -1)).map(each -> each.replace('_', ' ')).toArray(String[]::new);
    assertThatThrownBy(() -> watch(assignments)).hasMessageContaining("abort.backlog " + problem);
  }

  @Test
  void aBacklogCountsForAllGroupsTogether() {
    AbortWatch watch = watch("abort.backlog=1k for 1s", "consume.threads=1");
    Map<String, OptionalLong> backlogs =
        Map.of("a", OptionalLong.of(600), "b", OptionalLong.of(401), "c", OptionalLong.empty());
    assertThat(watch.after(second(1, 0, 0, Map.of("a", OptionalLong.of(1000)), Map.of())))
        .isEmpty();
    assertThat(watch.after(second(1, 0, 0, backlogs, Map.of())))
        .contains("aborted after 2 s: backlog 1,001; abort.backlog is 1k for 1s");
  }

  @Test
  void anAlarmOfABrokerEndsTheLoad() {
    AbortWatch watch = watch("abort.alarms=0 for 2s");
    assertThat(watch.after(second(1, 0, 0, Map.of(), Map.of("alarms", -1L)))).isEmpty();
    assertThat(watch.after(second(1, 0, 0, Map.of(), Map.of("alarms", 1L)))).isEmpty();
    assertThat(watch.after(second(1, 0, 0, Map.of(), Map.of("alarms", 2L))))
        .isEqualTo(Optional.of("aborted after 3 s: alarms 2; abort.alarms is 0 for 2s"));
  }

  @Test
  void aDiskThatFillsEndsTheLoad() {
    AbortWatch watch = watch("abort.disk=85% for 2s");
    assertThat(watch.after(second(1, 0, 0, Map.of(), Map.of("diskUsedPercent", -1L)))).isEmpty();
    assertThat(watch.after(second(1, 0, 0, Map.of(), Map.of("diskUsedPercent", 85L)))).isEmpty();
    assertThat(watch.after(second(1, 0, 0, Map.of(), Map.of("diskUsedPercent", 86L)))).isEmpty();
    assertThat(watch.after(second(1, 0, 0, Map.of(), Map.of("diskUsedPercent", 87L))))
        .contains("aborted after 4 s: disk 87 %; abort.disk is 85% for 2s");
  }

  @Test
  void theFullestFileSystemOfNamedNodesCountsWhereBrokersReportNone() {
    AbortWatch watch = watch("abort.disk=85% for 2s");
    Map<String, Map<String, Double>> full =
        Map.of("a", Map.of("/", 0.1, "/srv", 0.9), "b", Map.of("/", 0.8), "c", Map.of());
    assertThat(watch.after(disks(full, Map.of("diskUsedPercent", 50L)))).isEmpty();
    assertThat(watch.after(disks(full, Map.of("diskUsedPercent", -1L)))).isEmpty();
    // Figures that are missing do not change what is known.
    assertThat(watch.after(disks(Map.of(), Map.of()))).isEmpty();
    assertThat(watch.after(disks(full, Map.of())))
        .contains("aborted after 4 s: disk 90 % (/srv of a); abort.disk is 85% for 2s");
  }

  @Test
  void theRunEndsEarlyAndIsAuditedAsUsual(@TempDir Path output) throws Exception {
    TestRun run =
        new TestRun(
            output,
            "load.rate=100/s",
            "load.mode=async",
            "load.in-flight=1000",
            "load.duration=" + SECONDS_PLANNED + "s",
            "abort.response-p99=1s for 2s");
    Verdict verdict =
        run.with(MemoryScript.honest().withServiceNanos(index -> index < 100 ? 0 : 3_000_000_000L));
    assertThat(verdict.breaks("load.aborted")).as("%s", verdict).isTrue();
    assertThat(verdict.reasons()).hasSize(1);
    assertThat(run.steps).anyMatch(step -> step.startsWith("aborted after"));
    assertThat(run.result().throughput().measuredSeconds()).isLessThan(SECONDS_PLANNED);
    assertThat(run.json().at("/audit/done").asBoolean()).isTrue();
    assertThat(run.json().at("/audit/brokerCount").asLong())
        .isEqualTo(run.json().at("/sends/acked").asLong());
    assertThat(run.directory().getFileName().toString()).endsWith(".INVALID");
  }
}
