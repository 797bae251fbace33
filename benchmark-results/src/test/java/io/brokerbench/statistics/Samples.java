package io.brokerbench.statistics;

import java.util.Random;
import java.util.stream.DoubleStream;

/** Runs as a fair machine would give them. */
final class Samples {

  private Samples() {}

  /**
   * Log-normal.
   *
   * @param median of the distribution
   * @param spread standard deviation of the logarithm: 0.1 is about 10 %
   */
  static Repeats logNormal(Random random, int runs, double median, double spread) {
    return Repeats.of(
        DoubleStream.generate(() -> median * Math.exp(spread * random.nextGaussian()))
            .limit(runs)
            .toArray());
  }
}
