package io.brokerbench.tables;

import io.brokerbench.document.AxisUnit;
import io.brokerbench.document.Block;
import io.brokerbench.document.Block.Paragraph;
import io.brokerbench.document.Table;
import io.brokerbench.results.Extent;
import io.brokerbench.results.ProcessFigure;
import io.brokerbench.results.ProcessFigure.Column;
import io.brokerbench.results.ProcessFigure.ProcessUse;
import io.brokerbench.results.Resources;
import io.brokerbench.results.Resources.HostUse;
import io.brokerbench.results.Resources.SourceUse;
import io.brokerbench.results.RunResult;
import io.brokerbench.results.clocks.ChronyTracking;
import io.brokerbench.results.workers.WorkerUse;
import io.brokerbench.units.Text;
import io.brokerbench.units.Units;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Workers, processes and machines of a run in the measured time, and the brokers' own figures. */
public final class ResourceTables {

  private static final String UNKNOWN = "n/a";

  private ResourceTables() {}

  /** The tables that the run has, and the use of the host as a paragraph, by short titles. */
  public static Map<String, Block> of(RunResult run) {
    Map<String, Block> blocks = new LinkedHashMap<>();
    Resources resources = run.resources();
    if (run.workers() != null) {
      blocks.put("workers", workers(run.workers()));
    }
    if (!resources.processes().isEmpty()) {
      blocks.put("resources", processes(resources.processes(), run.throughput().measuredSeconds()));
    }
    if (resources.host() != null) {
      blocks.put("host", new Paragraph(text(resources.host())));
    }
    if (!resources.otherHosts().isEmpty()) {
      blocks.put("machines", hosts(resources.otherHosts()));
    }
    if (resources.sources() != null) {
      blocks.put("sources", sources(resources.sources()));
    }
    if (run.brokerFigures() != null) {
      blocks.put("brokers", figures(run.brokerFigures()));
    }
    return blocks;
  }

  private static Table workers(List<WorkerUse> workers) {
    long all = Math.max(1, workers.stream().mapToLong(WorkerUse::sent).sum());
    boolean anyChrony = workers.stream().anyMatch(worker -> worker.chrony() != null);
    Table.Builder table =
        Table.of(
            "Workers. Sent: measured time. Lag, wake-up (overshoot of the shortest wait) and pauses: 99th"
                + " percentiles. Clock: maximum error."
                + (anyChrony ? " True time: maximum offset from it, by chronyd." : ""),
            "lllrrrrrrrrrr" + (anyChrony ? "r" : "") + "l",
            "worker|host|JDK|senders|clients|sent|share|received|lag|wake-up|starved|pauses|clock|"
                + (anyChrony ? "true time|" : "")
                + "lost");
    for (WorkerUse worker : workers) {
      List<String> row =
          new ArrayList<>(
              List.of(
                  worker.name(),
                  worker.host(),
                  worker.jdk() == null ? UNKNOWN : worker.jdk(),
                  Text.of("%d", worker.senders()),
                  Text.of("%d", worker.clients()),
                  Units.count(worker.sent()),
                  Units.percent((double) worker.sent() / all, 1),
                  Units.count(worker.received()),
                  Units.nanos(worker.lagP99Nanos()),
                  worker.ceilings() == null
                      ? UNKNOWN
                      : Units.nanos(worker.ceilings().parkP99Nanos()),
                  share(worker.starvedShare(), null),
                  Units.nanos(worker.hiccupP99Nanos()),
                  worker.clock() == null
                      ? UNKNOWN
                      : "+- " + Units.nanos(worker.clock().maxErrorNanos())));
      if (anyChrony) {
        row.add(bound(worker.chrony()));
      }
      row.add(worker.lost() == null ? "" : worker.lost());
      table.add(row);
    }
    return table.build();
  }

  private static String bound(@Nullable ChronyTracking chrony) {
    if (chrony == null) {
      return UNKNOWN;
    }
    return chrony.boundNanos() == null
        ? "not synchronized"
        : "+- " + Units.nanos(chrony.boundNanos());
  }

  private static Table processes(Map<String, ProcessUse> processes, double seconds) {
    List<Column> columns = ProcessFigure.columns(processes.values());
    List<String> titles = new ArrayList<>(List.of("process"));
    columns.forEach(column -> titles.add(column.title()));
    Table.Builder table =
        Table.of(
            "Measured time. Memory and heap: maximum. GC: total of the pauses.",
            "l" + "r".repeat(titles.size() - 1),
            titles);
    processes.forEach(
        (name, use) -> {
          List<String> row = new ArrayList<>(List.of(name));
          columns.forEach(column -> row.add(column.text(use, seconds)));
          table.add(row);
        });
    return table.build();
  }

  /** The use of the host by all its processes, in one line. */
  private static String text(HostUse host) {
    return Text.of(
        "host: %.2f cores busy, %.2f used by other processes, iowait %s, steal %s, load %s",
        host.cpuCoresMean(),
        Objects.requireNonNullElse(host.foreignCpuCoresMean(), 0.0),
        share(host.ioWaitShare(), null),
        share(host.stealShare(), null),
        host.loadAverageMax() < 0 ? UNKNOWN : Text.of("%.1f", host.loadAverageMax()));
  }

  private static Table hosts(Map<String, HostUse> hosts) {
    Table.Builder table =
        Table.of(
            "Machines of the nodes, measured time. Memory: maximum. Disk, network: the busiest. Space: the"
                + " fullest file system.",
            "lrrrrrrrrrr",
            "node|busy cores|cores|iowait|steal|memory|disk|network|traffic|written|space");
    hosts.forEach(
        (name, use) ->
            table.add(
                name,
                Text.of("%.2f", use.cpuCoresMean()),
                use.processors() == null ? UNKNOWN : use.processors().toString(),
                share(use.ioWaitShare(), null),
                share(use.stealShare(), null),
                share(use.memoryUsedShareMax(), null),
                share(use.diskBusyShareMax(), use.busiestDisk()),
                share(use.networkBusyShareMax(), use.busiestNetwork()),
                bytes(use.networkBytes()),
                bytes(use.diskBytesWritten()),
                share(use.fileSystemUsedShareMax(), use.fullestFileSystem())));
    return table.build();
  }

  private static String bytes(@Nullable Long bytes) {
    return bytes == null ? UNKNOWN : Units.bytes((double) bytes);
  }

  private static String share(@Nullable Double share, @Nullable String of) {
    return share == null ? UNKNOWN : Units.percent(share, 1) + (of == null ? "" : " " + of);
  }

  private static Table sources(List<SourceUse> sources) {
    Table.Builder table =
        Table.of(
            "Sources of these figures. Age: the maximum.",
            "llrrrrl",
            "node|source|reads|failed|longest read|age|missing");
    for (SourceUse source : sources) {
      table.add(
          source.node(),
          source.source(),
          Units.count(source.reads()),
          Units.count(source.failedReads()),
          Units.nanos(source.longestReadNanos()),
          Text.of("%.1f s", source.oldestSeconds()),
          String.join(" ", source.missing()));
    }
    return table.build();
  }

  /** First, highest and last value of each figure, by its name, whose end is the unit. */
  private static Table figures(Map<String, Extent> figures) {
    Table.Builder table =
        Table.of("Reported by the brokers, measured time", "lrrr", "figure|first|max|last");
    figures.forEach(
        (name, extent) ->
            table.add(
                name,
                text(name, extent.first()),
                text(name, extent.max()),
                text(name, extent.last())));
    return table.build();
  }

  private static String text(String name, long value) {
    return AxisUnit.ofFigure(name) == AxisUnit.BYTES
        ? Units.bytes((double) value)
        : Units.count(value);
  }
}
