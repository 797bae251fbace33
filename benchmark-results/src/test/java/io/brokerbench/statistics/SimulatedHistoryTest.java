package io.brokerbench.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.units.Text;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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
    assertThat(rates.falseAlarms()).isLessThanOrEqualTo(2);
    assertThat(rates.large()).isGreaterThanOrEqualTo(0.85);
    assertThat(rates.small()).isGreaterThanOrEqualTo(0.84);
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
      found += worse(logs).stream().anyMatch(index -> Math.abs(index - BEFORE) <= NEAR) ? 1 : 0;
    }
    return (double) found / STEPS;
  }

  /** The first nights after changes for the worse. */
  private static List<Integer> worse(double[] logs) {
    StepDetector detector = new StepDetector();
    List<Integer> worse = new ArrayList<>();
    for (double log : logs) {
      int before = detector.steps().size();
      detector.add(new Repeats(1, log, Double.NaN));
      if (detector.steps().size() > before && detector.step(before).ratio().log() < 0) {
        worse.add(detector.steps().get(before).index());
      }
    }
    return worse;
  }
}
