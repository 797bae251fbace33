package io.brokerbench.find;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class JudgementTest {

  private static final Bounds ALL =
      new Bounds(
          OptionalDouble.of(0.99),
          OptionalDouble.of(0.01),
          OptionalDouble.of(0.01),
          OptionalLong.of(10_000_000),
          OptionalDouble.of(0.0001),
          true,
          true,
          Map.of(
              Resource.CPU, 0.75,
              Resource.IOWAIT, 0.05,
              Resource.MEMORY, 0.9,
              Resource.GC, 0.02,
              Resource.DISK, 0.8,
              Resource.NETWORK, 0.7),
          Set.of());

  private static final Bounds NONE =
      new Bounds(
          OptionalDouble.empty(),
          OptionalDouble.empty(),
          OptionalDouble.empty(),
          OptionalLong.empty(),
          OptionalDouble.empty(),
          false,
          false,
          Map.of(),
          Set.of());

  private static final Facts UNKNOWN =
      new Facts(
          10_000,
          OptionalDouble.empty(),
          Slope.UNKNOWN,
          Map.of(),
          OptionalLong.empty(),
          OptionalLong.empty(),
          OptionalDouble.empty(),
          Optional.empty(),
          Optional.empty(),
          Map.of());

  @Test
  void aProbeOnAllItsBoundsIsSustained() {
    Facts facts =
        new Facts(
            10_000,
            OptionalDouble.of(9_900),
            new Slope(0.01, 0.005, 0.015),
            Map.of("a", new Slope(100, 50, 150), "b", new Slope(-5, -6, -4)),
            OptionalLong.empty(),
            OptionalLong.of(10_000_000),
            OptionalDouble.of(0.0001),
            Optional.of(true),
            Optional.of(true),
            ALL.use());
    Judgement judgement = Judgement.of(facts, ALL);
    assertThat(judgement.failed()).isEmpty();
    assertThat(judgement.sustained()).isTrue();
    assertThat(judgement.conditions()).hasSize(14);
    assertThat(judgement.conditions().get(0).text()).isEqualTo("achieved rate 99 % >= 99 %");
    assertThat(judgement.conditions().get(4).text()).isEqualTo("response p99 10.0 ms <= 10.0 ms");
  }

  @Test
  void eachConditionThatFailsIsNamedWithBothFigures() {
    Facts facts =
        new Facts(
            10_000,
            OptionalDouble.of(9_700),
            new Slope(0.05, 0.03, 0.07),
            Map.of("fast", new Slope(0, 0, 0), "slow", new Slope(600, 480, 720)),
            OptionalLong.empty(),
            OptionalLong.of(18_200_000),
            OptionalDouble.of(0.0213),
            Optional.of(false),
            Optional.of(false),
            Map.of(
                Resource.CPU, 0.8125,
                Resource.IOWAIT, 0.06,
                Resource.MEMORY, 0.95,
                Resource.GC, 0.03,
                Resource.DISK, 0.99,
                Resource.NETWORK, 0.71));
    Judgement judgement = Judgement.of(facts, ALL);
    assertThat(judgement.sustained()).isFalse();
    assertThat(judgement.failed())
        .extracting(Condition::text)
        .containsExactly(
            "achieved rate 97 % < 99 %",
            "schedule lag growth 5 % > 1 %",
            "backlog growth of slow 6 % > 1 %",
            "response p99 18.2 ms > 10.0 ms",
            "error ratio 2.13 % > 0.01 %",
            "audit clean: no",
            "generator well: no",
            "cpu 81.25 % > 75 %",
            "iowait 6 % > 5 %",
            "memory 95 % > 90 %",
            "gc 3 % > 2 %",
            "disk 99 % > 80 %",
            "network 71 % > 70 %");
    assertThat(judgement.failed().get(3))
        .isEqualTo(
            new Condition(
                "response p99",
                OptionalDouble.of(18_200_000),
                Condition.Sense.AT_MOST,
                10_000_000,
                Condition.Unit.NANOS));
  }

  @Test
  void aGrowthThatIsNotSureCountsAsNone() {
    assertThat(backlogGrowth(new Slope(600, -1, 1_201)))
        .isEqualTo("backlog growth of g 0 % <= 1 %");
    assertThat(backlogGrowth(new Slope(600, 1, 1_199))).isEqualTo("backlog growth of g 6 % > 1 %");
    assertThat(backlogGrowth(new Slope(90, 80, 100))).isEqualTo("backlog growth of g 0.9 % <= 1 %");
    assertThat(backlogGrowth(new Slope(-90, -100, -80)))
        .isEqualTo("backlog growth of g -0.9 % <= 1 %");
  }

  private static String backlogGrowth(Slope backlog) {
    Facts facts =
        new Facts(
            10_000,
            OptionalDouble.empty(),
            Slope.UNKNOWN,
            Map.of("g", backlog),
            OptionalLong.empty(),
            OptionalLong.empty(),
            OptionalDouble.empty(),
            Optional.empty(),
            Optional.empty(),
            Map.of());
    return Judgement.of(facts, ALL).conditions().get(2).text();
  }

  @Test
  void whatIsUnknownFailsUnderAStatedBound() {
    assertThat(Judgement.of(UNKNOWN, ALL).failed())
        .extracting(Condition::text)
        .containsExactly(
            "achieved rate unknown, bound 99 %",
            "schedule lag growth unknown, bound 1 %",
            "backlog growth unknown, bound 1 %",
            "response p99 unknown, bound 10.0 ms",
            "error ratio unknown, bound 0.01 %",
            "audit clean: unknown",
            "generator well: unknown",
            "cpu unknown, bound 75 %",
            "iowait unknown, bound 5 %",
            "memory unknown, bound 90 %",
            "gc unknown, bound 2 %",
            "disk unknown, bound 80 %",
            "network unknown, bound 70 %");
  }

  @Test
  void whatHasNoBoundIsNotJudged() {
    assertThat(Judgement.of(UNKNOWN, NONE).conditions()).isEmpty();
    assertThat(Judgement.of(UNKNOWN, NONE).sustained()).isTrue();
  }

  @Test
  void aPresetJudgesWhatIsKnownAndAStatedBoundInAnyCase() {
    Bounds safe = NONE.with(Preset.SAFE);
    assertThat(Judgement.of(UNKNOWN, safe).conditions()).isEmpty();
    assertThat(Judgement.of(UNKNOWN, safe.withUse(Resource.DISK, 0.5)).failed())
        .extracting(Condition::text)
        .containsExactly("disk unknown, bound 50 %");
    assertThat(Judgement.of(UNKNOWN, NONE.with(Preset.CPU_75)).failed())
        .extracting(Condition::text)
        .containsExactly("cpu unknown, bound 75 %");
  }

  @Test
  void boundsReadTheSameInEveryProcess() {
    assertThat(NONE.with(Preset.SAFE).toString())
        .contains("{CPU=0.75, IOWAIT=0.3, MEMORY=0.8, GC=0.05, DISK=0.8, NETWORK=0.7}")
        .contains("[CPU, IOWAIT, MEMORY, GC, DISK, NETWORK]");
  }
}
