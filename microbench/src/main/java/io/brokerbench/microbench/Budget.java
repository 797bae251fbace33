package io.brokerbench.microbench;

import io.brokerbench.units.Text;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/**
 * Limits of what a message may cost in the generator, next to a lower bound that is measured in the
 * same run: a multiple of its time, which holds on slower machines too, and a number of bytes
 * allocated above its own. The minimum of all iterations counts, which other processes have
 * disturbed least.
 *
 * <p>Bytes exceed a limit if there is one more object for each message, as none has less than 16.
 */
enum Budget {
  /**
   * Sending, next to the two clock readings of any latency. The request in flight has 48 bytes, and
   * the preparation of a run takes one or two for each message.
   */
  SEND("MessagePathBenchmark.message", "RecordingBenchmark.baselineNanoTimePair", 5, 60),
  /**
   * A transaction, next to the two clock readings of any latency; its bytes are those of a send.
   */
  TRANSACTION("MessagePathBenchmark.transaction", "RecordingBenchmark.baselineNanoTimePair", 8, 60),
  /**
   * Receiving, next to the same deliveries, of which only the header is read. Recorders and books
   * are created while it runs, which takes five to eight bytes for each message.
   */
  RECEIVE("ReceivePathBenchmark.receive", "ReceivePathBenchmark.baselineDeliver", 3, 16);

  private static final String BYTES = "gc.alloc.rate.norm";

  private final String path;
  private final String floor;
  private final double maxTimes;
  private final long maxBytes;

  Budget(String path, String floor, double maxTimes, long maxBytes) {
    this.path = path;
    this.floor = floor;
    this.maxTimes = maxTimes;
    this.maxBytes = maxBytes;
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
      results.stream()
          .filter(result -> simpleName(result).equals(budget.floor))
          .findFirst()
          .ifPresent(
              floor ->
                  results.stream()
                      .filter(result -> simpleName(result).equals(budget.path))
                      .forEach(result -> uses.add(budget.use(result, floor))));
    }
    return uses;
  }

  private Use use(RunResult result, RunResult lowerBound) {
    double nanos = minimum(result.getPrimaryResult());
    double floorNanos = minimum(lowerBound.getPrimaryResult());
    double times = nanos / floorNanos;
    double bytes = minimum(bytes(result)) - minimum(bytes(lowerBound));
    String parameters =
        result.getParams().getParamsKeys().stream()
            .map(key -> Text.of(" %s=%s", key, result.getParams().getParam(key)))
            .reduce("", String::concat);
    boolean exceeded = times > maxTimes || bytes > maxBytes;
    return new Use(
        Text.of(
            "%s%s: %,.0f ns, %.1f times %s of %,.0f ns, and %.0f bytes more, %s its budget of %.1f times"
                + " and %d bytes",
            path,
            parameters,
            nanos,
            times,
            floor,
            floorNanos,
            bytes,
            exceeded ? "above" : "within",
            maxTimes,
            maxBytes),
        exceeded);
  }

  private static Result<?> bytes(RunResult result) {
    return Objects.requireNonNull(result.getSecondaryResults().get(BYTES), BYTES);
  }

  private static double minimum(Result<?> result) {
    return result.getStatistics().getMin();
  }

  private static String simpleName(RunResult result) {
    return result.getParams().getBenchmark().replaceFirst(".*\\.(\\w+\\.\\w+)$", "$1");
  }
}
