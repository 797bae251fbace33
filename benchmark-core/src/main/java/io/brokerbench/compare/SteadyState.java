package io.brokerbench.compare;

import java.util.Arrays;
import java.util.List;

/**
 * Whether a series of figures, one a second, kept its level.
 *
 * <p>What of its begin is better left out is found by MSER-5: of all cuts in the first half, the
 * one that makes the standard error of the mean of what is left smallest, on means of {@value
 * #BATCH} figures. White (1997), "An effective truncation heuristic for bias reduction in
 * simulation output", Simulation 69; in batches of five by White, Cobb and Spratt (2000). What is
 * left is cut in halves, and their batch means are compared as two sets of runs are: neighbouring
 * seconds resemble each other, batches less so.
 *
 * @param status what can be said
 * @param cutSeconds length of the begin that is better left out
 */
public record SteadyState(Status status, int cutSeconds) {

  /** What can be said of a series. */
  public enum Status {
    /** Both halves are the same within {@value #TOLERANCE}. */
    STEADY,
    /** They are surely not, or the figure was zero for a while. */
    DRIFTING,
    /** It is too short, or too restless, to tell. */
    TOO_SHORT
  }

  /** Share by which halves may differ. */
  static final double TOLERANCE = 0.05;

  private static final int BATCH = 5;
  private static final int FEWEST_BATCHES = 4;

  /** Of several figures of the same seconds: the worst of them. */
  public static SteadyState of(List<List<Double>> series) {
    SteadyState worst = new SteadyState(Status.STEADY, 0);
    for (List<Double> each : series) {
      SteadyState one = ofOne(each);
      worst =
          new SteadyState(
              worse(worst.status, one.status), Math.max(worst.cutSeconds, one.cutSeconds));
    }
    return worst;
  }

  /** Drift is certain, whatever another figure is too short for. */
  private static Status worse(Status one, Status other) {
    if (one == Status.DRIFTING || other == Status.DRIFTING) {
      return Status.DRIFTING;
    }
    return one == Status.TOO_SHORT ? one : other;
  }

  /** For people. */
  public String text() {
    return switch (status) {
      case STEADY -> "steady";
      case DRIFTING ->
          "drifting" + (cutSeconds == 0 ? "" : ", the first %d s most".formatted(cutSeconds));
      case TOO_SHORT -> "too short to say whether steady";
    };
  }

  private static SteadyState ofOne(List<Double> figures) {
    double[] batches = batchMeans(figures);
    int cut = mser(batches);
    int left = batches.length - cut;
    if (left < FEWEST_BATCHES) {
      return new SteadyState(Status.TOO_SHORT, cut * BATCH);
    }
    for (double mean : batches) {
      if (!(mean > 0)) {
        return new SteadyState(Status.DRIFTING, cut * BATCH);
      }
    }
    Answer answer =
        Answer.of(
            repeats(batches, cut, cut + left / 2),
            repeats(batches, cut + left / 2, batches.length),
            Better.HIGHER,
            TOLERANCE);
    return new SteadyState(
        switch (answer.kind()) {
          case SAME -> Status.STEADY;
          case FASTER, SLOWER -> Status.DRIFTING;
          case CANNOT_TELL -> Status.TOO_SHORT;
        },
        cut * BATCH);
  }

  private static double[] batchMeans(List<Double> figures) {
    double[] means = new double[figures.size() / BATCH];
    for (int i = 0; i < means.length; i++) {
      means[i] =
          figures.subList(i * BATCH, (i + 1) * BATCH).stream()
              .mapToDouble(Double::doubleValue)
              .average()
              .orElse(0);
    }
    return means;
  }

  /** Number of batches to leave out. */
  private static int mser(double... batches) {
    int best = 0;
    double least = Double.POSITIVE_INFINITY;
    // Mean and squares of what is left, from the last batch on: Welford (1962).
    double mean = 0;
    double squares = 0;
    for (int cut = batches.length - 1; cut >= 0; cut--) {
      int left = batches.length - cut;
      double off = batches[cut] - mean;
      mean += off / left;
      squares += off * (batches[cut] - mean);
      double error = squares / left / left;
      if (cut <= batches.length / 2 && error <= least) {
        least = error;
        best = cut;
      }
    }
    return best;
  }

  private static Repeats repeats(double[] batches, int from, int to) {
    return Repeats.of(Arrays.copyOfRange(batches, from, to));
  }
}
