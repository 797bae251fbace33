package io.brokerbench.find;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.find.Search.SustainableRate;
import io.brokerbench.workload.Load;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.function.DoublePredicate;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SearchTest {

  private static final double START = 10_000;
  private static final SearchPlan PLAN = SearchPlan.from(START);

  @Test
  void findsAnyLimitWithinAFactorOfEightTo5PercentWith12Trials() {
    limitsWithin(8)
        .forEach(
            limit -> {
              SustainableRate found = search(PLAN, rate -> rate <= limit);
              assertThat(found.low()).isLessThanOrEqualTo(limit);
              assertThat(found.high()).isGreaterThan(limit);
              assertThat(width(found)).isLessThanOrEqualTo(0.05);
              assertThat(found.confirmed()).isTrue();
              assertThat(found.trials()).isLessThanOrEqualTo(12);
            });
  }

  private static DoubleStream limitsWithin(double factor) {
    int half = 400;
    return IntStream.rangeClosed(-half, half)
        .mapToDouble(i -> START * Math.pow(factor, (double) i / half));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.01, 0.02, 0.1, 0.5, 1})
  void keepsTheWantedWidth(double width) {
    SearchPlan plan = new SearchPlan(START, 0, Double.POSITIVE_INFINITY, width, 30);
    limitsWithin(100)
        .forEach(
            limit -> {
              SustainableRate found = search(plan, rate -> rate <= limit);
              assertThat(limit).isBetween(found.low(), found.high());
              assertThat(width(found)).isLessThanOrEqualTo(width + 1e-9);
            });
  }

  @Test
  void doublesThenBisectsThenConfirmsBothEnds() {
    List<Long> steps = new ArrayList<>();
    search(
        PLAN,
        rate -> {
          steps.add(Math.round(15 * Math.log(rate / START) / Math.log(2)));
          return rate <= 2.7 * START;
        });
    assertThat(steps).containsExactly(0L, 15L, 30L, 22L, 18L, 20L, 21L, 21L, 22L);
  }

  @Test
  void nothingSustainableIsSaidAboveTheLowestRateAndWithoutOne() {
    SustainableRate bounded =
        search(new SearchPlan(START, 700, Double.POSITIVE_INFINITY, 0.05, 12), rate -> false);
    assertThat(bounded).isEqualTo(new SustainableRate(0, 700, 6, true, List.of()));
    assertThat(bounded.noneSustainable()).isTrue();
    assertThat(bounded.notReached()).isFalse();
    SustainableRate unbounded = search(PLAN, rate -> false);
    assertThat(unbounded.noneSustainable()).isTrue();
    assertThat(unbounded.high()).isEqualTo(START / 2048);
    assertThat(unbounded.trials()).isEqualTo(12);
    assertThat(unbounded.confirmed()).isFalse();
  }

  @Test
  void aLimitThatIsNotReachedIsSaidBelowTheHighestRateAndAfterTheLastTrial() {
    SustainableRate bounded = search(new SearchPlan(START, 0, 70_000, 0.05, 12), rate -> true);
    assertThat(bounded)
        .isEqualTo(new SustainableRate(70_000, Double.POSITIVE_INFINITY, 5, true, List.of()));
    assertThat(bounded.notReached()).isTrue();
    assertThat(bounded.noneSustainable()).isFalse();
    SustainableRate unbounded = search(SearchPlan.from(START / 10), rate -> true);
    assertThat(unbounded.notReached()).isTrue();
    assertThat(unbounded.low()).isEqualTo(START / 10 * 2048);
    assertThat(unbounded.confirmed()).isFalse();
    assertThat(width(unbounded)).isInfinite();
  }

  /** Beyond that, no run starts. */
  @Test
  void withoutAHighestRateItEndsAtTheHighestThatARunMayHave() {
    assertThat(search(PLAN, rate -> true))
        .isEqualTo(
            new SustainableRate(
                Load.MAX_PER_SECOND, Double.POSITIVE_INFINITY, 12, true, List.of()));
  }

  /** With 29 steps per doubling, 29 log 2 / log 2 is above 29. */
  @Test
  void aLimitOfTheRangeIsOneStepAlthoughLogarithmsAreRounded() {
    assertThat(search(new SearchPlan(START, 0, 2 * START, 0.025, 12), rate -> true))
        .isEqualTo(new SustainableRate(2 * START, Double.POSITIVE_INFINITY, 3, true, List.of()));
    assertThat(
            search(
                new SearchPlan(START, START / 2, Double.POSITIVE_INFINITY, 0.025, 12),
                rate -> false))
        .isEqualTo(new SustainableRate(0, START / 2, 3, true, List.of()));
  }

  @Test
  void staysBetweenTheEnds() {
    SearchPlan plan = new SearchPlan(START, START / 2, START * 1.9, 0.05, 12);
    limitsWithin(4)
        .forEach(
            limit -> {
              SustainableRate found =
                  search(
                      plan,
                      rate -> {
                        assertThat(rate).isBetween(plan.lowest(), plan.highest());
                        return rate <= limit;
                      });
              assertThat(found.low()).isLessThanOrEqualTo(limit);
              assertThat(found.high()).isGreaterThan(limit);
              assertThat(found.noneSustainable()).isEqualTo(limit < plan.lowest());
              assertThat(found.notReached()).isEqualTo(limit >= plan.highest());
              assertThat(found.confirmed()).isTrue();
            });
  }

  @Test
  void aRateSustainedThatFailedBeforeWidensTheInterval() {
    Search search = new Search(PLAN);
    judge(search, true, false, true, true, true, true, true);
    assertThat(width(search.found())).isLessThan(0.05);
    assertThat(search.found().confirmed()).isFalse();
    assertThat(search.next()).hasValue(2 * START);
    judge(search, true);
    // Once yes, once no: undecided, so nothing is known above.
    assertThat(search.found().notReached()).isTrue();
    assertThat(search.next().getAsDouble()).isGreaterThan(3 * START);
  }

  @Test
  void aRateFailedThatWasSustainedBeforeWidensTheIntervalAndIsAskedAThirdTime() {
    Search search = new Search(PLAN);
    judge(search, true, false, true, false, true, false);
    SustainableRate narrow = search.found();
    assertThat(width(narrow)).isLessThan(0.05);
    assertThat(search.next()).hasValue(narrow.low());
    judge(search, false);
    SustainableRate wide = search.found();
    assertThat(wide.low()).isLessThan(narrow.low());
    assertThat(wide.high()).isEqualTo(narrow.high());
    judge(search, true);
    assertThat(search.found().low()).isBetween(wide.low(), narrow.low());
    assertThat(search.next()).hasValue(narrow.low());
    judge(search, true);
    assertThat(search.found().low()).isEqualTo(narrow.low());
  }

  /**
   * With a softness of 0.02 a trial is judged wrongly once in four 2 % from the limit, and once in
   * twelve 5 % from it; a slip happens anywhere. Held is a limit within 5 % of the interval.
   */
  @ParameterizedTest
  @CsvSource({"0, 0, 1, 1", "0.01, 0, 0.99, 0.9", "0.02, 0, 0.98, 0.8", "0.02, 0.03, 0.94, 0.7"})
  void noisyJudgementSeldomExcludesTheLimit(
      double softness, double slips, double leastHeld, double leastConfirmed) {
    Random random = new Random(20_260_305);
    int held = 0;
    int confirmed = 0;
    int trials = 4000;
    for (int i = 0; i < trials; i++) {
      double limit = START * Math.pow(8, 2 * random.nextDouble() - 1);
      SustainableRate found =
          search(
              PLAN,
              rate -> {
                boolean slip = random.nextDouble() < slips;
                double odds = Math.exp((Math.log(rate) - Math.log(limit)) / softness);
                return slip != random.nextDouble() < 1 / (1 + odds);
              });
      held += found.low() / 1.05 <= limit && limit <= found.high() * 1.05 ? 1 : 0;
      confirmed += found.confirmed() && width(found) <= 0.05 ? 1 : 0;
    }
    assertThat((double) held / trials).isGreaterThanOrEqualTo(leastHeld);
    assertThat((double) confirmed / trials).isGreaterThanOrEqualTo(leastConfirmed);
  }

  @Test
  void aRateWithoutAnAnswerIsTriedOnceMoreAndThenThoseBesideIt() {
    Search search = new Search(PLAN);
    judge(search, true, false);
    double middle = search.next().getAsDouble();
    search.unanswered();
    assertThat(search.next()).hasValue(middle);
    search.unanswered();
    assertThat(search.found().unanswered()).containsExactly(middle);
    assertThat(search.next().getAsDouble()).isNotEqualTo(middle).isBetween(START, 2 * START);
    // The limit lies above it: the answers beside it say enough.
    while (search.next().isPresent()) {
      judge(search, search.next().getAsDouble() < 1.7 * START);
    }
    assertThat(search.found().confirmed()).isTrue();
    assertThat(search.found().unanswered()).isEmpty();
  }

  @Test
  void aLimitAmongRatesWithoutAnAnswerIsNotConfirmed() {
    Search search = new Search(new SearchPlan(START, 0, Double.POSITIVE_INFINITY, 0.05, 40));
    double from = 1.3 * START;
    double to = 1.5 * START;
    while (search.next().isPresent()) {
      double rate = search.next().getAsDouble();
      if (rate > from && rate < to) {
        search.unanswered();
      } else {
        search.judged(rate <= from);
      }
    }
    SustainableRate found = search.found();
    assertThat(found.trials()).isLessThan(40);
    assertThat(found.confirmed()).isFalse();
    assertThat(found.unanswered()).isNotEmpty().allMatch(rate -> rate > from && rate < to);
    assertThat(found.low()).isLessThanOrEqualTo(from);
    assertThat(found.high()).isGreaterThanOrEqualTo(to);
    assertThat(width(found)).isGreaterThan(0.05);
  }

  @Test
  void withoutAnyAnswerTheSearchEndsAtItsStart() {
    Search search = new Search(PLAN);
    search.unanswered();
    search.unanswered();
    assertThat(search.next()).isEmpty();
    assertThat(search.found().unanswered()).containsExactly(START);
    assertThat(search.found().confirmed()).isFalse();
  }

  @Test
  void anEndedSearchTakesNoMore() {
    Search search = new Search(new SearchPlan(START, START, START, 0.05, 1));
    assertThat(search.found().noneSustainable()).isTrue();
    assertThat(search.found().notReached()).isTrue();
    search.judged(true);
    assertThat(search.next()).isEmpty();
    assertThatThrownBy(() -> search.judged(true)).isInstanceOf(IllegalStateException.class);
  }

  private static void judge(Search search, boolean... outcomes) {
    for (boolean sustained : outcomes) {
      search.judged(sustained);
    }
  }

  private static SustainableRate search(SearchPlan plan, DoublePredicate sustained) {
    Search search = new Search(plan);
    for (OptionalDouble rate = search.next(); rate.isPresent(); rate = search.next()) {
      search.judged(sustained.test(rate.getAsDouble()));
    }
    return search.found();
  }

  /** The width of the interval as a share of its lower end. */
  static double width(SustainableRate found) {
    return found.high() / found.low() - 1;
  }
}
