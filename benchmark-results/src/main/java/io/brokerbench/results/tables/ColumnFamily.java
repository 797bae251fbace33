package io.brokerbench.results.tables;

import io.brokerbench.results.Latency.Statistic;
import io.brokerbench.results.Metric;
import io.brokerbench.results.ProcessFigure;
import java.util.List;
import java.util.Optional;

/**
 * Columns of {@code intervals.csv} that exist once per key: per latency, process, consumer group or
 * figure of a broker. Prefix, key and suffix together are the name of a column.
 *
 * @param prefix before the key
 * @param suffix after the key
 */
public record ColumnFamily(String prefix, String suffix) {

  /** The statistics of each latency that have a column, in the order of the columns. */
  public static final List<Statistic> STATISTICS =
      List.of(Statistic.P50, Statistic.P90, Statistic.P99, Statistic.P999, Statistic.MAX);

  /** By consumer group: messages yet to be received at the end of the row. */
  public static final ColumnFamily BACKLOG = new ColumnFamily("backlog.", "");

  /** By name of the figure: an additional figure of brokers and connections. */
  public static final ColumnFamily BROKER_FIGURE = new ColumnFamily("broker.", "");

  /** By node with an exporter: busy processors of its machine. */
  public static final ColumnFamily NODE_CPU_CORES = new ColumnFamily("node.", ".cpuCores");

  /** By node with an exporter: processors of its machine that waited for storage. */
  public static final ColumnFamily NODE_IO_WAIT_CORES = new ColumnFamily("node.", ".ioWaitCores");

  /** By node with an exporter: used share of the memory of its machine. */
  public static final ColumnFamily NODE_MEMORY_SHARE = new ColumnFamily("node.", ".memoryShare");

  /** By node with an exporter: share of the time that the busiest disk of its machine was busy. */
  public static final ColumnFamily NODE_DISK_SHARE = new ColumnFamily("node.", ".diskShare");

  /** By node with an exporter: bytes per second that its machine sent and received. */
  public static final ColumnFamily NODE_NETWORK_RATE =
      new ColumnFamily("node.", ".networkBytesPerSecond");

  /** By node with an exporter: bytes per second written to the disks of its machine. */
  public static final ColumnFamily NODE_WRITTEN_RATE =
      new ColumnFamily("node.", ".writtenBytesPerSecond");

  /** By latency: a statistic, nanoseconds. */
  public static ColumnFamily latencies(Statistic statistic) {
    String name = statistic.label().replace(".", "");
    String capitalized = Character.toUpperCase(name.charAt(0)) + name.substring(1);
    return new ColumnFamily("", capitalized + "Nanos");
  }

  /**
   * By process: a level at the end of the row, the growth of a counter, or processors used. The
   * units are those of the figure.
   */
  public static ColumnFamily processes(ProcessFigure figure) {
    return new ColumnFamily("", figure.column());
  }

  public IntervalColumn of(String key) {
    return new IntervalColumn(prefix + key + suffix);
  }

  public IntervalColumn of(Metric metric) {
    return of(metric.label());
  }

  /** The keys that have a column of this family, in the order of the columns. */
  List<String> keys(List<IntervalColumn> columns) {
    return columns.stream().flatMap(column -> key(column.name()).stream()).toList();
  }

  private Optional<String> key(String name) {
    return name.startsWith(prefix) && name.endsWith(suffix)
        ? Optional.of(name.substring(prefix.length(), name.length() - suffix.length()))
        : Optional.empty();
  }
}
