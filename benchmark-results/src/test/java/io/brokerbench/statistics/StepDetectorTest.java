package io.brokerbench.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.brokerbench.statistics.StepDetector.FoundStep;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

final class StepDetectorTest {

  private static final SimulatedHistory NOISE = SimulatedHistory.WHITE;

  @Test
  void aStepIsFoundDatedAndSized() {
    double[] logs = NOISE.logs(60, 1, 40, 6);
    StepDetector detector = detector(logs);
    assertThat(detector.steps()).containsExactly(new FoundStep(40, 42));
    Step step = detector.step(0);
    assertThat(step.ratio().low()).isLessThan(Math.exp(-0.3));
    assertThat(step.ratio().high()).isGreaterThan(Math.exp(-0.3)).isLessThan(1);
  }

  @Test
  void twelveNightsAreEnoughForABrokerOfHalfTheSpeed() {
    double[] logs = NOISE.logs(12, 3, 6, 14);
    assertThat(detector(logs).steps()).extracting(FoundStep::index).containsExactly(6);
  }

  @Test
  void outliersThatRevertAreNoSteps() {
    double[] logs = NOISE.logs(100, 2);
    logs[30] -= 0.5;
    logs[60] -= 0.5;
    logs[62] -= 0.5;
    logs[99] -= 0.5;
    assertThat(detector(logs).steps()).isEmpty();
  }

  @Test
  void twoOutliersInThreeNightsAreNoStep() {
    for (int second : List.of(41, 42)) {
      double[] logs = NOISE.logs(60, 2);
      logs[40] -= 0.5;
      logs[second] -= 0.5;
      assertThat(detector(logs).steps()).isEmpty();
      assertThat(StepDetector.kept(logs)).hasSize(58).doesNotContain(40, second);
    }
  }

  /** Two nights that are 1.6 standard deviations lower are none, whatever the third is. */
  @Test
  void aNightThatIsFarOffMakesNoStepOfTwoThatAreNot() {
    double[] logs = Arrays.copyOf(NOISE.logs(40, 3), 43);
    double level = Arrays.stream(logs, 0, 40).average().orElseThrow();
    logs[40] = level - 0.08;
    logs[41] = level - 0.26;
    logs[42] = level - 0.08;
    assertThat(StepDetector.kept(logs)).hasSize(43);
    assertThat(detector(logs).steps()).isEmpty();
  }

  /** Each differs from the nights before it alone. */
  @Test
  void theFirstNightsOfAStepAreNoOutliers() {
    for (double step : new double[] {3.5, 8}) {
      assertThat(StepDetector.kept(NOISE.logs(60, 1, 57, step))).contains(57, 58, 59);
    }
  }

  /** Nights that differ by 0.25, where they differed by 0.05 before. */
  @Test
  void aStepToNoisierNightsIsFoundInThree() {
    double[] logs = NOISE.logs(60, 1);
    logs[57] -= 0.5;
    logs[58] -= 1;
    logs[59] -= 0.75;
    assertThat(detector(logs).steps()).containsExactly(new FoundStep(57, 59));
  }

  @Test
  void outliersNeitherDelayNorMoveNorResizeAStep() {
    double[] logs = NOISE.logs(60, 1, 40, 6);
    Step without = detector(logs).step(0);
    logs[10] -= 0.4;
    logs[20] -= 0.4;
    logs[50] += 0.5;
    StepDetector detector = detector(logs);
    assertThat(detector.steps()).containsExactly(new FoundStep(40, 42));
    assertThat(StepDetector.kept(logs)).hasSize(57).doesNotContain(10, 20, 50);
    Ratio ratio = detector.step(0).ratio();
    assertThat(ratio.log()).isCloseTo(without.ratio().log(), within(0.01));
    assertThat(ratio.degreesOfFreedom()).isEqualTo(55);
    assertThat(ratio.halfWidth()).isCloseTo(without.ratio().halfWidth(), within(0.005));
  }

  @Test
  void eightNightsAreEnoughForALargeStepAndAnOutlierAmongNineIsNone() {
    assertThat(detector(NOISE.logs(8, 3, 5, 14)).steps()).containsExactly(new FoundStep(5, 7));
    for (int outlier = 0; outlier < 9; outlier++) {
      double[] logs = NOISE.logs(9, 3);
      logs[outlier] -= 0.5;
      assertThat(detector(logs).steps()).isEmpty();
      assertThat(StepDetector.kept(logs)).hasSize(8).doesNotContain(outlier);
    }
  }

  /** Whatever comes later: an old step neither moves nor disappears, and none appears before it. */
  @Test
  void aStepDependsOnNoLaterNight() {
    double[] logs = NOISE.logs(200, 4, 60, 4);
    for (int i = 120; i < logs.length; i++) {
      logs[i] += 0.3;
    }
    List<FoundStep> all = detector(logs).steps();
    assertThat(all).hasSizeGreaterThanOrEqualTo(2);
    for (int nights = 0; nights <= logs.length; nights++) {
      int until = nights;
      assertThat(detector(Arrays.copyOf(logs, nights)).steps())
          .isEqualTo(all.stream().filter(step -> step.night() < until).toList());
    }
  }

  @Test
  void aNightWithBadRepeatsWeighsLess() {
    List<Repeats> good = new ArrayList<>();
    List<Repeats> bad = new ArrayList<>();
    double[] logs = NOISE.logs(40, 5, 30, 4);
    for (int i = 0; i < logs.length; i++) {
      good.add(new Repeats(3, logs[i], 1e-4));
      bad.add(new Repeats(3, logs[i], i == 30 ? 1 : 1e-4));
    }
    double[] weightsOfGood = StepDetector.weights(good, 0.0025);
    double[] weightsOfBad = StepDetector.weights(bad, 0.0025);
    assertThat(weightsOfGood).containsOnly(weightsOfGood[0]);
    assertThat(weightsOfGood[0]).isCloseTo(1, within(1e-9));
    assertThat(weightsOfBad[30]).isLessThan(0.2 * weightsOfBad[29]);
  }

  /** The last three of 33 nights are lower by seven standard deviations. */
  @Test
  void nightsWhoseRepeatsDisagreeShowNoStepThatAgreeingOnesShow() {
    double[] logs = NOISE.logs(33, 1, 30, 7);
    StepDetector agreeing = new StepDetector();
    StepDetector disagreeing = new StepDetector();
    for (int i = 0; i < logs.length; i++) {
      agreeing.add(new Repeats(3, logs[i], 1e-4));
      disagreeing.add(new Repeats(3, logs[i], i < 30 ? 1e-4 : 1));
    }
    assertThat(agreeing.steps()).containsExactly(new FoundStep(30, 32));
    assertThat(disagreeing.steps()).isEmpty();
  }

  @Test
  void fewNightsShowNothing() {
    StepDetector detector = detector(NOISE.logs(4, 1));
    assertThat(detector.steps()).isEmpty();
    assertThat(detector.detectable()).isEmpty();
  }

  /** Some four standard deviations of 5 %. */
  @Test
  void theDetectableStepIsThatOfTheNoise() {
    assertThat(detector(NOISE.logs(100, 1)).detectable().orElseThrow()).isBetween(0.12, 0.25);
  }

  private static StepDetector detector(double... logs) {
    StepDetector detector = new StepDetector();
    for (double log : logs) {
      detector.add(new Repeats(1, log, Double.NaN));
    }
    return detector;
  }
}
