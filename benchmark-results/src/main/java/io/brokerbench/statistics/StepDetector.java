package io.brokerbench.statistics;

import io.brokerbench.statistics.EDivisive.ChangePoint;
import io.brokerbench.statistics.EDivisive.Series;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * Finds lasting steps of a figure from night to night. Nights are added in their order, and a step
 * depends only on the nights up to the one that confirmed it: later nights never move it, remove it
 * or add one before it. Not thread-safe.
 *
 * <p>After each night, e-divisive means ({@link EDivisive}) look for a step in the nights since the
 * last one found, of which outliers are limited (Hampel's filter: Pearson (2002), "Outliers in
 * process modeling and identification", IEEE Transactions on Control Systems Technology 10). A
 * night weighs more the better its repeats agree. A step counts if it is significant even if the
 * machine drifts slowly, and if the nights after it agree, so that an outlier that reverts is none.
 * docs/method/history.md has the rates of false alarms and of steps that were found, by {@code
 * SimulatedHistoryTest}.
 */
public final class StepDetector {

  /** Nights that must agree on a step. */
  public static final int CONFIRMING = 3;

  /** Nights before a step that show how much nights differ. */
  public static final int FEWEST_BEFORE = 5;

  /** Maximum two-sided p of a step, with the error that drift adds. */
  static final double LEVEL = 2e-4;

  /** Maximum p of a change point that is examined further, as in Hunter. */
  private static final double FIRST_LEVEL = 1e-2;

  /** Nights that are looked back at: what a machine did longer ago says little of today. */
  private static final int LONGEST = 100;

  /** The variance of slow drift, as a share of the variance of nights; means do not reduce it. */
  private static final double DRIFT = 0.025;

  /**
   * The share of a step by which each of the confirming nights must differ from the nights before.
   */
  private static final double AGREEMENT = 1.0 / 3;

  /**
   * The power of the test for the size that {@link #detectable} names; with the agreement of the
   * nights, about four of five such steps are found.
   */
  private static final double POWER = 0.9;

  /** Standard deviations from the median of their neighbors to which outliers are limited. */
  private static final double OUTLIER = 3;

  /** Neighbors on each side. */
  private static final int NEIGHBORS = 3;

  /** The standard deviation of a normal distribution by its median absolute deviation. */
  private static final double MEDIAN_DEVIATION = 1.4826;

  /** Degrees of freedom that the variance of all repeats has against that of one night's. */
  private static final int POOLED_DEGREES = 4;

  /** The part of the variance of nights that repeats never explain. */
  private static final double BETWEEN_NIGHTS = 0.25;

  private final List<Repeats> nights = new ArrayList<>();
  private final List<FoundStep> steps = new ArrayList<>();

  /** The first night of the current level. */
  private int start;

  /**
   * A step that was found.
   *
   * @param index of the first night after it
   * @param night index of the night that confirmed it
   */
  public record FoundStep(int index, int night) {}

  /**
   * Adds the next night.
   *
   * @param night the runs of the night, at least one
   */
  public void add(Repeats night) {
    nights.add(night);
    int from = Math.max(start, nights.size() - LONGEST);
    int size = nights.size() - from;
    if (size < FEWEST_BEFORE + CONFIRMING) {
      return;
    }
    List<Repeats> part = nights.subList(from, nights.size());
    double[] logs = part.stream().mapToDouble(Repeats::meanLog).toArray();
    Series series = series(part);
    for (ChangePoint point : EDivisive.changePoints(series, FIRST_LEVEL)) {
      if (point.index() >= FEWEST_BEFORE && isStep(series, logs, point.index())) {
        start = from + point.index();
        steps.add(new FoundStep(start, nights.size() - 1));
        return;
      }
    }
  }

  /** The steps found so far, in their order. */
  public List<FoundStep> steps() {
    return Collections.unmodifiableList(steps);
  }

  /**
   * The difference that a step made, by all nights of the levels before and after it that have been
   * added so far.
   *
   * @param number index in {@link #steps}
   */
  public Step step(int number) {
    int before = number == 0 ? 0 : steps.get(number - 1).index();
    int after = number + 1 < steps.size() ? steps.get(number + 1).index() : nights.size();
    Series series = series(nights.subList(before, after));
    return Step.between(series, 0, steps.get(number).index() - before, after - before);
  }

  /**
   * The size of the smallest step, as a share of the current level, that three nights would show in
   * four of five cases; empty with fewer nights on the current level than {@value #FEWEST_BEFORE}.
   */
  public OptionalDouble detectable() {
    int from = Math.max(start, nights.size() - LONGEST);
    int size = nights.size() - from;
    if (size < FEWEST_BEFORE) {
      return OptionalDouble.empty();
    }
    Series series = series(nights.subList(from, nights.size()));
    double variance = series.squares(0, size) / (size - 1);
    double error = Math.sqrt(variance * (1.0 / size + 1.0 / CONFIRMING + DRIFT));
    double degrees = size + CONFIRMING - 2;
    double sizes =
        Ratio.studentQuantile(1 - LEVEL / 2, degrees) + Ratio.studentQuantile(POWER, degrees);
    return OptionalDouble.of(Math.expm1(sizes * error));
  }

  private static boolean isStep(Series series, double[] logs, int index) {
    int size = logs.length;
    if (index > size - CONFIRMING + 1) {
      return false;
    }
    Step step = Step.between(series, 0, index, size);
    double drift = DRIFT * step.deviation() * step.deviation();
    double critical =
        Ratio.studentQuantile(1 - LEVEL / 2, step.ratio().degreesOfFreedom())
            * Math.hypot(step.ratio().standardError(), Math.sqrt(drift));
    double sign = Math.signum(step.ratio().log());
    double[] after = differences(logs, Math.min(index, size - CONFIRMING), step.before(), sign);
    double difference = Math.min(Math.abs(step.ratio().log()), median(after));
    double least = AGREEMENT * Math.abs(step.ratio().log());
    return sign != 0
        && difference >= critical
        && Arrays.stream(after, after.length - CONFIRMING, after.length).allMatch(d -> d >= least);
  }

  private static double[] differences(double[] logs, int from, double before, double sign) {
    return Arrays.stream(logs, from, logs.length).map(log -> sign * (log - before)).toArray();
  }

  /** Nights with limited outliers, weighted by the variance that repeats and nights have. */
  private static Series series(List<Repeats> nights) {
    double[] logs = nights.stream().mapToDouble(Repeats::meanLog).toArray();
    double deviation = deviation(logs);
    double[] limited = new double[logs.length];
    for (int i = 0; i < logs.length; i++) {
      double center =
          median(
              Arrays.copyOfRange(
                  logs, Math.max(0, i - NEIGHBORS), Math.min(logs.length, i + NEIGHBORS + 1)));
      limited[i] =
          Math.min(center + OUTLIER * deviation, Math.max(center - OUTLIER * deviation, logs[i]));
    }
    return new Series(limited, weights(nights, deviation * deviation));
  }

  /** Standard deviation of nights, by the differences of neighbors, which steps hardly change. */
  private static double deviation(double[] logs) {
    double[] differences =
        IntStream.range(1, logs.length).mapToDouble(i -> Math.abs(logs[i] - logs[i - 1])).toArray();
    return differences.length == 0 ? 0 : MEDIAN_DEVIATION * median(differences) / Math.sqrt(2);
  }

  /**
   * The inverse variance of each night's mean, relative to their mean. The variance of a night's
   * repeats is drawn towards that of all nights' (as in Smyth (2004), "Linear models and empirical
   * Bayes methods", Statistical Applications in Genetics and Molecular Biology 3), because that of
   * two or three runs is hardly known.
   */
  static double[] weights(List<Repeats> nights, double variance) {
    double squares = 0;
    int degrees = 0;
    for (Repeats night : nights) {
      if (night.spread()) {
        squares += (night.size() - 1) * night.varianceLog();
        degrees += night.size() - 1;
      }
    }
    double pooled = degrees == 0 ? 0 : squares / degrees;
    double[] errors = nights.stream().mapToDouble(night -> error(night, pooled)).toArray();
    double between =
        Math.max(BETWEEN_NIGHTS * variance, variance - Arrays.stream(errors).average().orElse(0));
    double[] weights = new double[errors.length];
    Arrays.setAll(weights, i -> between + errors[i] > 0 ? 1 / (between + errors[i]) : 1);
    double mean = Arrays.stream(weights).average().orElse(1);
    return Arrays.stream(weights).map(weight -> weight / mean).toArray();
  }

  private static double error(Repeats night, double pooled) {
    double own = night.spread() ? (night.size() - 1) * night.varianceLog() : 0;
    return (POOLED_DEGREES * pooled + own) / (POOLED_DEGREES + night.size() - 1) / night.size();
  }

  private static double median(double... values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return (sorted[sorted.length / 2] + sorted[(sorted.length - 1) / 2]) / 2;
  }
}
