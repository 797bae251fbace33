package io.brokerbench.report;

import io.brokerbench.record.Ledger;
import io.brokerbench.record.Ledger.Counts;
import io.brokerbench.record.Metric;
import io.brokerbench.result.Audit;
import io.brokerbench.result.Flow;
import io.brokerbench.result.LatencySummary;
import io.brokerbench.result.Measurement;
import io.brokerbench.result.Received;
import io.brokerbench.result.RunResult;
import io.brokerbench.result.Setup;
import io.brokerbench.result.Verdict;
import io.brokerbench.workload.Load;
import io.brokerbench.workload.Load.SendMode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/** The closing words on a run: verdict first, then what was measured, aligned. */
public final class Summary {

  private final List<String> lines = new ArrayList<>();

  private Summary() {}

  /** The lines of a run's summary. */
  public static List<String> of(RunResult result, Verdict verdict, Path directory) {
    Summary summary = new Summary();
    summary.verdict(verdict, result.setup());
    summary.throughput(result);
    summary.latencies(result);
    if (result.setup().workload().load().threads() > 0) {
      summary.sends(result.setup(), result.measurement());
    }
    if (!result.audit().equals(Audit.NOBODY_SENT)) {
      summary.audit(result.setup(), result.audit());
    }
    if (result.received() != null) {
      ConsumptionLines.of(result.received(), result.setup().promise().acknowledged())
          .forEach(summary::line);
      List<String> groups = ConsumptionLines.groups(result.received());
      for (int i = 0; i < groups.size(); i++) {
        summary.line(i == 0 ? "groups" : "", groups.get(i));
      }
    }
    if (result.transacted() != null) {
      ConsumptionLines.of(result.transacted()).forEach(summary::line);
    }
    summary.resources(result.measurement());
    summary.figures(result.measurement());
    summary.line("result", directory.toString());
    return summary.lines;
  }

  private void verdict(Verdict verdict, Setup setup) {
    lines.add("");
    line(verdict.status().name(), setup.promise().text());
    verdict.reasons().forEach(reason -> line("", reason));
    verdict.notes().forEach(note -> line("note", note));
  }

  private void throughput(RunResult result) {
    Setup setup = result.setup();
    Measurement run = result.measurement();
    Received received = result.received();
    boolean sends = setup.workload().load().threads() > 0;
    if (sends) {
      sending(setup, run);
    }
    if (received != null) {
      String text =
          String.format(Locale.ROOT, "%s msg/s received", Units.rate(received.perSecond()));
      line(
          sends ? "" : "throughput",
          sends
              ? String.format(
                  Locale.ROOT,
                  "%s, %s/s in and out",
                  text,
                  Units.rate(run.sentPerSecond() + received.perSecond()))
              : text);
    }
    client(setup, run);
    Flow.of(run, received).ifPresent(flow -> line("", flow.text()));
    line(
        "",
        String.format(
            Locale.ROOT,
            "%.1f s measured after %.1f s of warm-up%s",
            run.seconds(),
            run.warmupSeconds(),
            setup.workload().constantLoad() ? ": " + run.steadyState().text() : ""));
  }

  private void sending(Setup setup, Measurement run) {
    double perSecond =
        setup.promise().acknowledged() ? run.ackedPerSecond() : run.achievedPerSecond();
    line(
        "throughput",
        String.format(
            Locale.ROOT,
            "%s msg/s %s, %s/s of bodies",
            Units.rate(perSecond),
            setup.promise().acknowledged() ? "acknowledged" : "sent one way",
            Units.bytes(perSecond * setup.workload().message().sizeBytes())));
    if (run.offeredPerSecond().isPresent()) {
      line(
          "",
          String.format(
              Locale.ROOT,
              "open loop: achieved %s/s of %s/s offered",
              Units.rate(run.achievedPerSecond()),
              Units.rate(run.offeredPerSecond().getAsDouble())));
    } else {
      line("", closedLoop(setup.workload().load()));
    }
    setup.toFsync(perSecond).ifPresent(closeness -> line("", closeness.text()));
  }

  /** Who sent and received; of a rate also what each connection had of it, where drivers tell. */
  private void client(Setup setup, Measurement run) {
    if (!(setup.environment().get("client") instanceof Map<?, ?> client)
        || client.get("name") == null) {
      return;
    }
    StringBuilder text = new StringBuilder("by " + client.get("name"));
    if (client.get("release") != null) {
      text.append(' ').append(client.get("release"));
    }
    if (client.get("publishers") instanceof Integer publishers && publishers > 0) {
      text.append(String.format(Locale.ROOT, ", %,d publishers", publishers));
      run.offeredPerSecond()
          .ifPresent(
              offered ->
                  text.append(
                      String.format(Locale.ROOT, " of %s/s each", each(offered / publishers))));
    }
    if (client.get("subscribers") instanceof Integer subscribers && subscribers > 0) {
      text.append(String.format(Locale.ROOT, ", %,d subscribers", subscribers));
    }
    line("", text.toString());
  }

  private static String each(double perSecond) {
    return String.format(Locale.ROOT, perSecond < 100 ? "%.2f" : "%,.0f", perSecond);
  }

  private static String closedLoop(Load load) {
    return load.mode() == SendMode.ASYNC
        ? String.format(
            Locale.ROOT,
            "closed loop: %d in flight%s, threads: %d",
            load.inFlight().sends(),
            load.inFlight().each() ? " each" : "",
            load.threads())
        : String.format(Locale.ROOT, "closed loop: %d threads", load.threads());
  }

  private void latencies(RunResult result) {
    if (!result.measurement().latencies().isEmpty()) {
      line(
          "latency",
          String.format(
              Locale.ROOT,
              "%-22s%10s%10s%10s%10s%10s%10s",
              "",
              "mean",
              "p50",
              "p90",
              "p99",
              "p99.9",
              "max"));
    }
    result.measurement().latencies().forEach((metric, summary) -> latency(metric, "", summary));
    result
        .measurement()
        .latencies()
        .forEach(
            (metric, summary) -> {
              if (summary.errorNanos() > 0) {
                line(
                    "",
                    String.format(
                        Locale.ROOT,
                        "%s between the clocks of two hosts: +- %s, nothing below is told",
                        metric.label(),
                        Units.nanos(OptionalLong.of(summary.errorNanos()))));
              }
            });
    result.floor().forEach((metric, summary) -> latency(metric, " floor", summary));
  }

  private void latency(Metric metric, String suffix, LatencySummary summary) {
    line(
        "",
        String.format(
            Locale.ROOT,
            "%-22s%10s%10s%10s%10s%10s%10s",
            metric.label() + suffix,
            Units.nanos(summary.meanNanos()),
            Units.nanos(summary.percentileNanos(50)),
            Units.nanos(summary.percentileNanos(90)),
            Units.nanos(summary.percentileNanos(99)),
            Units.nanos(summary.percentileNanos(99.9)),
            Units.nanos(summary.maxNanos())));
  }

  private void sends(Setup setup, Measurement run) {
    Counts counts = run.counts();
    String attempted = Units.count(counts.attempted()) + " attempted, ";
    SortedMap<String, Long> unknown = new TreeMap<>(counts.unknown());
    if (setup.promise().acknowledged()) {
      line(
          "sends",
          attempted
              + String.format(
                  Locale.ROOT,
                  "%s acknowledged %s",
                  Units.count(counts.ackedCount()),
                  counts.acked()));
    } else {
      line("sends", attempted + Units.count(counts.successCount()) + " sent one way");
      unknown.remove(Ledger.ONEWAY);
    }
    if (counts.rejectedCount() > 0) {
      line("", String.format(Locale.ROOT, "rejected %s", counts.rejected()));
    }
    if (!unknown.isEmpty()) {
      line("", String.format(Locale.ROOT, "unknown %s", unknown));
    }
  }

  private void audit(Setup setup, Audit audit) {
    if (audit.brokerCount().isEmpty()) {
      line("audit", "no count of the brokers: " + audit.unasked());
      return;
    }
    String replica =
        audit.replicaCount().isPresent()
            ? "; the slave holds " + Units.count(audit.replicaCount().getAsLong())
            : "";
    line(
        "audit",
        String.format(
            Locale.ROOT,
            "the brokers hold %s of %s (whole run)%s: %s",
            Units.count(audit.brokerCount().orElse(-1)),
            setup.promise().acknowledged() ? answered(audit) : oneWay(audit),
            replica,
            audit.agreesWithBroker() ? "agrees" : "DISAGREES"));
  }

  private static String answered(Audit audit) {
    return Units.count(audit.acked())
        + " acknowledged"
        + (audit.unknown() > 0 ? " and " + Units.count(audit.unknown()) + " unknown" : "");
  }

  private static String oneWay(Audit audit) {
    return Units.count(audit.acked() + audit.unknown()) + " sent one way";
  }

  private void resources(Measurement run) {
    Map<String, Map<String, Number>> figures = run.resources().figures();
    if (!figures.isEmpty()) {
      line(
          "resources",
          String.format(
              Locale.ROOT,
              "%-12s%10s%12s%12s%12s%14s%10s",
              "",
              "cores",
              "CPU/msg",
              "memory",
              "written/s",
              "written/msg",
              "GC"));
    }
    figures.forEach(
        (name, values) -> {
          if (values.containsKey("rssBytesMax")) {
            process(name, values, run.resources().seconds());
          }
        });
    Map<String, Number> host = figures.getOrDefault("host", Map.of());
    if (!host.isEmpty()) {
      line(
          "",
          String.format(
              Locale.ROOT,
              "host: %.2f cores busy, %.2f of them foreign, iowait %.1f %%, steal %.1f %%, load %.1f",
              value(host, "cpuCoresMean"),
              value(host, "foreignCpuCoresMean"),
              value(host, "ioWaitShare") * 100,
              value(host, "stealShare") * 100,
              value(host, "loadAverageMax")));
    }
  }

  private void figures(Measurement run) {
    if (!run.figures().isEmpty()) {
      line("brokers", String.format(Locale.ROOT, "%-22s%12s%12s%12s", "", "first", "most", "last"));
    }
    run.figures()
        .forEach(
            (name, span) ->
                line(
                    "",
                    String.format(
                        Locale.ROOT,
                        "%-22s%12s%12s%12s",
                        name,
                        figure(name, span.first()),
                        figure(name, span.max()),
                        figure(name, span.last()))));
  }

  private static String figure(String name, long value) {
    return name.endsWith("Bytes") ? Units.bytes((double) value) : Units.count(value);
  }

  private void process(String name, Map<String, Number> values, double seconds) {
    line(
        "",
        String.format(
            Locale.ROOT,
            "%-12s%10.2f%9.1f us%12s%12s%14s%7.0f ms",
            name,
            value(values, "cpuCoresMean"),
            value(values, "cpuMicrosPerMessage"),
            Units.bytes(value(values, "rssBytesMax")),
            bytes(values, "bytesWritten", seconds),
            bytes(values, "bytesWrittenPerMessage", 1),
            value(values, "gcPauseMillisTotal")));
  }

  private static String bytes(Map<String, Number> values, String name, double divisor) {
    // Where written bytes are unknown, those of a message are as well.
    return values.containsKey("bytesWritten") ? Units.bytes(value(values, name) / divisor) : "n/a";
  }

  private static double value(Map<String, Number> values, String name) {
    return values.getOrDefault(name, 0).doubleValue();
  }

  private void line(String title, String text) {
    lines.add(String.format(Locale.ROOT, "%-11s %s", title, text).stripTrailing());
  }
}
