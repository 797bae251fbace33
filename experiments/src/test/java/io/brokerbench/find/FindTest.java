package io.brokerbench.find;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.figures.RunFigure;
import io.brokerbench.find.Search.SustainableRate;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The parts together, on a broker that takes anything and has two consumer groups. */
final class FindTest {

  private static final int SECONDS = 60;
  private static final double EPSILON = 0.002;
  private static final double FAST = 30_000;

  private static final Bounds BOUNDS =
      new Bounds(0.99, EPSILON, EPSILON, OptionalDouble.of(EPSILON), Map.of(), Set.of());

  /** An interval may miss a limit by what a trial of a minute cannot tell. */
  @Test
  void theSlowerOfTwoGroupsIsTheLimit() {
    Random random = new Random(20_260_502);
    int trials = 300;
    int narrow = 0;
    int held = 0;
    for (int i = 0; i < trials; i++) {
      double slow = 4_000 + 20_000 * random.nextDouble();
      Set<String> reasons = new HashSet<>();
      Search search = new Search(SearchPlan.from(8_000));
      for (OptionalDouble rate = search.next(); rate.isPresent(); rate = search.next()) {
        Judgement judgement = Judgement.of(trial(random, rate.getAsDouble(), slow), BOUNDS, 0.025);
        search.judged(judgement.failed().isEmpty());
        judgement.failed().forEach(condition -> reasons.add(condition.name()));
      }
      SustainableRate found = search.found();
      assertThat(found.low()).isLessThan(slow * 1.01);
      assertThat(found.high()).isGreaterThan(slow * 0.99);
      assertThat(reasons).contains("backlog growth of slow");
      narrow += SearchTest.width(found) <= 0.05 ? 1 : 0;
      held += found.low() <= slow && slow <= found.high() ? 1 : 0;
    }
    assertThat((double) narrow / trials).isGreaterThan(0.98);
    assertThat((double) held / trials).isGreaterThan(0.94);
  }

  private static TrialMeasurement trial(Random random, double rate, double slow) {
    return new TrialMeasurement(
        rate,
        SECONDS,
        OptionalDouble.of(rate),
        Slope.UNKNOWN,
        BacklogGrowth.UNKNOWN,
        0,
        0,
        Map.of("fast", backlog(random, rate, FAST), "slow", backlog(random, rate, slow)),
        figure -> RunFigure.Value.of(null, "nobody knows it"),
        Optional.empty(),
        Optional.empty());
  }

  /** Sent at a constant rate, consumed at one that varies by 1 % from second to second. */
  private static BacklogGrowth backlog(Random random, double rate, double consumed) {
    double[] seconds = new double[SECONDS];
    double[] values = new double[SECONDS];
    double backlog = 0;
    for (int second = 0; second < SECONDS; second++) {
      double taken = consumed * (1 + 0.01 * random.nextGaussian());
      backlog = Math.max(0, backlog + rate - taken);
      seconds[second] = second;
      values[second] = backlog;
    }
    return BacklogGrowth.of(seconds, values);
  }
}
