package io.brokerbench.find;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.figures.Resource;
import io.brokerbench.figures.RunFigure;
import io.brokerbench.figures.RunFigure.Use;
import io.brokerbench.figures.RunFigure.Value;
import io.brokerbench.results.Latency.Statistic;
import io.brokerbench.results.Metric;
import io.brokerbench.results.Verdict;
import io.brokerbench.results.Verdict.Reason;
import io.brokerbench.statistics.Direction;
import io.brokerbench.units.Unit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class JudgementTest {

  private static final RunFigure P99 = RunFigure.of(Metric.RESPONSE, Statistic.P99);

  /** The course of a valid run without faults. */
  private static final Trial.Course VALID =
      new Trial.Course(new Verdict(Verdict.Status.VALID, List.of()), List.of(), null);

  private static final Bounds ALL =
      new Bounds(
          0.99,
          0.01,
          0.01,
          OptionalDouble.of(0.01),
          Map.of(
              P99,
              10_000_000.0,
              RunFigure.ERRORS,
              0.0001,
              of(Resource.CPU),
              0.75,
              of(Resource.IOWAIT),
              0.05,
              of(Resource.MEMORY),
              0.9,
              of(Resource.GC),
              0.02,
              of(Resource.DISK),
              0.8,
              of(Resource.NETWORK),
              0.7),
          Set.of());

  /** Only what every trial is judged by. */
  private static final Bounds LEAST =
      new Bounds(0.99, 0.01, 0.01, OptionalDouble.empty(), Map.of(), Set.of());

  private static final TrialMeasurement UNKNOWN = known(Map.of());

  /** A trial of which nothing else is known. */
  private static TrialMeasurement known(Map<RunFigure, Value> figures) {
    return new TrialMeasurement(
        10_000,
        60,
        OptionalDouble.empty(),
        Slope.UNKNOWN,
        BacklogGrowth.UNKNOWN,
        0,
        0,
        Map.of(),
        figures(figures),
        Optional.empty(),
        Optional.empty());
  }

  private static BacklogGrowth growth(double perSecond, double low, double high) {
    return new BacklogGrowth(new Slope(perSecond, low, high), perSecond);
  }

  private static Judgement judge(TrialMeasurement facts, Bounds bounds) {
    return Judgement.of(facts, bounds, 0.025);
  }

  @Test
  void aTrialOnAllItsBoundsIsSustained() {
    TrialMeasurement facts =
        new TrialMeasurement(
            10_000,
            60,
            OptionalDouble.of(9_900),
            new Slope(0.01, 0.005, 0.015),
            growth(100, 50, 150),
            0,
            0,
            Map.of("a", growth(100, 50, 150), "b", growth(-5, -6, -4)),
            figures(
                Map.of(
                    P99,
                    value(10_000_000),
                    RunFigure.ERRORS,
                    value(0.0001),
                    of(Resource.CPU),
                    use(0.75),
                    of(Resource.IOWAIT),
                    use(0.05),
                    of(Resource.MEMORY),
                    use(0.9),
                    of(Resource.GC),
                    use(0.02),
                    of(Resource.DISK),
                    use(0.8),
                    of(Resource.NETWORK),
                    use(0.7))),
            Optional.of(true),
            Optional.of(true));
    Judgement judgement = judge(facts, ALL);
    assertThat(judgement.failed()).isEmpty();
    assertThat(judgement.outcome(VALID)).isEqualTo(Judgement.Outcome.HELD);
    assertThat(judgement.conditions()).hasSize(15);
    assertThat(judgement.conditions().get(0).text()).isEqualTo("achieved rate 99 % >= 99 %");
    assertThat(judgement.conditions().get(5).text()).isEqualTo("response p99 10.0 ms <= 10.0 ms");
  }

  private static RunFigure of(Resource resource) {
    return RunFigure.of(resource);
  }

  private static Function<RunFigure, Value> figures(Map<RunFigure, Value> known) {
    return figure -> known.getOrDefault(figure, Value.of(null, "nobody knows it"));
  }

  private static Value value(double number) {
    return Value.of(number, "");
  }

  private static Value use(double share) {
    return new Value(share, "broker-a", List.of(), "", "");
  }

  static List<RunFigure> ofSearches() {
    return RunFigure.all(Use.FIND);
  }

  @ParameterizedTest
  @MethodSource("ofSearches")
  void aTrialIsJudgedByAnyFigureThatASearchMayLimit(RunFigure figure) {
    Bounds bounds = LEAST.with(figure, 50);
    double worse = figure.better() == Direction.HIGHER ? 40 : 60;
    assertThat(judge(known(Map.of(figure, value(50))), bounds).failed()).isEmpty();
    assertThat(judge(known(Map.of(figure, value(worse))), bounds).failed())
        .containsExactly(
            new Condition(
                figure.label(),
                OptionalDouble.of(worse),
                figure.better(),
                50,
                figure.unit(),
                false));
  }

  /** What is known is a lower bound of the highest. */
  @Test
  void aLimitIsNotKeptIfANodeIsUnknown() {
    Value cpu = new Value(0.5, "broker-a", List.of("broker-b", "broker-c"), "not known", "");
    TrialMeasurement facts =
        new TrialMeasurement(
            10_000,
            60,
            OptionalDouble.of(10_000),
            growth(0, 0, 0).slope(),
            growth(0, 0, 0),
            0,
            0,
            Map.of(),
            figures(Map.of(RunFigure.ERRORS, value(0), of(Resource.CPU), cpu)),
            Optional.of(true),
            Optional.of(true));
    Bounds usual = Bounds.USUAL.withoutBacklogGrowth();
    Judgement unknown = judge(facts, usual.with(of(Resource.CPU), 0.75));
    assertThat(unknown.unknown())
        .extracting(Condition::text)
        .containsExactly("cpu of broker-b, broker-c unknown, bound 75 %");
    assertThat(unknown.outcome(VALID)).isEqualTo(Judgement.Outcome.VOID);
    Judgement broken = judge(facts, usual.with(of(Resource.CPU), 0.4));
    assertThat(broken.failed())
        .extracting(Condition::text)
        .containsExactly("cpu of broker-a 50 % > 40 %");
    Judgement optional = judge(facts, usual.with(Preset.SAFE));
    assertThat(optional.conditions())
        .extracting(Condition::text)
        .noneMatch(text -> text.startsWith("cpu"));
  }

  @Test
  void eachConditionThatFailsIsNamedWithBothFigures() {
    TrialMeasurement facts =
        new TrialMeasurement(
            10_000,
            60,
            OptionalDouble.of(9_700),
            new Slope(0.05, 0.03, 0.07),
            growth(500, 400, 600),
            0,
            0,
            Map.of("fast", growth(0, 0, 0), "slow", growth(600, 480, 720)),
            figures(
                Map.of(
                    P99,
                    value(18_200_000),
                    RunFigure.ERRORS,
                    value(0.0213),
                    of(Resource.CPU),
                    use(0.8125),
                    of(Resource.IOWAIT),
                    use(0.06),
                    of(Resource.MEMORY),
                    use(0.95),
                    of(Resource.GC),
                    use(0.03),
                    of(Resource.DISK),
                    use(0.99),
                    of(Resource.NETWORK),
                    use(0.71))),
            Optional.of(false),
            Optional.of(false));
    Judgement judgement = judge(facts, ALL);
    assertThat(judgement.outcome(VALID)).isEqualTo(Judgement.Outcome.FAILED);
    assertThat(judgement.failed())
        .extracting(Condition::text)
        .containsExactly(
            "achieved rate 97 % < 99 %",
            "schedule lag growth 5 % > 1 %",
            "growth of pending sends 4.983 % > 1 %",
            "backlog growth of slow 6 % > 1 %",
            "response p99 18.2 ms > 10.0 ms",
            "error ratio 2.13 % > 0.01 %",
            "audit clean: no",
            "load generator overloaded: yes",
            "cpu of broker-a 81.25 % > 75 %",
            "iowait of broker-a 6 % > 5 %",
            "memory of broker-a 95 % > 90 %",
            "gc of broker-a 3 % > 2 %",
            "disk of broker-a 99 % > 80 %",
            "network of broker-a 71 % > 70 %");
    assertThat(judgement.failed().get(4))
        .isEqualTo(
            new Condition(
                "response p99",
                OptionalDouble.of(18_200_000),
                Direction.LOWER,
                10_000_000,
                Unit.NANOS,
                false));
  }

  @Test
  void aGrowthThatIsNotSureCountsAsNone() {
    assertThat(backlogGrowth(growth(600, -1, 1_201))).isEqualTo("backlog growth of g 0 % <= 1 %");
    assertThat(backlogGrowth(growth(600, 1, 1_199))).isEqualTo("backlog growth of g 6 % > 1 %");
    assertThat(backlogGrowth(growth(90, 80, 100))).isEqualTo("backlog growth of g 0.9 % <= 1 %");
    assertThat(backlogGrowth(growth(-90, -100, -80)))
        .isEqualTo("backlog growth of g -0.9 % <= 1 %");
  }

  private static String backlogGrowth(BacklogGrowth backlog) {
    TrialMeasurement facts =
        new TrialMeasurement(
            10_000,
            60,
            OptionalDouble.empty(),
            Slope.UNKNOWN,
            BacklogGrowth.UNKNOWN,
            0,
            0,
            Map.of("g", backlog),
            figures(Map.of()),
            Optional.empty(),
            Optional.empty());
    return judge(facts, ALL).conditions().get(3).text();
  }

  @Test
  void whatIsUnknownDoesNotHoldUnderAStatedBound() {
    Judgement judgement = judge(UNKNOWN, ALL);
    assertThat(judgement.outcome(VALID)).isEqualTo(Judgement.Outcome.VOID);
    assertThat(judgement.unknown())
        .extracting(Condition::text)
        .containsExactly(
            "achieved rate unknown, bound 99 %",
            "backlog growth unknown, bound 1 %",
            "response p99 unknown, bound 10.0 ms",
            "error ratio unknown, bound 0.01 %",
            "audit clean: unknown",
            "load generator overloaded: unknown",
            "cpu unknown, bound 75 %",
            "iowait unknown, bound 5 %",
            "memory unknown, bound 90 %",
            "gc unknown, bound 2 %",
            "disk unknown, bound 80 %",
            "network unknown, bound 70 %");
  }

  private static TrialMeasurement pending(double seconds, BacklogGrowth pending) {
    return new TrialMeasurement(
        3_000,
        seconds,
        OptionalDouble.of(3_000),
        new Slope(0, 0, 0),
        pending,
        0,
        0,
        Map.of(),
        figures(Map.of(RunFigure.ERRORS, value(0))),
        Optional.of(true),
        Optional.of(true));
  }

  private static Judgement usual(TrialMeasurement facts) {
    return judge(facts, Bounds.USUAL.withoutBacklogGrowth());
  }

  @Test
  void sendsInFlightThatGrowFailTheRate() {
    Judgement judgement = usual(pending(6, growth(31, 25, 37)));
    assertThat(judgement.outcome(VALID)).isEqualTo(Judgement.Outcome.FAILED);
    assertThat(judgement.failed())
        .extracting(Condition::text)
        .containsExactly("growth of pending sends 0.8556 % > 0.2 %");
  }

  @Test
  void whatGrewIsTakenOffWhatWasServed() {
    Judgement judgement = usual(pending(6, growth(30, -5, 65)));
    assertThat(judgement.outcome(VALID)).isEqualTo(Judgement.Outcome.HELD);
    // The growth, half its interval, and what reading counts may miss.
    assertThat(judgement.servedPerSecond()).isBetween(2_920.0, 2_935.0);
  }

  @Test
  void moreThanTheResolutionCannotBeTold() {
    Judgement judgement = usual(pending(6, growth(150, -5, 305)));
    assertThat(judgement.failed()).isEmpty();
    assertThat(judgement.outcome(VALID)).isEqualTo(Judgement.Outcome.TOO_SHORT);
    assertThat(judgement.secondsNeeded()).isBetween(15, 20);
    Judgement unknown = usual(pending(4, BacklogGrowth.UNKNOWN));
    assertThat(unknown.outcome(VALID)).isEqualTo(Judgement.Outcome.TOO_SHORT);
    assertThat(unknown.secondsNeeded()).isEqualTo(10);
  }

  /** In four times the time, the number of random arrivals deviates by twice as many. */
  @Test
  void withRandomArrivalsTheLengthThatIsNeededIsEnough() {
    Judgement judgement = usual(random(60));
    assertThat(judgement.outcome(VALID)).isEqualTo(Judgement.Outcome.TOO_SHORT);
    int needed = judgement.secondsNeeded();
    assertThat(usual(random(needed)).outcome(VALID)).isEqualTo(Judgement.Outcome.HELD);
    assertThat(usual(random(needed - 10)).outcome(VALID)).isEqualTo(Judgement.Outcome.TOO_SHORT);
  }

  private static TrialMeasurement random(double seconds) {
    return new TrialMeasurement(
        10,
        seconds,
        OptionalDouble.of(10),
        new Slope(0, 0, 0),
        growth(0, 0, 0),
        Math.sqrt(10 * seconds),
        0,
        Map.of(),
        figures(Map.of(RunFigure.ERRORS, value(0))),
        Optional.of(true),
        Optional.of(true));
  }

  @Test
  void anInvalidRunNeverHolds() {
    Judgement well = usual(pending(6, growth(0, 0, 0)));
    Judgement missed = usual(pending(6, growth(300, 290, 310)));
    Trial.Course invalid =
        new Trial.Course(
            new Verdict(Verdict.Status.INVALID, List.of(new Reason("code", "why"))),
            List.of(),
            null);
    Trial.Course broken =
        new Trial.Course(
            new Verdict(Verdict.Status.INVALID, List.of(new Reason("code", "why"))),
            List.of("slave ended"),
            null);
    Trial.Course suspect =
        new Trial.Course(
            new Verdict(Verdict.Status.SUSPECT, List.of(new Reason("code", "why"))),
            List.of(),
            null);
    assertThat(well.outcome(invalid)).isEqualTo(Judgement.Outcome.VOID);
    assertThat(well.outcome(broken)).isEqualTo(Judgement.Outcome.VOID);
    assertThat(well.outcome(suspect)).isEqualTo(Judgement.Outcome.HELD);
    assertThat(missed.outcome(invalid)).isEqualTo(Judgement.Outcome.FAILED);
    assertThat(missed.outcome(broken)).isEqualTo(Judgement.Outcome.VOID);
  }

  @Test
  void aRunThatALimitAbortedDoesNotHold() {
    Trial.Course aborted =
        new Trial.Course(
            new Verdict(Verdict.Status.INVALID, List.of(new Reason(Reason.ABORTED, "why"))),
            List.of(),
            null);
    assertThat(usual(pending(6, growth(0, 0, 0))).outcome(aborted))
        .isEqualTo(Judgement.Outcome.FAILED);
  }

  @Test
  void whatHasNoBoundIsNotJudged() {
    assertThat(judge(UNKNOWN, LEAST).conditions())
        .extracting(Condition::name)
        .containsExactly(
            "achieved rate",
            "schedule lag growth",
            "growth of pending sends",
            "audit clean",
            "load generator overloaded");
  }

  /** The conditions that bounds add to those of every trial, where nothing is known. */
  private static List<String> added(Bounds bounds) {
    List<Condition> always = judge(UNKNOWN, LEAST).conditions();
    return judge(UNKNOWN, bounds).conditions().stream()
        .filter(condition -> !always.contains(condition))
        .map(Condition::text)
        .toList();
  }

  @Test
  void aPresetJudgesWhatIsKnownAndAStatedBoundInAnyCase() {
    Bounds safe = LEAST.with(Preset.SAFE);
    assertThat(added(safe)).isEmpty();
    assertThat(added(safe.with(of(Resource.DISK), 0.5)))
        .containsExactly("disk unknown, bound 50 %");
    assertThat(added(LEAST.with(Preset.CPU_75))).containsExactly("cpu unknown, bound 75 %");
  }

  @Test
  void boundsReadTheSameInEveryProcess() {
    assertThat(LEAST.with(Preset.SAFE).toString())
        .contains("{cpu=0.75, iowait=0.3, memory=0.8, gc=0.05, disk=0.8, network=0.7}")
        .contains("[cpu, iowait, memory, gc, disk, network]");
  }
}
