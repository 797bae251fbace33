package io.brokerbench.published;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.published.ReferenceTable.Line;
import io.brokerbench.published.ReferenceTable.Line.Repeat;
import io.brokerbench.statistics.Repeats;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class ShareTest {

  private static final Map<String, String> SYNC = Map.of("flush", "sync");
  private static final Map<String, String> ASYNC = Map.of("flush", "async");

  /** A run without the figure. */
  private static final double NONE = Double.NaN;

  @Test
  void aShareOfRepeatedFiguresHasAnIntervalAndAnAnswer() {
    Line whole = line(ASYNC, "1000/s", 1000, 990, 1000, 1010);
    assertThat(Share.of(line(SYNC, "about 300/s", 300, 300, 297, 303), whole, false).row("claim"))
        .containsExactly("claim", "about 30 %", "30 % [29 %, 31 %]", "1.00 [0.98, 1.02]", "agrees");
    assertThat(Share.of(line(SYNC, "600/s", 600, 300, 297, 303), whole, false).row("claim"))
        .startsWith("claim", "60 %", "30 % [29 %, 31 %]")
        .endsWith("differs: lower");
  }

  /** Runs that vary by half receive what they send all the same. */
  @Test
  void figuresOfTheSameRunsVaryTogether() {
    Line sent = line(SYNC, "1000/s", 1000, 500, 1000, 1500);
    assertThat(Share.of(line(SYNC, "1000/s", 1000, 500, 1000, 1500), sent, true).row("claim"))
        .containsExactly("claim", "100 %", "100 % [100 %, 100 %]", "1.00 [1.00, 1.00]", "agrees");
  }

  /** A first repeat that is slower as a whole changes no share. */
  @Test
  void figuresOfTheSameRepeatVaryTogether() {
    Line whole = line(ASYNC, "6000/s", 6000, 5232, 7492, 7567);
    Line part = line(SYNC, "2675/s", 2675, 1921, 2928, 2788);
    assertThat(Share.of(part, whole, true).row("claim"))
        .containsExactly(
            "claim", "45 %", "38 % [34 %, 41 %]", "0.84 [0.77, 0.92]", "differs: lower");
    assertThat(Share.of(part, whole, false).row("claim"))
        .startsWith("claim", "45 %")
        .endsWith("undecided: cannot tell, the interval includes the published figure");
  }

  @Test
  void aCellThatLacksARepeatHasNoPairs() {
    Line whole = line(ASYNC, "1000/s", 1000, 500, 1000);
    Line part = line(SYNC, "300/s", 300, 150, 300, 290);
    assertThat(Share.of(part, whole, true)).isEqualTo(Share.of(part, whole, false));
  }

  /** Every run that has both figures receives what it sends. */
  @Test
  void runsThatLackOneOfTheFiguresAreNoPairs() {
    Line sent = line(SYNC, "1000/s", 1000, NONE, 500, 1000, 1500);
    Line received = line(SYNC, "1000/s", 1000, 500, 500, 1000, NONE);
    assertThat(Share.of(received, sent, true).row("claim"))
        .containsExactly("claim", "100 %", "100 % [100 %, 100 %]", "1.00 [1.00, 1.00]", "agrees");
    Line others = line(SYNC, "1000/s", 1000, NONE, NONE, 500, 510);
    assertThat(
            Share.of(line(SYNC, "1000/s", 1000, 500, 510, NONE, NONE), others, true).row("claim"))
        .startsWith("claim", "100 %")
        .endsWith("agrees");
  }

  @Test
  void aShareWhoseIntervalIncludesThePublishedOneHasItsRatio() {
    Line whole = line(ASYNC, "about 1000/s", 1000, 990, 1000, 1010);
    assertThat(Share.of(line(SYNC, "300/s", 300, 200, 300, 400), whole, true).row("claim"))
        .satisfies(row -> assertThat(row.get(3)).startsWith("0.9"))
        .endsWith("undecided: cannot tell, the interval includes the published figure");
  }

  @Test
  void theMedianOfAnEvenNumberLiesBetweenTheTwoInTheMiddle() {
    assertThat(Agreement.ratios(4, 1, 3, 2)).isEqualTo("2.50 [1.00, 4.00]");
    assertThat(Agreement.ratios(3, 1, 2)).isEqualTo("2.00 [1.00, 3.00]");
  }

  @Test
  void aShareOfASingleRunIsUndecided() {
    assertThat(
            Share.of(
                    line(SYNC, "300/s", 300, 300, 297, 303),
                    line(ASYNC, "about 1000/s", 1000, 1000),
                    true)
                .row("claim"))
        .containsExactly("claim", "about 30 %", "30 %", "", "undecided: one run");
  }

  @Test
  void consumersThatReceiveNothingHaveNoInterval() {
    Line sent = line(ASYNC, "1000/s", 1000, 990, 1000, 1010);
    Line none = line(ASYNC, "300/s", 300, new Measured(0.0, Double.NaN, Double.NaN, ""), 0, 0, 0);
    assertThat(Share.of(none, sent, true).row("claim"))
        .containsExactly("claim", "30 %", "0 %", "", "undecided: one run");
    assertThat(Share.of(sent, none, true).row("claim"))
        .containsExactly("claim", "333 %", "n/a", "", "undecided: one run");
  }

  private static Line line(
      Map<String, String> cell, String published, double expected, double... runs) {
    Repeats repeats =
        Repeats.of(Arrays.stream(runs).filter(figure -> !Double.isNaN(figure)).toArray());
    Measured value =
        repeats.spread()
            ? new Measured(repeats.mean(), repeats.low(), repeats.high(), "")
            : new Measured(repeats.mean(), Double.NaN, Double.NaN, "");
    return line(cell, published, expected, value, runs);
  }

  private static Line line(
      Map<String, String> cell, String published, double expected, Measured value, double... runs) {
    return new Line(
        cell,
        cell,
        "acked",
        "RocketMQ 5.5.0",
        false,
        published,
        expected,
        "",
        value,
        IntStream.range(0, runs.length)
            .mapToObj(i -> new Repeat(Instant.EPOCH.plusSeconds(i), runs[i]))
            .toList(),
        List.of(),
        value.repeated() ? value : null,
        false,
        value.repeated() ? Answer.undecided("not asked") : Answer.undecided("one run"));
  }
}
