package io.brokerbench.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.units.Text;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * How often a history is wrong, by simulated histories of fixed seeds; prints the figures of
 * docs/method/history.md. With {@code BENCH_WRITE_HISTORIES=FILE} it also writes the histories, on
 * which {@code scripts/otava} runs Apache Otava.
 */
@Tag("nightly")
final class SimulatedHistoryTest {

  private static final int NIGHTS = 400;
  private static final int HISTORIES = 200;
  private static final int STEPS = 500;
  private static final int BEFORE = 100;

  /** A step is dated correctly by up to this number of nights. */
  private static final int NEAR = 5;

  private static final int NIGHTS_OF_YEAR = 365;
  private static final int SERIES = 20;

  /**
   * What was found.
   *
   * @param falseAlarms changes for the worse in 20 series and a year without any
   * @param large share of steps of 3.5 standard deviations that were found within three nights
   * @param small share of steps of 2 that were found within ten
   */
  private record Rates(double falseAlarms, double large, double small) {}

  @Test
  void chanceAloneSeldomRaisesAnAlarmAndStepsAreFoundSoon() {
    Rates rates = rates("white", SimulatedHistory.WHITE);
    assertThat(rates.falseAlarms()).isLessThanOrEqualTo(1);
    assertThat(rates.large()).isGreaterThanOrEqualTo(0.9);
    assertThat(rates.small()).isGreaterThanOrEqualTo(0.9);
  }

  /** The bounds hold what was measured: outliers and drift cost some of either. */
  @Test
  void aSharedMachineRaisesFewAlarms() {
    rates("drift of 2.5 %", new SimulatedHistory(0.025, 0));
    rates("outliers of 1 %", new SimulatedHistory(0, 0.01));
    Rates rates = rates("both", SimulatedHistory.SHARED);
    assertThat(rates.falseAlarms()).isLessThanOrEqualTo(1.2);
    assertThat(rates.large()).isGreaterThanOrEqualTo(0.89);
    assertThat(rates.small()).isGreaterThanOrEqualTo(0.89);
  }

  /** The bound holds what is certain; docs/guide/history.md says how many are found. */
  @Test
  void stepsOfTheSizeThatASeriesNamesAreMostlyFoundWithinThreeNights() {
    int named = 0;
    int found = 0;
    for (int i = 0; i < STEPS; i++) {
      double[] logs = SimulatedHistory.WHITE.logs(BEFORE + 3, seed(i));
      StepDetector detector = new StepDetector();
      Arrays.stream(logs, 0, BEFORE).forEach(log -> detector.add(night(log)));
      OptionalDouble detectable = detector.detectable();
      // A false alarm has just begun a level.
      if (detectable.isEmpty()) {
        continue;
      }
      named++;
      double size = Math.log1p(detectable.getAsDouble());
      Arrays.stream(logs, BEFORE, BEFORE + 3).forEach(log -> detector.add(night(log + size)));
      found += detector.steps().stream().anyMatch(step -> near(step.index())) ? 1 : 0;
    }
    double share = (double) found / named;
    System.out.println(
        Text.of("steps of the size that a series names: %.1f %% found", 100 * share));
    assertThat(share).isGreaterThanOrEqualTo(0.89);
  }

  /** A little less than the 95 % of a step whose night is known. */
  @Test
  void theIntervalOfAStepMostlyHasItsSize() {
    double[] without = SimulatedHistory.WHITE.logs(1, 0);
    double size = Math.exp(SimulatedHistory.WHITE.logs(1, 0, 0, 3.5)[0] - without[0]);
    int found = 0;
    int within = 0;
    for (int i = 0; i < HISTORIES; i++) {
      StepDetector detector = new StepDetector();
      Arrays.stream(SimulatedHistory.WHITE.logs(BEFORE + 20, seed(i), BEFORE, 3.5))
          .forEach(each -> detector.add(night(each)));
      for (int step = 0; step < detector.steps().size(); step++) {
        if (near(detector.steps().get(step).index())) {
          found++;
          Ratio ratio = detector.step(step).ratio();
          within += ratio.low() <= size && size <= ratio.high() ? 1 : 0;
        }
      }
    }
    System.out.println(
        Text.of("intervals that have the size of the step: %.1f %%", 100.0 * within / found));
    assertThat(found).isGreaterThanOrEqualTo(HISTORIES * 9 / 10);
    assertThat((double) within / found).isGreaterThanOrEqualTo(0.85);
  }

  private static boolean near(int index) {
    return Math.abs(index - BEFORE) <= NEAR;
  }

  @Test
  void historiesAreWrittenForOtava() throws IOException {
    String file = System.getenv("BENCH_WRITE_HISTORIES");
    if (file == null) {
      return;
    }
    List<String> lines = new ArrayList<>();
    for (SimulatedHistory noise : List.of(SimulatedHistory.WHITE, SimulatedHistory.SHARED)) {
      String name = noise.equals(SimulatedHistory.WHITE) ? "white" : "both";
      for (int i = 0; i < 20; i++) {
        lines.add(line(name, "none", noise.logs(NIGHTS, i)));
      }
      for (int i = 0; i < 100; i++) {
        lines.add(line(name, "3.5", noise.logs(BEFORE + 3, seed(i), BEFORE, 3.5)));
        lines.add(line(name, "2.0", noise.logs(BEFORE + 10, seed(i), BEFORE, 2)));
      }
    }
    Files.writeString(Path.of(file), String.join("\n", lines) + "\n");
  }

  private static String line(String noise, String step, double[] logs) {
    return Arrays.stream(logs)
        .mapToObj(log -> Text.of("%.6f", Math.exp(log)))
        .collect(Collectors.joining(",", noise + "," + step + ",", ""));
  }

  private static Rates rates(String name, SimulatedHistory noise) {
    long alarms = 0;
    for (int i = 0; i < HISTORIES; i++) {
      alarms += worse(noise.logs(NIGHTS, i)).size();
    }
    Rates rates =
        new Rates(
            (double) alarms / HISTORIES / NIGHTS * NIGHTS_OF_YEAR * SERIES,
            found(noise, 3, 3.5),
            found(noise, 10, 2));
    System.out.println(
        Text.of(
            "%-16s false alarms %.2f, steps of 3.5 within three nights %.1f %%, of 2 within ten %.1f %%",
            name, rates.falseAlarms(), 100 * rates.large(), 100 * rates.small()));
    return rates;
  }

  private static long seed(int number) {
    return 1000L + number;
  }

  private static double found(SimulatedHistory noise, int within, double step) {
    int found = 0;
    for (int i = 0; i < STEPS; i++) {
      double[] logs = noise.logs(BEFORE + within, seed(i), BEFORE, step);
      found += worse(logs).stream().anyMatch(SimulatedHistoryTest::near) ? 1 : 0;
    }
    return (double) found / STEPS;
  }

  private static Repeats night(double log) {
    return new Repeats(1, log, Double.NaN);
  }

  /** The first nights after changes for the worse. */
  private static List<Integer> worse(double[] logs) {
    StepDetector detector = new StepDetector();
    List<Integer> worse = new ArrayList<>();
    for (double log : logs) {
      int before = detector.steps().size();
      detector.add(night(log));
      if (detector.steps().size() > before && detector.step(before).ratio().log() < 0) {
        worse.add(detector.steps().get(before).index());
      }
    }
    return worse;
  }
}
