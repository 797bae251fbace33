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
