package io.brokerbench.producer;

import static io.brokerbench.console.LineParts.millis;
import static io.brokerbench.console.LineParts.responseFailed;
import static io.brokerbench.console.LineParts.sendFailed;

import io.brokerbench.console.LineParts;
import io.brokerbench.measurement.Interval;
import io.brokerbench.record.Ledger.Counts;
import io.brokerbench.results.Latency;
import io.brokerbench.results.Metric;
import io.brokerbench.results.RunResult;
import io.brokerbench.units.Text;
import io.brokerbench.workload.Workload;
import java.time.Instant;

/**
 * The console lines of RocketMQ 5.5.0's tools, unchanged so that existing parsers keep working,
 * followed by brokerbench's own figures. docs/metrics/rocketmq-tools.md defines each figure.
 */
final class ProducerConsoleLines {

  private ProducerConsoleLines() {}

  static String producer(Instant now, Interval window) {
    Latency service = window.summary(Metric.SERVICE);
    Counts all = window.after().sends();
    return Text.of(
            "Current Time: %s | Send TPS: %d | Max RT(ms): %d | Average RT(ms): %7.3f | Send"
                + " Failed: %d | Response Failed: %d",
            LineParts.time(now),
            Math.round(window.successPerSecond()),
            Math.round(millis(service.maxNanos())),
            millis(service.meanNanos()),
            sendFailed(all),
            responseFailed(all))
        + additional(window);
  }

  static String batchProducer(Instant now, Workload workload, Interval window) {
    Latency service = window.summary(Metric.SERVICE);
    double requestMillis = millis(service.meanNanos());
    int batch = workload.message().batch();
    Counts all = window.after().sends();
    long failed = sendFailed(all) + responseFailed(all);
    return Text.of(
            "Current Time: %s | Send TPS: %d | Send MPS: %d | Max RT(ms): %d | Average RT(ms):"
                + " %7.3f | Average Message RT(ms): %7.3f | Send Failed: %d | Send Message Failed:"
                + " %d",
            LineParts.time(now),
            Math.round(window.successPerSecond() / batch),
            Math.round(window.successPerSecond()),
            Math.round(millis(service.maxNanos())),
            requestMillis,
            requestMillis / batch,
            failed / batch,
            failed)
        + additional(window);
  }

  /**
   * Producer's last line if the number of messages is configured; otherwise empty.
   *
   * @param all counts of the whole run
   */
  static String complete(RunResult result, Counts all) {
    if ("0".equals(result.settings().get("load.messages"))) {
      return "";
    }
    Latency service = result.latency().get(Metric.SERVICE);
    double perSecond =
        result.promise().acknowledged()
            ? result.throughput().ackedPerSecond()
            : result.throughput().achievedPerSecond();
    return Text.of(
        "[Complete] Send Total: %d | Send TPS: %d | Max RT(ms): %d | Average RT(ms): %7.3f | Send"
            + " Failed: %d | Response Failed: %d",
        all.attempted(),
        Math.round(perSecond),
        Math.round(millis(service == null ? null : service.maxNanos())),
        millis(service == null ? null : service.meanNanos()),
        sendFailed(all),
        responseFailed(all));
  }

  private static String additional(Interval window) {
    return LineParts.percentiles(window, Metric.SERVICE, Metric.RESPONSE) + LineParts.sends(window);
  }
}
