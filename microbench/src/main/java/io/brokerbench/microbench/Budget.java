package io.brokerbench.microbench;

import io.brokerbench.units.Text;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.OptionalDouble;
import org.openjdk.jmh.results.RunResult;

/**
 * Limits of what a message may cost in the generator, as a multiple of a lower bound that is
 * measured in the same run: it holds on slower machines too. Of each benchmark, the fastest
 * iteration counts, which other processes have disturbed least.
 */
enum Budget {
  /** Sending, next to the two clock readings of any latency. */
  SEND(MessagePathBenchmark.class, "message", "baselineNanoTimePair", 5),
  /** A transaction, next to the two clock readings of any latency. */
  TRANSACTION(MessagePathBenchmark.class, "transaction", "baselineNanoTimePair", 8),
  /** Receiving, next to reading and checking the header of the body. */
  RECEIVE(ReceivePathBenchmark.class, "receive", "readHeader", 5);

  private final String path;
  private final String floor;
  private final double limit;

  Budget(Class<?> benchmark, String method, String floor, double limit) {
    this.path = benchmark.getName() + "." + method;
    this.floor = RecordingBenchmark.class.getName() + "." + floor;
    this.limit = limit;
  }

  /**
   * A benchmark next to its budget.
   *
   * @param text for display
   */
  record Use(String text, boolean exceeded) {}

  /** The budgets of those benchmarks that were run together with their lower bounds. */
  static List<Use> uses(Collection<RunResult> results) {
    List<Use> uses = new ArrayList<>();
    for (Budget budget : values()) {
      OptionalDouble floor =
          results.stream()
              .filter(result -> result.getParams().getBenchmark().equals(budget.floor))
              .mapToDouble(Budget::fastest)
              .min();
      for (RunResult result : results) {
        if (floor.isPresent() && result.getParams().getBenchmark().equals(budget.path)) {
          uses.add(budget.use(result, floor.getAsDouble()));
        }
      }
    }
    return uses;
  }

  private Use use(RunResult result, double floorNanos) {
    double times = fastest(result) / floorNanos;
    String parameters =
        result.getParams().getParamsKeys().stream()
            .map(key -> Text.of(" %s=%s", key, result.getParams().getParam(key)))
            .reduce("", String::concat);
    return new Use(
        Text.of(
            "%s%s: %,.0f ns, %.1f times %s of %,.0f ns, %s its budget of %.1f times",
            simpleName(path),
            parameters,
            fastest(result),
            times,
            simpleName(floor),
            floorNanos,
            times > limit ? "above" : "within",
            limit),
        times > limit);
  }

  private static double fastest(RunResult result) {
    return result.getPrimaryResult().getStatistics().getMin();
  }

  private static String simpleName(String benchmark) {
    return benchmark.replaceFirst(".*\\.(\\w+\\.\\w+)$", "$1");
  }
}
