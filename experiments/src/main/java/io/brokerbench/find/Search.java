package io.brokerbench.find;

import io.brokerbench.workload.Load;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The search for the highest sustainable rate: doubles or halves the rate until the limit lies
 * between two tried rates, then bisects in log rate. The caller performs the trials:
 *
 * <pre>{@code
 * for (OptionalDouble rate = search.next(); rate.isPresent(); rate = search.next()) {
 *   search.judged(trial(rate.getAsDouble()));
 * }
 * }</pre>
 *
 * <p>Rates are steps of a geometric scale with a whole number of steps per doubling, so that a
 * repeated rate is exactly the same.
 *
 * <p>Near the limit a trial may be judged wrongly, so each trial is a vote on its rate and the
 * majority counts. Once the interval is narrow, an end supported by only one trial is tried again
 * if trials remain, the lower end first, because it is the result. If the second vote contradicts
 * the first, the rate is undecided: the interval widens to the next decided rate, and the search
 * continues within it.
 *
 * <p>A trial may also give no answer. Its rate is tried once more and then given up: the search
 * continues with its neighbours, and ends if there are none.
 *
 * <p>Doubling offers at most twice the capacity. If the limit is within a factor of eight of the
 * start rate, the search takes at most five trials to bracket it, four to narrow it to 5 % and two
 * to confirm the ends: eleven, one fewer than the default.
 */
public final class Search {

  private static final int MOST_UNANSWERED = 2;

  /** Keeps rounding errors of logarithms from giving a limit of the range two steps. */
  private static final double ROUNDING = 1e-9;

  private final SearchPlan plan;

  /** The highest rate to try, at most the highest that a run may have. */
  private final double highest;

  private final int stepsPerDoubling;
  private final int lowestStep;
  private final int highestStep;
  private final NavigableMap<Integer, Votes> votes = new TreeMap<>();
  private int trials;

  /** The votes on a step: sustained, not sustained, without an answer. */
  private record Votes(int step, int sustained, int failed, int unanswered) {

    Votes plus(Votes more) {
      return new Votes(
          step, sustained + more.sustained, failed + more.failed, unanswered + more.unanswered);
    }

    boolean givenUp() {
      return unanswered >= MOST_UNANSWERED;
    }

    boolean forIt() {
      return sustained > failed;
    }

    boolean againstIt() {
      return failed > sustained;
    }

    boolean confirmed() {
      return Math.max(sustained, failed) > 1;
    }
  }

  /**
   * The interval of the highest sustainable rate, messages per second, between two tried rates.
   *
   * @param low highest sustained rate; 0 if there is none
   * @param high lowest rate that was not sustained; infinite if every rate was
   * @param trials number of trials so far
   * @param confirmed whether at least two trials support each of these ends, and no rate between
   *     them remains to be tried
   * @param unanswered rates between the ends whose trials gave no answer, in ascending order
   */
  public record SustainableRate(
      double low, double high, int trials, boolean confirmed, List<Double> unanswered) {

    /** Whether not even the lowest rate was sustained. */
    public boolean noneSustainable() {
      return low == 0;
    }

    /** Whether every tried rate was sustained, so that the limit was not reached. */
    public boolean notReached() {
      return high == Double.POSITIVE_INFINITY;
    }
  }

  public Search(SearchPlan plan) {
    this.plan = plan;
    this.highest = Math.min(plan.highest(), Load.MAX_PER_SECOND);
    this.stepsPerDoubling = (int) Math.ceil(Math.log(2) / Math.log1p(plan.width()));
    this.lowestStep = (int) Math.floor(exactStep(plan.lowest()) + ROUNDING);
    this.highestStep = (int) Math.ceil(exactStep(highest) - ROUNDING);
  }

  private double exactStep(double rate) {
    return stepsPerDoubling * Math.log(rate / plan.start()) / Math.log(2);
  }

  private double rate(int step) {
    double rate = plan.start() * Math.pow(2, (double) step / stepsPerDoubling);
    return Math.max(plan.lowest(), Math.min(highest, rate));
  }

  /** The next rate to try, messages per second; empty if the search has ended. */
  public OptionalDouble next() {
    return nextStep().stream().mapToDouble(this::rate).findFirst();
  }

  /**
   * Records the result of trying the {@linkplain #next() next} rate.
   *
   * @throws IllegalStateException if the search has ended
   */
  public void judged(boolean sustained) {
    add(sustained ? 1 : 0, sustained ? 0 : 1, 0);
  }

  /**
   * Records that trying the {@linkplain #next() next} rate gave no answer.
   *
   * @throws IllegalStateException if the search has ended
   */
  public void unanswered() {
    add(0, 0, 1);
  }

  private void add(int sustained, int failed, int unanswered) {
    int step = nextStep().orElseThrow(() -> new IllegalStateException("the search has ended"));
    votes.merge(step, new Votes(step, sustained, failed, unanswered), Votes::plus);
    trials++;
  }

  private OptionalInt nextStep() {
    if (trials == plan.probes()) {
      return OptionalInt.empty();
    }
    OptionalInt wanted =
        between(stepOf(low()), stepOf(high())).filter(step -> !isGivenUp(step)).findFirst();
    return wanted.isPresent()
        ? wanted
        : stepOf(ends().filter(end -> !end.confirmed() && !end.givenUp()).findFirst());
  }

  /** The steps that would narrow the interval, best first; none once it is narrow. */
  private IntStream between(OptionalInt low, OptionalInt high) {
    if (low.isEmpty() && high.isEmpty()) {
      return IntStream.of(0);
    }
    if (high.isEmpty()) {
      int step = low.getAsInt();
      return step < highestStep
          ? IntStream.of(Math.min(highestStep, step + stepsPerDoubling))
          : IntStream.empty();
    }
    if (low.isEmpty()) {
      int step = high.getAsInt();
      return step > lowestStep
          ? IntStream.of(Math.max(lowestStep, step - stepsPerDoubling))
          : IntStream.empty();
    }
    int middle = Math.floorDiv(low.getAsInt() + high.getAsInt(), 2);
    return IntStream.range(low.getAsInt() + 1, high.getAsInt())
        .boxed()
        .sorted(Comparator.comparingInt(step -> Math.abs(step - middle)))
        .mapToInt(Integer::intValue);
  }

  private boolean isGivenUp(int step) {
    Votes known = votes.get(step);
    return known != null && known.givenUp();
  }

  private static OptionalInt stepOf(Optional<Votes> end) {
    return end.stream().mapToInt(Votes::step).findFirst();
  }

  /**
   * The highest step that was sustained. It is below every step that was not, because only ends and
   * steps between them are tried, and a step without a majority is not an end.
   */
  private Optional<Votes> low() {
    return votes.descendingMap().values().stream().filter(Votes::forIt).findFirst();
  }

  /** The lowest step that was not sustained. */
  private Optional<Votes> high() {
    return votes.values().stream().filter(Votes::againstIt).findFirst();
  }

  private Stream<Votes> ends() {
    return Stream.concat(low().stream(), high().stream());
  }

  /** The result so far. */
  public SustainableRate found() {
    return new SustainableRate(
        low().map(end -> rate(end.step())).orElse(0.0),
        high().map(end -> rate(end.step())).orElse(Double.POSITIVE_INFINITY),
        trials,
        ends().allMatch(Votes::confirmed)
            && between(stepOf(low()), stepOf(high())).findAny().isEmpty(),
        unansweredRates());
  }

  /** The rates between the ends of which a trial gave no answer. */
  private List<Double> unansweredRates() {
    int low = stepOf(low()).orElse(Integer.MIN_VALUE);
    int high = stepOf(high()).orElse(Integer.MAX_VALUE);
    return votes.values().stream()
        .filter(each -> each.unanswered() > 0 && each.step() > low && each.step() < high)
        .map(each -> rate(each.step()))
        .toList();
  }
}
