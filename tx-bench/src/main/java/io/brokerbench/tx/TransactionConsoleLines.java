package io.brokerbench.tx;

import static io.brokerbench.console.LineParts.millis;

import io.brokerbench.console.LineParts;
import io.brokerbench.measurement.Interval;
import io.brokerbench.record.CheckBackBook.Counts;
import io.brokerbench.record.Ledger;
import io.brokerbench.results.Latency;
import io.brokerbench.results.Metric;
import io.brokerbench.units.Text;
import io.brokerbench.units.Units;
import io.brokerbench.workload.Workload;
import java.time.Instant;

/**
 * The console line of RocketMQ 5.5.0's TransactionProducer, followed by brokerbench's own figures;
 * see docs/metrics/rocketmq-tools.md.
 */
final class TransactionConsoleLines {

  private TransactionConsoleLines() {}

  static String interval(Instant now, Workload workload, Interval window) {
    Latency service = window.summary(Metric.SERVICE);
    Counts before = window.before().checks();
    Counts after = window.after().checks();
    return Text.of(
            "Current Time: %s | Send TPS: %5d | Max RT(ms): %5d | AVG RT(ms): %3.1f | Send Failed:"
                + " %d | Check: %d | UnexpectedCheck: %d | DuplicatedCheck: %d",
            LineParts.time(now),
            Math.round(window.successPerSecond()),
            Math.round(millis(service.maxNanos())),
            millis(service.meanNanos()),
            failed(window.after().sends()) - failed(window.before().sends()),
            ownChecks(after) - ownChecks(before),
            after.unexpected() - before.unexpected(),
            after.duplicate() - before.duplicate())
        + LineParts.percentiles(
            window,
            Metric.SERVICE,
            Metric.RESPONSE,
            Metric.HALF_SEND,
            Metric.END_TRANSACTION,
            Metric.END_TO_END,
            Metric.CHECKED_END_TO_END)
        + (workload.consumption().any()
            ? Text.of(" | received %s/s", Units.rate(window.receivedPerSecond()))
            : "")
        + LineParts.sends(window);
  }

  private static long failed(Ledger.Counts counts) {
    return LineParts.sendFailed(counts) + LineParts.responseFailed(counts);
  }

  /** Check-backs for messages of this run. */
  private static long ownChecks(Counts counts) {
    return counts.checks() - counts.foreign();
  }
}
