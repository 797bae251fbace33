package io.brokerbench.statistics;

import static io.brokerbench.statistics.Conclusion.Kind.CANNOT_TELL;
import static io.brokerbench.statistics.Conclusion.Kind.FASTER;
import static io.brokerbench.statistics.Conclusion.Kind.SAME;
import static io.brokerbench.statistics.Conclusion.Kind.SLOWER;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

final class ConclusionTest {

  @Test
  void aRateThatFellIsSlowerAndALatencyThatFellIsFaster() {
    Repeats base = Repeats.of(1000, 1010, 990);
    Repeats candidate = Repeats.of(800, 810, 790);
    assertThat(kind(base, candidate, Direction.HIGHER)).isEqualTo(SLOWER);
    assertThat(kind(base, candidate, Direction.LOWER)).isEqualTo(FASTER);
    assertThat(kind(candidate, base, Direction.HIGHER)).isEqualTo(FASTER);
    assertThat(kind(candidate, base, Direction.LOWER)).isEqualTo(SLOWER);
  }

  @Test
  void whatDiffersSurelyButByLessThanMattersIsTheSame() {
    Repeats base = Repeats.of(1000, 1001, 999);
    Repeats candidate = Repeats.of(1010, 1011, 1009);
    assertThat(Ratio.of(base, candidate).low()).isGreaterThan(1);
    assertThat(kind(base, candidate, Direction.HIGHER)).isEqualTo(SAME);
    assertThat(Conclusion.of(base, candidate, Direction.HIGHER, 0.005).kind()).isEqualTo(FASTER);
  }

  @Test
  void aWideIntervalTellsHowManyMoreRunsMightDo() {
    // Logarithms 6.8 to 7.0; with two runs a side t is 4.303.
    Conclusion answer =
        Conclusion.of(Repeats.of(900, 1100), Repeats.of(920, 1130), Direction.HIGHER, 0.1);
    assertThat(answer.kind()).isEqualTo(CANNOT_TELL);
    // Standard error 0.142 with 2 runs, 0.0605 with 11: times t(0.975, 20) = 2.086 is 0.126; the
    // band's far end is ln 1.1 - 0.024 = 0.071 away: about 30 runs.
    assertThat(answer.moreRuns()).isBetween(25, 35);
  }

  @Test
  void soManyRunsAreEnoughThatWereSaidToBe() {
    Repeats few = new Repeats(3, 7, 0.01);
    Repeats other = new Repeats(3, 7.06, 0.01);
    Conclusion answer = Conclusion.of(few, other, Direction.LOWER, 0.05);
    assertThat(answer.kind()).isEqualTo(CANNOT_TELL);
    int runs = 3 + answer.moreRuns();
    assertThat(kind(new Repeats(runs, 7, 0.01), new Repeats(runs, 7.06, 0.01), Direction.LOWER))
        .isEqualTo(SLOWER);
    assertThat(
            kind(
                new Repeats(runs - 1, 7, 0.01), new Repeats(runs - 1, 7.06, 0.01), Direction.LOWER))
        .isEqualTo(CANNOT_TELL);
  }

  @Test
  void moreThanAHundredRunsAreNoPlan() {
    Conclusion answer =
        Conclusion.of(Repeats.of(100, 1000), Repeats.of(100, 1001), Direction.HIGHER, 0.01);
    assertThat(answer.kind()).isEqualTo(CANNOT_TELL);
    assertThat(answer.moreRuns()).isEqualTo(Conclusion.MANY + 1);
  }

  @Test
  void oneRunTellsNothing() {
    Repeats two = Repeats.of(100, 101);
    assertThat(Conclusion.of(Repeats.of(1), two, Direction.HIGHER, 0.1))
        .isEqualTo(new Conclusion(CANNOT_TELL, 1));
    assertThat(Conclusion.of(two, Repeats.of(1), Direction.HIGHER, 0.1))
        .isEqualTo(new Conclusion(CANNOT_TELL, 1));
    assertThat(Conclusion.of(two, Repeats.of(), Direction.HIGHER, 0.1))
        .isEqualTo(new Conclusion(CANNOT_TELL, 2));
  }

  @Property(tries = 300)
  void sidesChangedAboutGiveTheOppositeAnswer(
      @ForAll @LongRange(max = 10_000) long seed,
      @ForAll @DoubleRange(min = 0.7, max = 1.4) double truth,
      @ForAll @DoubleRange(min = 0.01, max = 0.2) double spread) {
    Random random = new Random(seed);
    Repeats base = Samples.logNormal(random, 4, 1000, spread);
    Repeats candidate = Samples.logNormal(random, 3, 1000 * truth, spread);
    Conclusion there = Conclusion.of(base, candidate, Direction.HIGHER, 0.1);
    Conclusion back = Conclusion.of(candidate, base, Direction.HIGHER, 0.1);
    assertThat(back.moreRuns()).isEqualTo(there.moreRuns());
    assertThat(back.kind())
        .isEqualTo(
            switch (there.kind()) {
              case FASTER -> SLOWER;
              case SLOWER -> FASTER;
              case SAME -> SAME;
              case CANNOT_TELL -> CANNOT_TELL;
            });
  }

  private static Conclusion.Kind kind(Repeats base, Repeats candidate, Direction better) {
    return Conclusion.of(base, candidate, better, 0.05).kind();
  }
}
