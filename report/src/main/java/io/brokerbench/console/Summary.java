package io.brokerbench.console;

import io.brokerbench.ceiling.CeilingUse;
import io.brokerbench.document.Block.Paragraph;
import io.brokerbench.document.Table;
import io.brokerbench.results.Audit;
import io.brokerbench.results.BrokerCounts;
import io.brokerbench.results.Consumption;
import io.brokerbench.results.RunResult;
import io.brokerbench.results.Sends;
import io.brokerbench.results.Throughput;
import io.brokerbench.results.Verdict;
import io.brokerbench.tables.ConnectionTable;
import io.brokerbench.tables.FaultTable;
import io.brokerbench.tables.LatencyTable;
import io.brokerbench.tables.ResourceTables;
import io.brokerbench.tables.StepTable;
import io.brokerbench.units.Text;
import io.brokerbench.units.Units;
import io.brokerbench.workload.Load;
import io.brokerbench.workload.Load.SendMode;
import io.brokerbench.workload.Workload;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The summary of a run: verdict first, then the results, aligned. It shows the facts of {@code
 * run.json}.
 */
public final class Summary {

  private final RunResult run;
  private final Workload workload;
  private final List<String> lines = new ArrayList<>();

  private Summary(RunResult run, Workload workload) {
    this.run = run;
    this.workload = workload;
  }

  public static List<String> of(RunResult run, Workload workload, Path directory) {
    Summary summary = new Summary(run, workload);
    summary.verdict();
    summary.throughput();
    if (summary.run.bottleneck() != null) {
      summary.line("limited by", summary.run.bottleneck().text());
    }
    summary.latencies();
    summary.table("faults", FaultTable.of(summary.run.injectedFaults()));
    summary.table("", FaultTable.consumption(summary.run.injectedFaults()));
    if (summary.hasSenders()) {
      summary.sends(summary.run.sends());
    }
    if (summary.run.audit().compared()) {
      summary.audit(summary.run.audit());
    }
    summary.consumption();
    if (summary.run.transactions() != null) {
      summary.line("transactions", ConsumptionLines.transactions(summary.run.transactions()));
    }
    if (summary.run.connections() != null) {
      summary.table("connections", ConnectionTable.of(summary.run.connections()));
    }
    summary.resources();
    summary.line("result", directory.toString());
    return summary.lines;
  }

  private boolean hasSenders() {
    return workload.load().threads() > 0;
  }

  private boolean acknowledged() {
    return run.promise().acknowledged();
  }

  private void verdict() {
    Verdict verdict = run.verdict();
    lines.add("");
    run.brokenPromise()
        .ifPresent(broken -> line("BROKEN", "the promise of the acknowledgement: " + broken));
    line(verdict.status().name(), run.promise().text());
    verdict.texts().forEach(reason -> line("", reason));
    verdict.notes().forEach(note -> line("note", note));
    if (run.requirements() != null) {
      run.requirements().forEach(each -> line(each.failed() ? "MISSED" : "met", each.text()));
    }
  }

  private void throughput() {
    Throughput throughput = run.throughput();
    if (hasSenders()) {
      sending(throughput);
    }
    if (throughput.receivedPerSecond() != null) {
      receiving(throughput, throughput.receivedPerSecond());
    }
    if (workload.message().topics().several()) {
      line("", workload.message().topics().text());
    }
    client(throughput.offeredPerSecond());
    if (throughput.flow() != null) {
      line("", throughput.flow().text());
    }
    line(
        "",
        Text.of(
            "%.1f s measured after %.1f s of warm-up%s",
            throughput.measuredSeconds(),
            throughput.warmupSeconds(),
            workload.constantLoad() ? ": " + throughput.steadyState().text() : ""));
  }

  private void sending(Throughput throughput) {
    double perSecond =
        acknowledged() ? throughput.ackedPerSecond() : throughput.achievedPerSecond();
    line(
        "throughput",
        Text.of(
            "%s msg/s %s, %s/s of bodies",
            Units.rate(perSecond),
            acknowledged() ? "acknowledged" : "sent one way",
            Units.bytes(perSecond * workload.message().meanBytes())));
    if (throughput.offeredPerSecond() != null) {
      line(
          "",
          Text.of(
              "open loop: achieved %s/s of %s/s offered",
              Units.rate(throughput.achievedPerSecond()),
              Units.rate(throughput.offeredPerSecond())));
    } else {
      line("", closedLoop(workload.load()));
    }
    if (run.fsync() != null) {
      line("", CeilingUse.toForces(run.fsync(), workload.load().atOnce()).text());
    }
  }

  private void receiving(Throughput throughput, double receivedPerSecond) {
    String text = Text.of("%s msg/s received", Units.rate(receivedPerSecond));
    if (!hasSenders()) {
      line("throughput", text);
      return;
    }
    double sentPerSecond = throughput.sentPerSecond();
    text = Text.of("%s, %s/s in and out", text, Units.rate(sentPerSecond + receivedPerSecond));
    // Without this, the sum does not follow from the rates of messages that were due.
    double leftOfWarmup = throughput.leftOfWarmupPerSecond();
    line(
        "",
        leftOfWarmup > 0
            ? Text.of(
                "%s; %s/s of those sent were due in the warm-up", text, Units.rate(leftOfWarmup))
            : text);
  }

  /**
   * Client library, publishers and subscribers, with the rate per publisher; for drivers that
   * report them.
   */
  private void client(@Nullable Double offeredPerSecond) {
    Map<String, Object> client = run.environment().client();
    if (client.get("name") == null) {
      return;
    }
    StringBuilder text = new StringBuilder("by " + client.get("name"));
    if (client.get("release") != null) {
      text.append(' ').append(client.get("release"));
    }
    if (client.get("publishers") instanceof Integer publishers && publishers > 0) {
      text.append(Text.of(", %,d publishers", publishers));
      if (offeredPerSecond != null) {
        text.append(Text.of(" of %s/s each", each(offeredPerSecond / publishers)));
      }
    }
    if (client.get("subscribers") instanceof Integer subscribers && subscribers > 0) {
      text.append(Text.of(", %,d subscribers", subscribers));
    }
    line("", text.toString());
  }

  private static String each(double perSecond) {
    return String.format(Locale.ROOT, perSecond < 100 ? "%.2f" : "%,.0f", perSecond);
  }

  private static String closedLoop(Load load) {
    return load.mode() == SendMode.ASYNC
        ? Text.of("closed loop: %s in flight, threads: %d", load.inFlight().text(), load.threads())
        : Text.of("closed loop: %d threads", load.threads());
  }

  private void latencies() {
    table("latency", LatencyTable.of(run));
    table("steps", StepTable.of(run));
    run.latency()
        .forEach(
            (metric, latency) -> {
              if (latency.errorNanos() != null) {
                line(
                    "",
                    Text.of(
                        "%s between the clocks of two hosts: no figure below the error, +- %s",
                        metric.label(), Units.nanos(latency.errorNanos())));
              }
            });
  }

  private void sends(Sends sends) {
    String attempted = Units.count(sends.attempted()) + " attempted, ";
    SortedMap<String, Long> unknown = new TreeMap<>(sends.unknown());
    if (acknowledged()) {
      line(
          "sends",
          attempted
              + Text.of("%s acknowledged %s", Units.count(sends.acked()), sends.ackedByStatus()));
    } else {
      line("sends", attempted + Units.count(sends.acked() + sends.oneWay()) + " sent one way");
      unknown.remove(Sends.ONE_WAY);
    }
    if (!sends.rejected().isEmpty()) {
      line("", Text.of("rejected %s", sends.rejected()));
    }
    if (!unknown.isEmpty()) {
      line("", Text.of("unknown %s", unknown));
    }
  }

  private void audit(Audit audit) {
    if (audit.brokerCount() == null) {
      line("audit", "no count of the brokers: " + audit.unasked());
    } else {
      String replica =
          audit.replicaCount() == null
              ? ""
              : "; the slave holds " + Units.count(audit.replicaCount());
      line(
          "audit",
          Text.of(
              "the brokers hold %s of %s (whole run)%s: %s",
              Units.count(audit.brokerCount()),
              sent(audit.acked(), audit.unknown()),
              replica,
              Boolean.TRUE.equals(audit.agreesWithBroker()) ? "agrees" : "DISAGREES"));
    }
    if (audit.brokers() != null) {
      audit.brokers().forEach((name, counts) -> line("", broker(name, counts)));
    }
  }

  private String broker(String name, BrokerCounts counts) {
    String sent =
        sent(counts.acked(), counts.unknown())
            + (counts.rejected() > 0 ? ", " + Units.count(counts.rejected()) + " rejected" : "");
    return counts.held() == null
        ? Text.of("%s does not report how many it holds of %s", name, sent)
        : Text.of(
            "%s holds %s of %s: %s",
            name, Units.count(counts.held()), sent, counts.disagrees() ? "DISAGREES" : "agrees");
  }

  /** The messages that brokers may hold. */
  private String sent(long acked, long unknown) {
    return acknowledged()
        ? Units.count(acked)
            + " acknowledged"
            + (unknown > 0 ? " and " + Units.count(unknown) + " unknown" : "")
        : Units.count(acked + unknown) + " sent one way";
  }

  private void consumption() {
    Consumption consumption = run.consumption();
    if (consumption == null) {
      return;
    }
    ConsumptionLines.of(consumption, run.audit(), acknowledged()).forEach(this::line);
    List<String> groups = ConsumptionLines.groups(consumption);
    for (int i = 0; i < groups.size(); i++) {
      line(i == 0 ? "groups" : "", groups.get(i));
    }
  }

  private void resources() {
    ResourceTables.of(run)
        .forEach(
            (title, block) -> {
              if (block instanceof Table table) {
                table(title, table);
              } else if (block instanceof Paragraph paragraph) {
                line("", paragraph.text());
              }
            });
  }

  /** The rows of a table below the names of its columns; the title replaces that of the first. */
  private void table(String title, Table table) {
    if (table.rows().isEmpty()) {
      return;
    }
    List<String> rows = table.lines();
    int name = table.columns().get(0).name().length();
    line(title, " ".repeat(name) + rows.get(0).substring(name));
    rows.stream().skip(1).forEach(row -> line("", row));
  }

  private void line(String title, String text) {
    lines.add(Text.of("%-11s %s", title, text).stripTrailing());
  }
}
