package io.brokerbench.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.brokerbench.schedule.RateProfile.Piece;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;

final class RateProfileTest {

  private static final double SECOND = 1e9;

  /** One to four pieces, steps and ramps. */
  static Arbitrary<List<Piece>> profiles() {
    Arbitrary<Double> rates = Arbitraries.doubles().between(0.5, 200_000).ofScale(3);
    Arbitrary<Double> lengths = Arbitraries.doubles().between(0.001, 100).ofScale(3);
    return Combinators.combine(rates, rates, lengths, Arbitraries.of(true, false))
        .as((from, to, length, ramp) -> new Piece(from, ramp ? to : from, length))
        .list()
        .ofMinSize(1)
        .ofMaxSize(4);
  }

  @Provide
  Arbitrary<List<Piece>> pieces() {
    return profiles();
  }

  @Property(tries = 200)
  void countIsTheIntegralOfTheRate(
      @ForAll("pieces") List<Piece> pieces, @ForAll @DoubleRange(min = 0, max = 1) double share) {
    double total = pieces.stream().mapToDouble(Piece::seconds).sum();
    double until = share * (total + 10);
    double integral = 0;
    int steps = 20_000;
    for (int i = 0; i < steps; i++) {
      integral += rateAt(pieces, (i + 0.5) * until / steps) * until / steps;
    }
    double highest =
        pieces.stream()
            .mapToDouble(p -> Math.max(p.fromPerSecond(), p.toPerSecond()))
            .max()
            .orElse(0);
    // The midpoint rule is exact but for the steps that hold an edge.
    assertThat(RateProfile.of(pieces).messagesUntil(until * SECOND))
        .isCloseTo(integral, within(1e-9 + 4 * highest * until / steps));
  }

  private static double rateAt(List<Piece> pieces, double seconds) {
    double start = 0;
    for (Piece piece : pieces) {
      if (seconds < start + piece.seconds()) {
        double done = (seconds - start) / piece.seconds();
        return piece.fromPerSecond() + done * (piece.toPerSecond() - piece.fromPerSecond());
      }
      start += piece.seconds();
    }
    return pieces.get(pieces.size() - 1).toPerSecond();
  }

  @Property
  void timeIsTheInverseOfTheCount(
      @ForAll("pieces") List<Piece> pieces, @ForAll @DoubleRange(min = 0, max = 1e6) double count) {
    RateProfile profile = RateProfile.of(pieces);
    assertThat(profile.messagesUntil(profile.nanosUntil(count)))
        .isCloseTo(count, within(1e-6 + count * 1e-9));
  }

  @Test
  void stepsFollowEachOtherAndTheLastOneLasts() {
    RateProfile steps =
        RateProfile.of(List.of(new Piece(1000, 1000, 10), new Piece(2000, 2000, 5)));
    assertThat(steps.nanosUntil(10_000)).isEqualTo(10 * SECOND);
    assertThat(steps.nanosUntil(12_000)).isEqualTo(11 * SECOND);
    assertThat(steps.messagesUntil(15 * SECOND)).isEqualTo(20_000);
    assertThat(steps.messagesUntil(115 * SECOND)).isEqualTo(220_000);
  }

  @Test
  void rampGoesThroughItsMean() {
    RateProfile ramp = RateProfile.of(List.of(new Piece(1000, 5000, 30)));
    assertThat(ramp.messagesUntil(30 * SECOND)).isCloseTo(90_000, within(1e-6));
    assertThat(ramp.messagesUntil(15 * SECOND)).isCloseTo(30_000, within(1e-6));
    assertThat(ramp.messagesUntil(31 * SECOND)).isCloseTo(95_000, within(1e-6));
  }

  @Test
  void rampDownReachesItsLastMessage() {
    RateProfile ramp = RateProfile.of(List.of(new Piece(5000, 1000, 30)));
    assertThat(ramp.nanosUntil(90_000)).isCloseTo(30 * SECOND, within(1.0));
    assertThat(ramp.nanosUntil(91_000)).isCloseTo(31 * SECOND, within(1.0));
  }

  @Test
  void refusesWhatCannotBeFollowed() {
    double endless = Double.POSITIVE_INFINITY;
    assertThatThrownBy(() -> RateProfile.of(List.of()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> RateProfile.of(List.of(new Piece(1, 1, endless), new Piece(1, 1, 1))))
        .hasMessageContaining("endless");
    assertThatThrownBy(() -> new Piece(1, 2, endless)).hasMessageContaining("ramp");
    assertThatThrownBy(() -> new Piece(0, 2, 1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Piece(1, Double.NaN, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Piece(1, 1, 0)).isInstanceOf(IllegalArgumentException.class);
  }
}
