package io.brokerbench.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.statistics.Conclusion.Kind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Comparisons of real runs, whose rates are kept: a row each, in the order in which they were
 * measured, with the broker in memory. They vary as runs do on a machine with neighbours.
 */
final class RecordedRunsTest {

  private static final int SIDE = 5;

  /** Rates of the runs of a kind, messages per second, in order of time. */
  private static double[] rates(String kind) {
    try {
      return Files.readAllLines(Path.of("src/test/resources/io/brokerbench/statistics/runs.csv"))
          .stream()
          .filter(line -> line.startsWith(kind + ","))
          .mapToDouble(line -> Double.parseDouble(line.substring(kind.length() + 1)))
          .toArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Every other of these runs. */
  private static Repeats half(double[] rates, int from, int side) {
    return Repeats.of(
        IntStream.range(0, SIDE).mapToDouble(i -> rates[from + 2 * i + side]).toArray());
  }

  private static Kind answer(Repeats base, Repeats candidate) {
    return Conclusion.of(base, candidate, Direction.HIGHER, Conclusion.TOLERANCE).kind();
  }

  @Test
  void ofTenPairsOfTheSameAtLeastNineDoNotDiffer() {
    double[] same = rates("same");
    assertThat(same).hasSize(20 * SIDE);
    List<Kind> answers =
        IntStream.range(0, 10)
            .map(pair -> pair * 2 * SIDE)
            .mapToObj(from -> answer(half(same, from, 0), half(same, from, 1)))
            .toList();
    assertThat(answers.stream().filter(kind -> kind == Kind.SAME || kind == Kind.CANNOT_TELL))
        .as("%s", answers)
        .hasSizeGreaterThanOrEqualTo(9);
  }

  @Test
  void aBrokerTenPercentSlowerIsFoundWithFiveRepeats() {
    assertThat(answer(Repeats.of(rates("base")), Repeats.of(rates("slowed"))))
        .isEqualTo(Kind.SLOWER);
    assertThat(rates("base")).hasSize(SIDE);
    assertThat(rates("slowed")).hasSize(SIDE);
  }

  /** Of 2,000 experiments of five runs a side that vary by 5 %, as our runs do on a good day. */
  @Test
  void fiveRepeatsFindTenPercentAndKeepTheirNinetyFive() {
    Random random = new Random(20_261_122);
    int trials = 2000;
    int held = 0;
    int found = 0;
    int falseAlarms = 0;
    for (int i = 0; i < trials; i++) {
      Repeats base = Samples.logNormal(random, SIDE, 1000, 0.05);
      Repeats slowed = Samples.logNormal(random, SIDE, 900, 0.05);
      Repeats same = Samples.logNormal(random, SIDE, 1000, 0.05);
      Ratio ratio = Ratio.of(base, slowed);
      held += ratio.low() <= 0.9 && 0.9 <= ratio.high() ? 1 : 0;
      found += answer(base, slowed) == Kind.SLOWER ? 1 : 0;
      falseAlarms += List.of(Kind.FASTER, Kind.SLOWER).contains(answer(base, same)) ? 1 : 0;
    }
    assertThat((double) held / trials).isBetween(0.93, 0.97);
    assertThat((double) falseAlarms / trials).isLessThan(0.07);
    assertThat((double) found / trials).isGreaterThan(0.75);
  }
}
