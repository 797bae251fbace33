package io.brokerbench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.compare.SteadyState.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

final class SteadyStateTest {

  private static final int SECONDS = 60;

  private final Random random = new Random(1);

  @Test
  void aLevelIsSteady() {
    assertThat(of(i -> 1000 + 20 * random.nextGaussian()).status()).isEqualTo(Status.STEADY);
  }

  @Test
  void whatGrowsDrifts() {
    assertThat(of(i -> 1000 + 10 * i + 20 * random.nextGaussian()).status())
        .isEqualTo(Status.DRIFTING);
  }

  @Test
  void aSlowBeginIsCutOff() {
    SteadyState state = of(i -> (i < 15 ? 500 : 1000) + 10 * random.nextGaussian());
    assertThat(state).isEqualTo(new SteadyState(Status.STEADY, 15));
  }

  @Test
  void aStandstillIsNoSteadyState() {
    assertThat(of(i -> i >= 30 && i < 35 ? 0 : 1000).status()).isEqualTo(Status.DRIFTING);
  }

  @Test
  void ofALittleNothingIsSaid() {
    assertThat(SteadyState.of(List.of(series(19, i -> 1000))).status()).isEqualTo(Status.TOO_SHORT);
    assertThat(SteadyState.of(List.of(series(20, i -> 1000))).status()).isEqualTo(Status.STEADY);
    assertThat(SteadyState.of(List.of(List.of())).status()).isEqualTo(Status.TOO_SHORT);
  }

  @Test
  void whatIsTooRestlessIsNotSaidToBeSteady() {
    assertThat(SteadyState.of(List.of(series(20, i -> i / 5 % 2 == 0 ? 700 : 1300))).status())
        .isEqualTo(Status.TOO_SHORT);
  }

  @Test
  void theWorstOfSeveralFiguresCounts() {
    List<Double> level = series(SECONDS, i -> 1000);
    List<Double> growing = series(SECONDS, i -> 1000 + 10 * i);
    List<Double> few = series(5, i -> 1000);
    assertThat(SteadyState.of(List.of(level, growing, few)).status()).isEqualTo(Status.DRIFTING);
    assertThat(SteadyState.of(List.of(level, few)).status()).isEqualTo(Status.TOO_SHORT);
  }

  @Test
  void ofTheSameLevelDriftIsSeldomClaimed() {
    int claimed = 0;
    for (int i = 0; i < 1000; i++) {
      if (of(second -> 1000 * Math.exp(0.05 * random.nextGaussian())).status() == Status.DRIFTING) {
        claimed++;
      }
    }
    assertThat(claimed).isLessThan(80);
  }

  private static SteadyState of(IntToDoubleFunction figure) {
    return SteadyState.of(List.of(series(SECONDS, figure)));
  }

  private static List<Double> series(int seconds, IntToDoubleFunction figure) {
    List<Double> series = new ArrayList<>();
    for (int i = 0; i < seconds; i++) {
      series.add(figure.applyAsDouble(i));
    }
    return series;
  }
}
