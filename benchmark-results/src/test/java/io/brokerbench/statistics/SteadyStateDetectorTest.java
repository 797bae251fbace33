package io.brokerbench.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.brokerbench.results.SteadyState;
import io.brokerbench.results.SteadyState.Status;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

final class SteadyStateDetectorTest {

  private static final int SECONDS = 60;
  private static final double TOLERANCE = 0.05;
  private static final int[] LENGTHS = {20, 30, 60, 120, 300};
  private static final double MAX_FALSE_ALARMS = 0.02;

  private final Random random = new Random(1);

  @Test
  void aLevelIsSteady() {
    assertThat(of(i -> 1000 + 20 * random.nextGaussian()).status()).isEqualTo(Status.STEADY);
  }

  @Test
  void whatGrowsDrifts() {
    SteadyState state = of(i -> 1000 + 10 * i);
    assertThat(state.status()).isEqualTo(Status.DRIFTING);
    assertThat(state.low()).isCloseTo(1445.0 / 1145, within(1e-3));
    assertThat(state.high()).isCloseTo(1445.0 / 1145, within(1e-3));
    assertThat(state.text())
        .isEqualTo("the rate is drifting (second half / first half: 1.26 to 1.26)");
  }

  @Test
  void aSlowStartIsNotSteadyAndIsWhatToLeaveOut() {
    SteadyState state = of(i -> (i < 15 ? 500 : 1000) + 10 * random.nextGaussian());
    assertThat(state.status()).isNotEqualTo(Status.STEADY);
    assertThat(state.cutSeconds()).isEqualTo(15);
  }

  @Test
  void halfARunWithoutAMessageDrifts() {
    SteadyState state = of(i -> i < 30 ? 1000 : 0);
    assertThat(state.status()).isEqualTo(Status.DRIFTING);
    assertThat(state.text()).isEqualTo("the rate is drifting");
  }

  @Test
  void aSecondOfStandstillIsNoDrift() {
    assertThat(of(i -> i == 45 ? 0 : 1000 + 10 * random.nextGaussian()).status())
        .isNotEqualTo(Status.DRIFTING);
  }

  @Test
  void ofLessThanTwentySecondsNothingIsSaid() {
    SteadyState state = rates(series(19, i -> 1000 + 100 * i));
    assertThat(state.status()).isEqualTo(Status.TOO_SHORT);
    assertThat(state.text()).isEqualTo("too short to decide whether the rate is steady");
    assertThat(rates(series(20, i -> 1000)).status()).isEqualTo(Status.STEADY);
    assertThat(rates(List.of()).status()).isEqualTo(Status.TOO_SHORT);
  }

  @Test
  void whatIsTooRestlessIsNotSaidToBeSteady() {
    SteadyState state = rates(series(20, i -> i / 5 % 2 == 0 ? 700 : 1300));
    assertThat(state.status()).isEqualTo(Status.TOO_SHORT);
    assertThat(state.text())
        .startsWith("too noisy to decide whether the rate is steady (second half / first half: ");
  }

  @Test
  void aRatioWithoutAnUpperLimitHasNoDigits() {
    assertThat(new SteadyState(Status.TOO_SHORT, 0, "rate", 0.0, 8.8e16).text())
        .endsWith("(second half / first half: 0.00 to over 100)");
    assertThat(new SteadyState(Status.TOO_SHORT, 0, "rate", 0.5, 100.0).text())
        .endsWith("(second half / first half: 0.50 to 100.00)");
  }

  @Test
  void theRatioOfLatenciesIsOneOfLatencies() {
    SteadyState state =
        SteadyStateDetector.ofLatencies(
            "median response", series(SECONDS, i -> 1000 + 10 * i), TOLERANCE);
    assertThat(state.status()).isEqualTo(Status.DRIFTING);
    assertThat(state.low()).isGreaterThan(1.2);
    assertThat(state.high()).isGreaterThanOrEqualTo(state.low());
  }

  @Test
  void theToleranceIsTheCallers() {
    List<Double> growing = series(SECONDS, i -> 1000 + i);
    assertThat(SteadyStateDetector.ofRates("rate", growing, 0.02).status())
        .isEqualTo(Status.DRIFTING);
    assertThat(SteadyStateDetector.ofRates("rate", growing, 0.04).status())
        .isEqualTo(Status.STEADY);
  }

  /** As on a new machine: from 21,000/s to 33,000/s within 30 s, straight and to a plateau. */
  @Test
  void aWarmupThatGoesOnWhileMeasuringDrifts() {
    StationaryNoise noise = new StationaryNoise(0.03, 0.3);
    int straight = 0;
    int curved = 0;
    for (int run = 0; run < 1000; run++) {
      List<Double> level = noise.series(30, random);
      straight += drifts(series(30, i -> level.get(i) * (21 + 12 * i / 29.0))) ? 1 : 0;
      curved += drifts(series(30, i -> level.get(i) * (33 - 12 * Math.exp(-i / 10.0)))) ? 1 : 0;
    }
    assertThat(straight).isGreaterThan(900);
    assertThat(curved).isGreaterThan(750);
  }

  @Test
  void noiseAsRealRunsHaveItSeldomRaisesAFalseAlarm() {
    List<StationaryNoise> noises = StationaryNoise.recorded();
    assertThat(noises).hasSizeGreaterThanOrEqualTo(6);
    int[][] alarms = new int[noises.size()][LENGTHS.length];
    int runs = 500;
    for (int n = 0; n < noises.size(); n++) {
      for (int l = 0; l < LENGTHS.length; l++) {
        for (int run = 0; run < runs; run++) {
          alarms[n][l] += drifts(noises.get(n).series(LENGTHS[l], random)) ? 1 : 0;
        }
      }
    }
    assertSeldom(alarms, runs, noises.toString());
  }

  /**
   * Resampled in blocks of ten seconds from what real runs leave around their trend, all together:
   * the most restless of them changed its level while it was recorded, which is no noise.
   */
  @Test
  void resampledNoiseOfRealRunsSeldomRaisesAFalseAlarm() {
    List<double[]> noises =
        RecordedSeconds.all().stream()
            .filter(RecordedSeconds::judged)
            .map(SteadyStateDetectorTest::noise)
            .toList();
    int[][] alarms = new int[noises.size()][LENGTHS.length];
    int runs = 500;
    for (int n = 0; n < noises.size(); n++) {
      for (int l = 0; l < LENGTHS.length; l++) {
        for (int run = 0; run < runs; run++) {
          alarms[n][l] += drifts(resampled(noises.get(n), LENGTHS[l])) ? 1 : 0;
        }
      }
    }
    assertSeldomByLength(alarms, runs, Arrays.deepToString(alarms));
  }

  /** Of each noise, and of each length, all runs together. */
  private static void assertSeldom(int[][] alarms, int runs, String noises) {
    String all = noises + ": " + Arrays.deepToString(alarms);
    for (int[] ofNoise : alarms) {
      assertThat(Arrays.stream(ofNoise).sum())
          .as(all)
          .isLessThanOrEqualTo((int) (MAX_FALSE_ALARMS * runs * LENGTHS.length));
    }
    assertSeldomByLength(alarms, runs, all);
  }

  private static void assertSeldomByLength(int[][] alarms, int runs, String all) {
    for (int l = 0; l < LENGTHS.length; l++) {
      int length = l;
      assertThat(Arrays.stream(alarms).mapToInt(ofNoise -> ofNoise[length]).sum())
          .as("%d s of %s", LENGTHS[l], all)
          .isLessThanOrEqualTo((int) (MAX_FALSE_ALARMS * runs * alarms.length));
    }
  }

  /** What is left of the last 40 s of a run around a straight line, about 1. */
  private static double[] noise(RecordedSeconds recorded) {
    List<Double> tail = recorded.last(40);
    double mean = tail.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
    double slope = Trend.line(tail).perStep();
    double[] noise = new double[tail.size()];
    for (int i = 0; i < noise.length; i++) {
      noise[i] = tail.get(i) / mean - slope * (i - (noise.length - 1) / 2.0);
    }
    return noise;
  }

  private List<Double> resampled(double[] noise, int seconds) {
    List<Double> series = new ArrayList<>();
    while (series.size() < seconds) {
      int from = random.nextInt(noise.length - 9);
      for (int i = from; i < from + 10 && series.size() < seconds; i++) {
        series.add(Math.max(0, 1000 * noise[i]));
      }
    }
    return series;
  }

  private static boolean drifts(List<Double> rates) {
    return rates(rates).status() == Status.DRIFTING;
  }

  private static SteadyState of(IntToDoubleFunction figure) {
    return rates(series(SECONDS, figure));
  }

  private static SteadyState rates(List<Double> rates) {
    return SteadyStateDetector.ofRates("rate", rates, TOLERANCE);
  }

  private static List<Double> series(int seconds, IntToDoubleFunction figure) {
    List<Double> series = new ArrayList<>();
    for (int i = 0; i < seconds; i++) {
      series.add(figure.applyAsDouble(i));
    }
    return series;
  }
}
