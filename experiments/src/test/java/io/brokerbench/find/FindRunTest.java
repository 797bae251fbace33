package io.brokerbench.find;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.brokerbench.command.ExitCode;
import io.brokerbench.figures.Resource;
import io.brokerbench.figures.RunFigure;
import io.brokerbench.matrix.MatrixCell;
import io.brokerbench.results.Latency.Statistic;
import io.brokerbench.results.Metric;
import io.brokerbench.results.Promise;
import io.brokerbench.results.Verdict;
import io.brokerbench.stored.RunsDirectory;
import io.brokerbench.testkit.PartialRun;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The course of a search, with runs that are only written, of brokers with a known capacity. */
final class FindRunTest {

  private static final Instant START = Instant.parse("2026-11-22T03:00:00Z");

  private static final String FAULT = "\"after 3 s: slave ended with exit code 137\"";

  private static final String ABORTED =
      "{\"code\": \"load.aborted\", \"text\": \"aborted after 5 s: errors 80 %\"}";

  private final Path results;
  private final List<String> ran = new ArrayList<>();
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private double capacity = 3300;
  private double busyAt = Double.POSITIVE_INFINITY;
  private double abortsAbove = Double.POSITIVE_INFINITY;
  private String troubles = "";
  private double rareFrom = Double.POSITIVE_INFINITY;
  private final List<Integer> broken = new ArrayList<>();
  private String verdict = "valid";
  private List<String> reasons = List.of();
  private int failAfter = Integer.MAX_VALUE;
  private Instant now = START;

  FindRunTest(@TempDir Path results) {
    this.results = results;
  }

  private static String reason(String text) {
    return "{\"code\": \"a.b\", \"text\": " + text + "}";
  }

  private ExitCode find(FindPlan plan) throws Exception {
    RunsDirectory directory = FindRun.directory(results, "test", "same", now);
    return new FindRun(
            plan,
            "same",
            directory,
            cell -> measure(directory, cell),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            () -> now)
        .run();
  }

  private static FindPlan plan(boolean curve) {
    return new FindPlan(SearchPlan.from(1000), Bounds.USUAL.withoutBacklogGrowth(), curve);
  }

  private SearchResult found() throws Exception {
    return SearchResult.read(FindRun.directory(results, "test", "same", now).path());
  }

  /** Of the host's two processors, if anything is known of them. */
  private String use(double offered) {
    return Double.isInfinite(busyAt)
        ? ""
        : String.format(
            Locale.ROOT,
            """
            "environment": {"host": {"logicalProcessors": 2}},
            "resources": {"host": {"cpuCoresMean": %f}},\
            """,
            2 * offered / busyAt);
  }

  /**
   * Leaves what a run would; beyond the capacity the schedule lag grows. A load that is aborted
   * ends in its warm-up.
   */
  private ExitCode measure(RunsDirectory directory, MatrixCell cell) throws InterruptedException {
    if (ran.size() == failAfter) {
      throw new InterruptedException();
    }
    now = now.plusSeconds(60);
    ran.add(cell.label());
    double offered = Double.parseDouble(cell.label().replaceAll("load.rate=|/s", ""));
    // Whole messages in ten seconds.
    double due = Math.round(offered * 10) / 10.0;
    double achieved = Math.min(due, capacity);
    boolean fails = broken.contains(ran.size());
    boolean aborts = offered > abortsAbove;
    try {
      Path run =
          Files.createDirectory(
              directory
                  .path()
                  .resolve(
                      String.format(
                          Locale.ROOT, "20261122T0300%02dZ-%s", ran.size(), cell.name())));
      Files.writeString(
          run.resolve("run.json"),
          PartialRun.complete(
              String.format(
                  Locale.ROOT,
                  """
                  {"command": "producer",
                   "workload": {"message": {"size": "1KiB"}, "load": {"rate": "%s"}},
                   "verdict": {"status": "%s", "reasons": [%s]}, "faults": [%s], "audit": {"agreesWithBroker": true},
                   "throughput": {"offeredPerSecond": %s, "achievedPerSecond": %f,
                   "warmupSeconds": %d, "measuredSeconds": %d},
                   "latency": {"response": {"p50Nanos": 1000000, "p99Nanos": %d%s}}, %s
                   "sends": {"attempted": 100, "acked": 100}, "generator": {"troubles": [%s]}}
                  """,
                  cell.label().replace("load.rate=", ""),
                  fails || aborts ? "invalid" : verdict,
                  aborts ? ABORTED : fails ? reason(FAULT) : String.join(",", reasons),
                  fails ? FAULT : "",
                  aborts ? "null" : Double.toString(due),
                  aborts ? 0 : achieved,
                  aborts ? 5 : 0,
                  aborts ? 0 : 10,
                  Math.round(2e6 / Math.max(0.01, 1 - offered / capacity)),
                  offered < rareFrom ? "" : ", \"p999Nanos\": 3000000",
                  use(offered),
                  offered > capacity ? troubles : "")));
      StringBuilder rows =
          new StringBuilder("toSeconds,phase,attempted,inFlight,lagP50Nanos,lagMaxNanos\n");
      for (int second = 1; second <= 10; second++) {
        long lag = Math.round(second * 1e9 * (1 - achieved / offered));
        long sent = Math.round(second * achieved) - Math.round((second - 1) * achieved);
        rows.append(
            String.format(
                Locale.ROOT,
                "%d,%s,%d,1,%d,%d\n",
                second,
                aborts ? "warmup" : "measured",
                sent,
                lag,
                lag));
      }
      Files.writeString(run.resolve("intervals.csv"), rows);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return ExitCode.VALID;
  }

  @Test
  void theRateIsFoundWithWhatFailedAboveItAndTheCurveBelow() throws Exception {
    assertThat(find(plan(true))).isEqualTo(ExitCode.VALID);
    SearchResult found = found();
    assertThat(found.lowPerSecond()).isLessThanOrEqualTo(capacity);
    assertThat(found.highPerSecond()).isGreaterThan(capacity);
    assertThat(Objects.requireNonNull(found.highPerSecond()) / found.lowPerSecond())
        .isLessThanOrEqualTo(1.05);
    assertThat(found.confirmed()).isTrue();
    assertThat(found.failedAbove()).isNotEmpty().allMatch(text -> text.contains("growth"));
    assertThat(found.probes()).hasSizeLessThanOrEqualTo(12);
    Promise.Level promise = new Promise.Level(true, false, 1, false);
    assertThat(found.load()).isEqualTo(new SearchResult.Load(1024, 1, 0, 0, null, promise));
    assertThat(found.curve()).hasSize(10);
    assertThat(found.curve().get(9).offeredPerSecond())
        .isEqualTo(found.lowPerSecond(), within(0.1));
    assertThat(found.kneePerSecond()).isNotNull().isLessThan(found.lowPerSecond());
    assertThat(found.atCpuBoundPerSecond()).isNull();
    // The load of 100 % was tried before.
    assertThat(ran).hasSize(found.probes().size() + 9);
    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("probe 1: 1000/s\n", "1000/s: sustained, between 1000/s and ?\n")
        .contains("probe 2: 2000/s, at most 20 min left")
        .containsPattern("load 90 %: [0-9.]+/s, at most 1 min left");
  }

  @Test
  void whereProcessorsAreTheLimitTheirLoadIsInterpolated() throws Exception {
    busyAt = 2500;
    Bounds bounds = Bounds.USUAL.withoutBacklogGrowth().with(Preset.CPU_75);
    assertThat(find(new FindPlan(SearchPlan.from(1000), bounds, false))).isEqualTo(ExitCode.VALID);
    SearchResult found = found();
    assertThat(found.failedAbove()).allMatch(text -> text.startsWith("cpu "));
    assertThat(found.atCpuBoundPerSecond())
        .isBetween(found.lowPerSecond(), Objects.requireNonNull(found.highPerSecond()))
        .isEqualTo(0.75 * 2500, within(1.0));
  }

  @Test
  void whoIsInterruptedGoesOnWithTheSameSearch() throws Exception {
    failAfter = 4;
    assertThatThrownBy(() -> find(plan(false))).isInstanceOf(InterruptedException.class);
    assertThat(found().probes()).hasSize(4);
    failAfter = Integer.MAX_VALUE;
    assertThat(find(plan(false))).isEqualTo(ExitCode.VALID);
    List<String> inTwo = List.copyOf(ran);
    ran.clear();
    RunsDirectory other = FindRun.directory(results, "test", "other", now);
    new FindRun(
            plan(false),
            "other",
            other,
            cell -> measure(other, cell),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            () -> now)
        .run();
    assertThat(ran).isEqualTo(inTwo);
  }

  @Test
  void aGeneratorThatGivesInFirstIsTheLimitAndTheRateNotValid() throws Exception {
    troubles = "\"the generator stood still\"";
    assertThat(find(plan(false))).isEqualTo(ExitCode.RUN_INVALID);
    assertThat(found().limitedByGenerator()).isTrue();
  }

  @Test
  void anInvalidTrialIsNoEvidenceAndRunOnceMore() throws Exception {
    broken.add(1);
    assertThat(find(plan(false))).isEqualTo(ExitCode.VALID);
    SearchResult found = found();
    assertThat(ran.get(1)).isEqualTo(ran.get(0));
    Trial first = found.probes().get(0);
    assertThat(first.sustained()).isFalse();
    assertThat(first.unanswered()).isTrue();
    assertThat(first.verdict()).isEqualTo(Verdict.Status.INVALID);
    assertThat(first.text()).isEqualTo("void; INVALID: after 3 s: slave ended with exit code 137");
    assertThat(found.probes().get(1).sustained()).isTrue();
    assertThat(found.lowestPerSecond()).isLessThanOrEqualTo(capacity);
    assertThat(found.highPerSecond()).isGreaterThan(capacity);
    assertThat(found.unanswered()).isEmpty();
  }

  @Test
  void whereNoTrialIsValidTheSearchEndsAndSaysSo() throws Exception {
    broken.addAll(List.of(2, 3));
    assertThat(find(plan(false))).isEqualTo(ExitCode.RUN_INVALID);
    SearchResult found = found();
    assertThat(found.lowPerSecond()).isEqualTo(1000);
    assertThat(found.highPerSecond()).isNull();
    assertThat(found.confirmed()).isFalse();
    assertThat(found.unanswered())
        .containsExactly("2000/s: void; INVALID: after 3 s: slave ended with exit code 137");
    assertThat(FindTable.rate(found)).startsWith("at least 1,000/s, no upper end found, not conf");
  }

  @Test
  void withoutAnyValidTrialNothingIsFound() throws Exception {
    broken.addAll(List.of(1, 2));
    assertThat(find(plan(true))).isEqualTo(ExitCode.RUN_INVALID);
    assertThat(found().noneSustainable()).isTrue();
    assertThat(found().highPerSecond()).isNull();
    assertThat(ran).hasSize(2);
  }

  @Test
  void aSingleTrialWithoutAnAnswerMissesNoLimit() throws Exception {
    broken.add(1);
    FindPlan plan =
        new FindPlan(
            new SearchPlan(1000, 0, Double.POSITIVE_INFINITY, 0.05, 1),
            Bounds.USUAL.withoutBacklogGrowth(),
            false);
    assertThat(find(plan)).isEqualTo(ExitCode.RUN_INVALID);
    assertThat(found().unanswered())
        .containsExactly("1000/s: void; INVALID: after 3 s: slave ended with exit code 137");
  }

  @Test
  void aGeneratorThatBearsNoRateSaysNothingOfTheBrokers() throws Exception {
    capacity = 5;
    troubles = "\"the generator stood still\"";
    FindPlan plan =
        new FindPlan(
            new SearchPlan(1000, 1000, 10_000, 0.05, 12),
            Bounds.USUAL.withoutBacklogGrowth(),
            false);
    assertThat(find(plan)).isEqualTo(ExitCode.RUN_INVALID);
    assertThat(found().noneSustainable()).isTrue();
  }

  /** On external clusters the share of errors has such a limit unless set otherwise. */
  @Test
  void aRateWhoseLoadALimitEndedInItsWarmUpIsNotSustained() throws Exception {
    capacity = 100_000;
    abortsAbove = 3300;
    assertThat(find(plan(false))).isEqualTo(ExitCode.VALID);
    SearchResult found = found();
    assertThat(found.lowPerSecond()).isLessThanOrEqualTo(abortsAbove);
    assertThat(found.highPerSecond()).isGreaterThan(abortsAbove);
    assertThat(found.failedAbove()).containsExactly("aborted after 5 s: errors 80 %");
    assertThat(found.probes())
        .filteredOn(trial -> trial.offeredPerSecond() > abortsAbove)
        .isNotEmpty()
        .allSatisfy(
            trial -> {
              assertThat(trial.text())
                  .isEqualTo("not sustained; INVALID: aborted after 5 s: errors 80 %");
              assertThat(trial.achievedPerSecond()).isNull();
              assertThat(trial.servedPerSecond()).isNull();
            });
  }

  @Test
  void aSuspectTrialCountsAndShowsItsReason() throws Exception {
    verdict = "suspect";
    reasons = List.of(reason("\"processes outside the run used 1.20 processors\""));
    assertThat(find(plan(false))).isEqualTo(ExitCode.VALID);
    assertThat(found().probes().get(0).text())
        .isEqualTo("sustained; SUSPECT: processes outside the run used 1.20 processors");
    assertThat(found().probes().get(0).reasons())
        .containsExactly("processes outside the run used 1.20 processors");
  }

  @Test
  void aLowRateIsKnownAgainAlthoughItsMessagesAreWhole() throws Exception {
    capacity = 33;
    FindPlan plan = new FindPlan(SearchPlan.from(11.11), Bounds.USUAL.withoutBacklogGrowth(), true);
    assertThat(find(plan)).isEqualTo(ExitCode.VALID);
    assertThat(found().curve()).hasSize(10);
    assertThat(found().failedAbove()).isNotEmpty();
  }

  @Test
  void whereNoRateIsSustainableTheLimitIsMissed() throws Exception {
    capacity = 5;
    FindPlan plan =
        new FindPlan(
            new SearchPlan(1000, 100, 10_000, 0.05, 12), Bounds.USUAL.withoutBacklogGrowth(), true);
    assertThat(find(plan)).isEqualTo(ExitCode.LIMIT_MISSED);
    assertThat(found().noneSustainable()).isTrue();
    assertThat(found().curve()).isEmpty();
  }

  @Test
  void tooFewTrialsToConfirmTheEndsAreNotValid() throws Exception {
    FindPlan plan =
        new FindPlan(
            new SearchPlan(1000, 0, Double.POSITIVE_INFINITY, 0.05, 5),
            Bounds.USUAL.withoutBacklogGrowth(),
            false);
    assertThat(find(plan)).isEqualTo(ExitCode.RUN_INVALID);
    assertThat(found().confirmed()).isFalse();
  }

  @Test
  void aTrialWithoutAResultEndsTheSearchAsItEnded() throws Exception {
    RunsDirectory directory = FindRun.directory(results, "test", "same", now);
    assertThat(
            new FindRun(
                    plan(true),
                    "same",
                    directory,
                    cell -> ExitCode.BROKER_FAILED,
                    new PrintStream(out, true, StandardCharsets.UTF_8),
                    () -> now)
                .run())
        .isEqualTo(ExitCode.BROKER_FAILED);
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("the run at 1000/s left no result");
  }

  @Test
  void whatCannotBeJudgedEndsTheSearchAndSaysWhy() throws Exception {
    FindPlan plan =
        new FindPlan(
            SearchPlan.from(1000),
            Bounds.USUAL.withoutBacklogGrowth().with(RunFigure.of(Resource.DISK), 0.5),
            false);
    assertThat(find(plan)).isEqualTo(ExitCode.RUN_INVALID);
    assertThat(ran).hasSize(1);
    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("c01-1000_s cannot be judged: disk unknown, bound 50 %; measure for longer");
  }

  /** Ten of its messages must lie above a percentile. */
  @Test
  void loadsOfTheCurveMayHaveTooFewMessagesForALimit() throws Exception {
    rareFrom = 1000;
    RunFigure rare = RunFigure.of(Metric.RESPONSE, Statistic.P999);
    Bounds bounds = Bounds.USUAL.withoutBacklogGrowth().with(rare, 50e6);
    assertThat(find(new FindPlan(SearchPlan.from(1000), bounds, true))).isEqualTo(ExitCode.VALID);
    assertThat(found().curve()).hasSize(10);
    assertThat(found().curve().get(0).text()).isEqualTo("void");
    assertThat(found().curve().get(9).text()).isEqualTo("sustained");
  }

  @Test
  void resourcesThatAreNotVisibleAreNamed() throws Exception {
    FindPlan plan =
        new FindPlan(
            SearchPlan.from(1000), Bounds.USUAL.withoutBacklogGrowth().with(Preset.SAFE), false);
    assertThat(find(plan)).isEqualTo(ExitCode.VALID);
    assertThat(found().notJudged())
        .containsExactly("cpu", "disk", "gc", "iowait", "memory", "network");
  }
}
