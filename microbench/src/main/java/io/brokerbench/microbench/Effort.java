package io.brokerbench.microbench;

import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.TimeValue;

/** How often and how long a benchmark is measured, where JMH's own flags do not say. */
enum Effort {
  /** One JVM: its result is an order of magnitude, and all benchmarks take some five minutes. */
  QUICK(1, 250, 150),
  /** As many JVMs as a comparison needs. */
  FULL(5, 500, 500);

  private static final int WARMUP_ITERATIONS = 4;
  private static final int ITERATIONS = 5;

  private final int forks;
  private final long warmupMillis;
  private final long measuredMillis;

  Effort(int forks, long warmupMillis, long measuredMillis) {
    this.forks = forks;
    this.warmupMillis = warmupMillis;
    this.measuredMillis = measuredMillis;
  }

  void apply(ChainedOptionsBuilder options, Options flags) {
    options
        .forks(flags.getForkCount().orElse(forks))
        .warmupIterations(flags.getWarmupIterations().orElse(WARMUP_ITERATIONS))
        .warmupTime(flags.getWarmupTime().orElse(TimeValue.milliseconds(warmupMillis)))
        .measurementIterations(flags.getMeasurementIterations().orElse(ITERATIONS))
        .measurementTime(flags.getMeasurementTime().orElse(TimeValue.milliseconds(measuredMillis)));
  }
}
