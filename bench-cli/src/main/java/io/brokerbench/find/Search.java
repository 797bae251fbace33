package io.brokerbench.find;

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
 * between two probed rates, then bisects in log rate. It offers and starts nothing itself:
 *
 * <pre>{@code
 * for (OptionalDouble rate = search.next(); rate.isPresent(); rate = search.next()) {
 *   search.judged(probe(rate.getAsDouble()));
 * }
 * }</pre>
 *
 * <p>Rates are steps of a geometric scale with a whole number of steps to a doubling, so that a
 * rate that comes up again is the same rate.
 *
 * <p>Near the limit a probe may be judged wrongly, so a probe is a vote on its rate and the
 * majority counts. Once the interval is narrow, an end that only one probe supports is probed
 * again, if probes are left; the lower one first, as people rely on it. If the second vote is
 * against the first, the rate is undecided: the interval widens to the next rate that is decided,
 * and the search goes on in there.
 *
 * <p>A probe may also give no answer. Its rate is probed once more and then left alone: the search
 * goes on with the rates beside it, and ends where there are none.
 *
 * <p>Doubling offers at most twice what the broker can take. For a limit within a factor of eight
 * of the start it takes at most five probes to bracket it, four to narrow it down to 5 % and two
 * for the ends: eleven, and one to spare.
 */
public final class Search {

  private static final int MOST_UNANSWERED = 2;

  private final SearchPlan plan;
  private final int stepsPerDoubling;
  private final int lowestStep;
  private final int highestStep;
  private final NavigableMap<Integer, Votes> votes = new TreeMap<>();
  private int probes;

  /** How often a step was sustained, how often not, and how often nothing came of it. */
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

  /** A search that has not probed yet. */
  public Search(SearchPlan plan) {
    this.plan = plan;
    this.stepsPerDoubling = (int) Math.ceil(Math.log(2) / Math.log1p(plan.width()));
    this.lowestStep = (int) Math.floor(exactStep(plan.lowest()));
    this.highestStep = (int) Math.ceil(exactStep(plan.highest()));
  }

  private double exactStep(double rate) {
    return stepsPerDoubling * Math.log(rate / plan.start()) / Math.log(2);
  }

  private double rate(int step) {
    double rate = plan.start() * Math.pow(2, (double) step / stepsPerDoubling);
    return Math.max(plan.lowest(), Math.min(plan.highest(), rate));
  }

  /** The rate to probe, messages a second; empty if the search has ended. */
  public OptionalDouble next() {
    return nextStep().stream().mapToDouble(this::rate).findFirst();
  }

  /**
   * Takes what came of probing the {@linkplain #next() next} rate.
   *
   * @throws IllegalStateException if the search has ended
   */
  public void judged(boolean sustained) {
    add(sustained ? 1 : 0, sustained ? 0 : 1, 0);
  }

  /**
   * Takes that probing the {@linkplain #next() next} rate gave no answer.
   *
   * @throws IllegalStateException if the search has ended
   */
  public void unanswered() {
    add(0, 0, 1);
  }

  private void add(int sustained, int failed, int unanswered) {
    int step = nextStep().orElseThrow(() -> new IllegalStateException("the search has ended"));
    votes.merge(step, new Votes(step, sustained, failed, unanswered), Votes::plus);
    probes++;
  }

  private OptionalInt nextStep() {
    if (probes == plan.probes()) {
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
   * The highest step that was sustained. It is below every step that was not: only ends, and steps
   * between them, are probed, and a step without a majority is no end.
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

  /** What is known by now. */
  public SustainableRate found() {
    return new SustainableRate(
        low().map(end -> rate(end.step())).orElse(0.0),
        high().map(end -> rate(end.step())).orElse(Double.POSITIVE_INFINITY),
        probes,
        ends().allMatch(Votes::confirmed)
            && between(stepOf(low()), stepOf(high())).findAny().isEmpty(),
        unansweredRates());
  }

  /** Of the steps between the ends those that were left alone. */
  private List<Double> unansweredRates() {
    int low = stepOf(low()).orElse(Integer.MIN_VALUE);
    int high = stepOf(high()).orElse(Integer.MAX_VALUE);
    return votes.values().stream()
        .filter(each -> each.givenUp() && each.step() > low && each.step() < high)
        .map(each -> rate(each.step()))
        .toList();
  }
}
