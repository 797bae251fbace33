package io.brokerbench.jmh;

import io.brokerbench.compare.Better;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;

/**
 * A benchmark with its parameters, measured.
 *
 * @param mode JMH's word for what was measured
 * @param unit of the scores
 * @param forks the scores of the iterations of each JVM; at least one, all above 0
 * @param bytesPerOperation allocated, if the profiler was on
 */
public record JmhScore(
    String mode, String unit, List<double[]> forks, OptionalDouble bytesPerOperation) {

  /** Which way the score is to go. */
  public Better better() {
    return mode.equals("thrpt") ? Better.HIGHER : Better.LOWER;
  }

  /** The mean of each JVM. */
  public double[] ofForks() {
    return forks.stream()
        .mapToDouble(each -> Arrays.stream(each).average().orElseThrow())
        .toArray();
  }

  /** All iterations. */
  public double[] ofIterations() {
    return forks.stream().flatMapToDouble(Arrays::stream).toArray();
  }
}
