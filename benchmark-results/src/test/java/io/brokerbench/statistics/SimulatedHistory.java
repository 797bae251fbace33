package io.brokerbench.statistics;

import java.util.Random;

/**
 * Noise of a figure from night to night, in standard deviations between nights without outliers.
 *
 * @param drift share of the variance that is slow: a first-order autoregression whose neighbors
 *     correlate by 0.95
 * @param outliers share of nights that are 3 to 8 standard deviations off, four of five of them to
 *     the bad side
 */
record SimulatedHistory(double drift, double outliers) {

  /** Nights differ by chance alone. */
  static final SimulatedHistory WHITE = new SimulatedHistory(0, 0);

  /** A machine with neighbors: some drift, and three or four nights a year that are far off. */
  static final SimulatedHistory SHARED = new SimulatedHistory(0.025, 0.01);

  private static final double CORRELATION = 0.95;
  private static final double BAD = 0.8;

  /** Standard deviation between nights, as a logarithm. */
  private static final double DEVIATION = 0.05;

  /** The logarithms of a rate whose level is 1. */
  double[] logs(int nights, long seed) {
    Random random = new Random(seed);
    Random far = new Random(seed ^ 0x5DEECE66DL);
    double[] logs = new double[nights];
    double slow = Math.sqrt(drift) * random.nextGaussian();
    for (int i = 0; i < nights; i++) {
      double off = Math.sqrt(1 - drift) * random.nextGaussian() + slow;
      double innovation = Math.sqrt(drift * (1 - CORRELATION * CORRELATION));
      slow = CORRELATION * slow + innovation * random.nextGaussian();
      boolean outlier = far.nextDouble() < outliers;
      double side = far.nextDouble() < BAD ? -1 : 1;
      double size = 3 + 5 * far.nextDouble();
      logs[i] = DEVIATION * (off + (outlier ? side * size : 0));
    }
    return logs;
  }

  /** The same, lower by this number of standard deviations from a night on. */
  double[] logs(int nights, long seed, int changed, double step) {
    double[] logs = logs(nights, seed);
    for (int i = changed; i < nights; i++) {
      logs[i] -= DEVIATION * step;
    }
    return logs;
  }
}
