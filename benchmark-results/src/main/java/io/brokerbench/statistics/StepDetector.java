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
 * last one found, without outliers. A night weighs more the better its repeats agree. A step counts
 * if it is significant even if the machine drifts slowly and no night counts for much more than a
 * significant step, and if the last nights agree with it, so that an outlier that reverts is none.
 * docs/method/history.md has the rates of false alarms and of steps that were found, by {@code
 * SimulatedHistoryTest}.
 */
public final class StepDetector {

  /** Nights that must agree on a step. */
  public static final int CONFIRMING = 3;

  /** Nights before a step that show how much nights differ. */
  public static final int FEWEST_BEFORE = 5;

  /** Maximum two-sided p of a step, with the error that drift adds. */
  static final double LEVEL = 1.5e-4;

  /** Maximum p of a change point that is examined further, as in Hunter. */
  private static final double FIRST_LEVEL = 1e-2;

  /** Nights that are looked back at: what a machine did longer ago says little of today. */
  private static final int LONGEST = 100;

  /** The variance of slow drift, as a share of the variance of nights; means do not reduce it. */
  private static final double DRIFT = 0.04;

  /**
   * The share of a step by which each of the confirming nights must differ from the nights before.
   */
  private static final double AGREEMENT = 1.0 / 3;

  /** The share of steps of the size that {@link #detectable} names that may be missed. */
  private static final double MISSED = 0.1;

  /**
   * Standard deviations by which an outlier differs from the median of its neighbors: Iglewicz and
   * Hoaglin (1993), "How to Detect and Handle Outliers", for differences from a median in units of
   * the median absolute deviation.
   */
  private static final double OUTLIER = 3.5;

  /** Standard deviations by which a night counts beyond the smallest significant step. */
  private static final double BEYOND_SIGNIFICANT = 1.5;

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
    double[] logs = logs(part);
    int[] kept = kept(logs);
    Series series = series(part, kept);
    double[] latest = Arrays.copyOfRange(logs, size - CONFIRMING, size);
    for (ChangePoint point : EDivisive.changePoints(series, FIRST_LEVEL)) {
      if (point.index() >= FEWEST_BEFORE && isStep(series, point.index(), latest)) {
        start = from + kept[point.index()];
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
   * added so far, without the outliers of either level.
   *
   * @param number index in {@link #steps}
   */
  public Step step(int number) {
    int before = number == 0 ? 0 : steps.get(number - 1).index();
    int after = number + 1 < steps.size() ? steps.get(number + 1).index() : nights.size();
    int place = steps.get(number).index();
    int[] keptBefore = kept(logs(nights.subList(before, place)));
    int[] keptAfter = kept(logs(nights.subList(place, after)));
    int[] kept =
        IntStream.concat(
                Arrays.stream(keptBefore), Arrays.stream(keptAfter).map(i -> place - before + i))
            .toArray();
    Series series = series(nights.subList(before, after), kept);
    return Step.between(series, 0, keptBefore.length, kept.length);
  }

  /**
   * The size of the smallest step, as a share of the current level, that three nights would show in
   * 90 % of cases; empty with fewer nights on the current level than {@value #FEWEST_BEFORE},
   * outliers not counted.
   *
   * <p>It is the critical difference and, as in a power analysis, the error that the difference of
   * the three nights exceeds in 5 % of cases. Another 5 % is for nights that do not agree: by
   * Bonferroni's inequality, no more steps are missed than by both together. The standard deviation
   * counts as known, so fewer than 90 % are found with fewer nights on the level than about 20.
   */
  public OptionalDouble detectable() {
    List<Repeats> part = nights.subList(Math.max(start, nights.size() - LONGEST), nights.size());
    int[] kept = kept(logs(part));
    int size = kept.length;
    if (size < FEWEST_BEFORE) {
      return OptionalDouble.empty();
    }
    Series series = series(part, kept);
    double variance = series.squares(0, size) / (size - 1);
    double error = Math.sqrt(variance * (1.0 / size + 1.0 / CONFIRMING + DRIFT));
    double degrees = size + CONFIRMING - 2;
    double sizes =
        Ratio.studentQuantile(1 - LEVEL / 2, degrees)
            + Ratio.studentQuantile(1 - MISSED / 2, degrees);
    return OptionalDouble.of(Math.expm1(sizes * error));
  }

  /**
   * Whether the nights differ significantly before and after a place, and the latest agree.
   *
   * <p>The mean of the nights after it is Winsorized: each counts for at most the critical
   * difference and {@link #BEYOND_SIGNIFICANT} deviations (Huber (1964), "Robust Estimation of a
   * Location Parameter", The Annals of Mathematical Statistics 35), so that two nights by chance
   * and a far one are seldom a step.
   *
   * @param latest logarithms of the confirming nights, with outliers
   */
  private static boolean isStep(Series series, int index, double[] latest) {
    int size = series.size();
    if (index > size - CONFIRMING + 1) {
      return false;
    }
    Step step = Step.between(series, 0, index, size);
    double drift = DRIFT * step.deviation() * step.deviation();
    double critical =
        Ratio.studentQuantile(1 - LEVEL / 2, step.ratio().degreesOfFreedom())
            * Math.hypot(step.ratio().standardError(), Math.sqrt(drift));
    double most = critical + BEYOND_SIGNIFICANT * step.deviation();
    double sign = Math.signum(step.ratio().log());
    double sum = 0;
    for (int i = index; i < size; i++) {
      sum += series.weight(i) * Math.min(most, sign * (series.value(i) - step.before()));
    }
    double least = AGREEMENT * Math.abs(step.ratio().log());
    return sign != 0
        && sum / series.weights(index, size) >= critical
        && Arrays.stream(latest).allMatch(log -> sign * (log - step.before()) >= least);
  }

  private static double[] logs(List<Repeats> nights) {
    return nights.stream().mapToDouble(Repeats::meanLog).toArray();
  }

  /** Some of the nights, weighted by the variance that repeats and nights have. */
  private static Series series(List<Repeats> nights, int[] kept) {
    double[] logs = logs(nights);
    double deviation = deviation(logs);
    return new Series(
        Arrays.stream(kept).mapToDouble(i -> logs[i]).toArray(),
        weights(Arrays.stream(kept).mapToObj(nights::get).toList(), deviation * deviation));
  }

  /**
   * The indices of the nights that are no outliers, in ascending order: Hampel's filter (Pearson
   * (2002), "Outliers in process modeling and identification", IEEE Transactions on Control Systems
   * Technology 10), with one median for the nights before and one for those after, because the
   * nights on both sides of a step differ from one median of both. If more than one of the latest
   * is far off, the level may have moved, and all of them are kept.
   */
  static int[] kept(double... logs) {
    double limit = OUTLIER * deviation(logs);
    int latest = Math.max(0, logs.length - CONFIRMING);
    boolean moved =
        IntStream.range(latest, logs.length).filter(i -> isOutlier(logs, i, limit)).count() > 1;
    return IntStream.range(0, logs.length)
        .filter(i -> (moved && i >= latest) || !isOutlier(logs, i, limit))
        .toArray();
  }

  private static boolean isOutlier(double[] logs, int night, double limit) {
    return isFar(logs[night], limit, logs, Math.max(0, night - NEIGHBORS), night)
        && isFar(logs[night], limit, logs, night + 1, Math.min(logs.length, night + 1 + NEIGHBORS));
  }

  /** Whether a value differs from the median of a range by more than the limit; or it is empty. */
  private static boolean isFar(double log, double limit, double[] logs, int from, int to) {
    return from == to || Math.abs(log - median(Arrays.copyOfRange(logs, from, to))) > limit;
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
