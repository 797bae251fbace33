package io.brokerbench.compare;

import static io.brokerbench.compare.Answer.Kind.CANNOT_TELL;
import static io.brokerbench.compare.Answer.Kind.FASTER;
import static io.brokerbench.compare.Answer.Kind.SAME;
import static io.brokerbench.compare.Answer.Kind.SLOWER;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

final class AnswerTest {

  @Test
  void aRateThatFellIsSlowerAndALatencyThatFellIsFaster() {
    Repeats base = Repeats.of(1000, 1010, 990);
    Repeats candidate = Repeats.of(800, 810, 790);
    assertThat(kind(base, candidate, Better.HIGHER)).isEqualTo(SLOWER);
    assertThat(kind(base, candidate, Better.LOWER)).isEqualTo(FASTER);
    assertThat(kind(candidate, base, Better.HIGHER)).isEqualTo(FASTER);
    assertThat(kind(candidate, base, Better.LOWER)).isEqualTo(SLOWER);
  }

  @Test
  void whatDiffersSurelyButByLessThanMattersIsTheSame() {
    Repeats base = Repeats.of(1000, 1001, 999);
    Repeats candidate = Repeats.of(1010, 1011, 1009);
    assertThat(Ratio.of(base, candidate).low()).isGreaterThan(1);
    assertThat(kind(base, candidate, Better.HIGHER)).isEqualTo(SAME);
    assertThat(Answer.of(base, candidate, Better.HIGHER, 0.005).kind()).isEqualTo(FASTER);
  }

  @Test
  void aWideIntervalTellsHowManyMoreRunsMightDo() {
    // Logarithms 6.8 to 7.0; with two runs a side t is 4.303.
    Answer answer = Answer.of(Repeats.of(900, 1100), Repeats.of(920, 1130), Better.HIGHER, 0.1);
    assertThat(answer.kind()).isEqualTo(CANNOT_TELL);
    // Standard error 0.142 with 2 runs, 0.0605 with 11: times t(0.975, 20) = 2.086 is 0.126; the
    // band's far end is ln 1.1 - 0.024 = 0.071 away: about 30 runs.
    assertThat(answer.moreRuns()).isBetween(25, 35);
  }

  @Test
  void soManyRunsAreEnoughThatWereSaidToBe() {
    Repeats few = new Repeats(3, 7, 0.01);
    Repeats other = new Repeats(3, 7.06, 0.01);
    Answer answer = Answer.of(few, other, Better.LOWER, 0.05);
    assertThat(answer.kind()).isEqualTo(CANNOT_TELL);
    int runs = 3 + answer.moreRuns();
    assertThat(kind(new Repeats(runs, 7, 0.01), new Repeats(runs, 7.06, 0.01), Better.LOWER))
        .isEqualTo(SLOWER);
    assertThat(
            kind(new Repeats(runs - 1, 7, 0.01), new Repeats(runs - 1, 7.06, 0.01), Better.LOWER))
        .isEqualTo(CANNOT_TELL);
  }

  @Test
  void moreThanAHundredRunsAreNoPlan() {
    Answer answer = Answer.of(Repeats.of(100, 1000), Repeats.of(100, 1001), Better.HIGHER, 0.01);
    assertThat(answer.kind()).isEqualTo(CANNOT_TELL);
    assertThat(answer.moreRuns()).isEqualTo(Answer.MANY + 1);
  }

  @Test
  void oneRunTellsNothing() {
    Repeats two = Repeats.of(100, 101);
    assertThat(Answer.of(Repeats.of(1), two, Better.HIGHER, 0.1))
        .isEqualTo(new Answer(CANNOT_TELL, 1));
    assertThat(Answer.of(two, Repeats.of(1), Better.HIGHER, 0.1))
        .isEqualTo(new Answer(CANNOT_TELL, 1));
    assertThat(Answer.of(two, Repeats.of(), Better.HIGHER, 0.1))
        .isEqualTo(new Answer(CANNOT_TELL, 2));
  }

  @Property(tries = 300)
  void sidesChangedAboutGiveTheOppositeAnswer(
      @ForAll @LongRange(max = 10_000) long seed,
      @ForAll @DoubleRange(min = 0.7, max = 1.4) double truth,
      @ForAll @DoubleRange(min = 0.01, max = 0.2) double spread) {
    Random random = new Random(seed);
    Repeats base = Samples.logNormal(random, 4, 1000, spread);
    Repeats candidate = Samples.logNormal(random, 3, 1000 * truth, spread);
    Answer there = Answer.of(base, candidate, Better.HIGHER, 0.1);
    Answer back = Answer.of(candidate, base, Better.HIGHER, 0.1);
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

  private static Answer.Kind kind(Repeats base, Repeats candidate, Better better) {
    return Answer.of(base, candidate, better, 0.05).kind();
  }
}
