package io.brokerbench.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.brokerbench.statistics.Gate.Check;
import io.brokerbench.statistics.Gate.Finding;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class GateTest {

  private static final double LIMIT = 0.1;

  @Test
  void aRateSurelyBelowItsLimitIsMissed() {
    assertThat(missed(Repeats.of(1000, 1010, 990), Repeats.of(700, 710, 690), Direction.HIGHER))
        .isTrue();
    assertThat(missed(Repeats.of(1000, 1010, 990), Repeats.of(1400, 1410, 1390), Direction.LOWER))
        .isTrue();
  }

  @Test
  void whatGotBetterIsNotMissed() {
    assertThat(missed(Repeats.of(1000, 1010, 990), Repeats.of(1400, 1410, 1390), Direction.HIGHER))
        .isFalse();
    assertThat(missed(Repeats.of(1000, 1010, 990), Repeats.of(700, 710, 690), Direction.LOWER))
        .isFalse();
  }

  @Test
  void whatIsSurelyWorseButWithinTheLimitIsNotMissed() {
    assertThat(missed(Repeats.of(1000, 1001, 999), Repeats.of(905, 906, 904), Direction.HIGHER))
        .isFalse();
    assertThat(missed(Repeats.of(1000, 1001, 999), Repeats.of(895, 896, 894), Direction.HIGHER))
        .isTrue();
    assertThat(missed(Repeats.of(1000, 1001, 999), Repeats.of(1095, 1096, 1094), Direction.LOWER))
        .isFalse();
    assertThat(missed(Repeats.of(1000, 1001, 999), Repeats.of(1105, 1106, 1104), Direction.LOWER))
        .isTrue();
  }

  @Test
  void whatIsFarBeyondTheLimitButNotSureIsNotMissed() {
    assertThat(missed(Repeats.of(500, 1000, 2000), Repeats.of(300, 600, 1200), Direction.HIGHER))
        .isFalse();
  }

  @Test
  void whatWouldBeMissedAloneIsNotAmongMany() {
    Check worse =
        new Check(
            Ratio.of(Repeats.of(1000, 1100, 900), Repeats.of(650, 715, 585)),
            Direction.HIGHER,
            LIMIT);
    Check same =
        new Check(
            Ratio.of(Repeats.of(1000, 1100, 900), Repeats.of(1005, 1105, 905)),
            Direction.HIGHER,
            LIMIT);
    assertThat(Gate.judge(List.of(worse)).get(0).missed()).isTrue();
    List<Check> many =
        Stream.concat(Stream.of(worse), Stream.generate(() -> same)).limit(48).toList();
    assertThat(Gate.judge(many)).noneMatch(Finding::missed);
  }

  /** The four p values of the worked example in Wikipedia, "Holm-Bonferroni method". */
  @Test
  void adjustsAsInAWorkedExample() {
    assertThat(Gate.holm(0.01, 0.04, 0.03, 0.005))
        .containsExactly(new double[] {0.03, 0.06, 0.06, 0.02}, within(1e-12));
    assertThat(Gate.holm(0.9, 0.6)).containsExactly(1, 1);
    assertThat(Gate.holm()).isEmpty();
  }

  @Test
  void identicalNightsAreNotCalledARegression() {
    Random random = new Random(4);
    int nights = 2000;
    long alarms =
        IntStream.range(0, nights)
            .filter(
                night ->
                    Gate.judge(
                            IntStream.range(0, 48)
                                .mapToObj(i -> check(random, 1, i % 4 == 0))
                                .toList())
                        .stream()
                        .anyMatch(Finding::missed))
            .count();
    assertThat((double) alarms / nights).isLessThanOrEqualTo(Gate.FALSE_ALARMS * 1.3);
  }

  @Test
  void aBrokerHalfAsFastIsCalledARegression() {
    Random random = new Random(4);
    int nights = 200;
    long alarms =
        IntStream.range(0, nights)
            .filter(
                night ->
                    Gate.judge(
                            IntStream.range(0, 48)
                                .mapToObj(i -> check(random, 0.5, i % 4 == 0))
                                .toList())
                        .stream()
                        .anyMatch(Finding::missed))
            .count();
    assertThat(alarms).isEqualTo(nights);
  }

  /** Three runs a side that vary by 10 %, with a limit that is no help. */
  private static Check check(Random random, double speed, boolean rate) {
    Repeats base = Samples.logNormal(random, 3, 1000, 0.1);
    Repeats candidate = Samples.logNormal(random, 3, 1000 * (rate ? speed : 1 / speed), 0.1);
    return new Check(Ratio.of(base, candidate), rate ? Direction.HIGHER : Direction.LOWER, 1e-6);
  }

  private static boolean missed(Repeats base, Repeats candidate, Direction better) {
    return Gate.judge(List.of(new Check(Ratio.of(base, candidate), better, LIMIT))).get(0).missed();
  }
}
