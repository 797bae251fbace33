package io.brokerbench.tables;

import io.brokerbench.document.Table;
import io.brokerbench.results.Resources.HostUse;
import io.brokerbench.results.Resources.SourceUse;
import io.brokerbench.units.Text;
import io.brokerbench.units.Units;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Machines of the cluster's nodes in the measured time, and the sources of their figures. */
public final class NodeTables {

  private static final String UNKNOWN = "n/a";

  private NodeTables() {}

  /** One row per machine. */
  public static Table hosts(Map<String, HostUse> hosts) {
    List<List<String>> rows = new ArrayList<>();
    hosts.forEach(
        (name, use) ->
            rows.add(
                List.of(
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
                    share(use.fileSystemUsedShareMax(), use.fullestFileSystem()))));
    return new Table(
        "Machines of the nodes, measured time. Memory: maximum. Disk, network: the busiest. Space: the"
            + " fullest file system.",
        columns(
            "node",
            "busy cores",
            "cores",
            "iowait",
            "steal",
            "memory",
            "disk",
            "network",
            "traffic",
            "written",
            "space"),
        rows);
  }

  private static String bytes(@Nullable Long bytes) {
    return bytes == null ? UNKNOWN : Units.bytes((double) bytes);
  }

  private static String share(@Nullable Double share, @Nullable String of) {
    return share == null ? UNKNOWN : Units.percent(share, 1) + (of == null ? "" : " " + of);
  }

  /** One row per source. */
  public static Table sources(List<SourceUse> sources) {
    return new Table(
        "Sources of these figures. Age: the maximum.",
        columns("node", "source", "reads", "failed", "longest read", "age", "missing"),
        sources.stream()
            .map(
                source ->
                    List.of(
                        source.node(),
                        source.source(),
                        Units.count(source.reads()),
                        Units.count(source.failedReads()),
                        Units.nanos(source.longestReadNanos()),
                        Text.of("%.1f s", source.oldestSeconds()),
                        String.join(" ", source.missing())))
            .toList());
  }

  private static List<Table.Column> columns(String first, String... others) {
    return Stream.concat(
            Stream.of(new Table.Column(first, false)),
            Stream.of(others).map(name -> new Table.Column(name, isNumber(name))))
        .toList();
  }

  private static boolean isNumber(String name) {
    return !List.of("source", "missing").contains(name);
  }
}
