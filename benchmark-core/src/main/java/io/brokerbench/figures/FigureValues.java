package io.brokerbench.figures;

import io.brokerbench.figures.RunFigure.Value;
import io.brokerbench.results.Audit;
import io.brokerbench.results.Latency;
import io.brokerbench.results.Latency.Statistic;
import io.brokerbench.results.Metric;
import io.brokerbench.results.Phase;
import io.brokerbench.results.ProcessFigure.ProcessUse;
import io.brokerbench.results.Resources.HostUse;
import io.brokerbench.results.RunResult;
import io.brokerbench.results.Sends;
import io.brokerbench.results.Throughput;
import io.brokerbench.results.Throughput.Loop;
import io.brokerbench.results.tables.IntervalColumn;
import io.brokerbench.results.tables.IntervalRows;
import io.brokerbench.statistics.RankedValues;
import io.brokerbench.units.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** How the figures of the catalogue come from the result of a run, or from its intervals. */
final class FigureValues {

  static final String FROM_DUE_TIME = "counted from the due time";

  private static final double MICROS_PER_SECOND = 1e6;

  /** The length of the lines that tools print. */
  private static final double WINDOW_SECONDS = 10;

  private FigureValues() {}

  static Value utilization(Resource resource, @Nullable Utilization use) {
    return use == null
        ? Value.of(null, Text.of("no node of the cluster has a figure of its %s", resource.key()))
        : new Value(
            use.share(),
            use.node(),
            use.unknown(),
            Text.of("%s of %s is not known", resource.key(), String.join(", ", use.unknown())),
            "");
  }

  static Value acknowledged(RunResult run, @Nullable Number value, String unknown) {
    return run.promise().acknowledged()
        ? Value.of(value, unknown)
        : Value.of(null, "nothing is acknowledged");
  }

  static Value nanos(RunResult run, Metric metric, Statistic statistic) {
    Latency latency = run.latency().get(metric);
    return Value.of(
        latency == null ? null : latency.nanos(statistic),
        Latency.reasonUnknown(latency, statistic));
  }

  /** An open loop has no response time of the same kind. */
  static Value responseTime(RunResult run, Statistic statistic) {
    return run.throughput().loop() == Loop.CLOSED
        ? nanos(run, Metric.SERVICE, statistic)
        : nanos(run, Metric.RESPONSE, statistic).beyond(FROM_DUE_TIME);
  }

  /**
   * The rate of consumers is that of the messages received; that of all other tools is that of the
   * messages acknowledged, or sent if there are no acknowledgements.
   */
  static RunFigure rate(RunResult run) {
    return run.ofConsumer()
        ? RunFigure.RECEIVED
        : run.promise().acknowledged() ? RunFigure.ACKED : RunFigure.SENT;
  }

  static RunFigure cpuPerMessage(RunResult run) {
    return brokersMicrosPerMessage(run).isPresent()
        ? RunFigure.BROKERS_CPU_PER_MESSAGE
        : RunFigure.MACHINE_CPU_PER_MESSAGE;
  }

  static OptionalDouble brokersMicrosPerMessage(RunResult run) {
    return run.resources().ofBrokers(ProcessUse::cpuMicrosPerMessage);
  }

  /**
   * Processor time of the brokers' machines, per message sent, or received if none was sent; null
   * if there is none, or if that of a machine is unknown.
   */
  static @Nullable Double machineMicrosPerMessage(RunResult run) {
    Map<String, HostUse> hosts = run.resources().nodeHosts();
    Throughput throughput = run.throughput();
    double perSecond =
        throughput.sentPerSecond() > 0
            ? throughput.sentPerSecond()
            : Objects.requireNonNullElse(throughput.receivedPerSecond(), 0.0);
    if (hosts.isEmpty()
        || !hosts.keySet().containsAll(run.resources().namedNodes())
        || perSecond <= 0) {
      return null;
    }
    double cores = hosts.values().stream().mapToDouble(HostUse::cpuCoresMean).sum();
    return cores * MICROS_PER_SECOND / perSecond;
  }

  static @Nullable Double sentAndReceived(Throughput throughput) {
    Double received = throughput.receivedPerSecond();
    return received == null ? null : throughput.sentPerSecond() + received;
  }

  /**
   * The share of failed sends, 0 to 1; null if nothing was sent. Messages sent one way are not
   * acknowledged; they count as errors if the brokers lack them.
   */
  static @Nullable Double errors(RunResult run) {
    Sends sends = run.sends();
    if (sends.attempted() == 0) {
      return null;
    }
    return Math.max((double) sends.failed() / sends.attempted(), missingOneWay(run));
  }

  /**
   * The share of missing messages of the whole run, because the brokers' count covers the whole
   * run.
   */
  private static double missingOneWay(RunResult run) {
    Audit audit = run.audit();
    return !run.promise().acknowledged() && audit.brokerCount() != null && audit.attempted() > 0
        ? Math.max(0, 1 - (double) audit.brokerCount() / audit.attempted())
        : 0;
  }

  /** Null where the machine does not report it. */
  static @Nullable Double loadAverage(HostUse host) {
    return host.loadAverageMax() < 0 ? null : (Double) host.loadAverageMax();
  }

  static @Nullable Double networkBytes(RunResult run) {
    Number bytes = run.ofBrokerHosts(HostUse::networkBytes);
    return bytes == null ? null : bytes.doubleValue() / run.throughput().measuredSeconds();
  }

  /**
   * The median of the acknowledged messages per second, of the measured seconds in which no send
   * failed; null if there are none.
   */
  static @Nullable Double undisturbed(IntervalRows rows) {
    List<Double> rates = new ArrayList<>();
    for (int row = 0; row < rows.count(); row++) {
      if (rows.isIn(Phase.MEASURED, row)
          && rows.value(IntervalColumn.REJECTED, row) == 0
          && rows.value(IntervalColumn.UNKNOWN, row) == 0
          && seconds(rows, row) > 0) {
        rates.add(rows.value(IntervalColumn.ACKED, row) / seconds(rows, row));
      }
    }
    return rates.isEmpty() ? null : RankedValues.of(rates).median();
  }

  /** The messages per second of each whole ten seconds of the measured time. */
  static List<Double> rates(IntervalRows rows, IntervalColumn column) {
    List<Double> rates = new ArrayList<>();
    double messages = 0;
    double seconds = 0;
    for (int row = 0; row < rows.count(); row++) {
      if (rows.isIn(Phase.MEASURED, row)) {
        messages += rows.value(column, row);
        seconds += seconds(rows, row);
        if (Math.round(seconds) >= WINDOW_SECONDS) {
          rates.add(messages / seconds);
          messages = 0;
          seconds = 0;
        }
      }
    }
    return rates;
  }

  private static double seconds(IntervalRows rows, int row) {
    double from = row == 0 ? 0 : rows.value(IntervalColumn.TO_SECONDS, row - 1);
    return rows.value(IntervalColumn.TO_SECONDS, row) - from;
  }
}
