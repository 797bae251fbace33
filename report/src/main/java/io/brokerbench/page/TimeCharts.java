package io.brokerbench.page;

import io.brokerbench.document.Axis;
import io.brokerbench.document.AxisUnit;
import io.brokerbench.document.Chart;
import io.brokerbench.document.Chart.Band;
import io.brokerbench.document.Chart.Mark;
import io.brokerbench.document.Series;
import io.brokerbench.results.Latency.Statistic;
import io.brokerbench.results.Metric;
import io.brokerbench.results.ProcessFigure;
import io.brokerbench.results.faults.FaultImpact;
import io.brokerbench.results.tables.ColumnFamily;
import io.brokerbench.results.tables.IntervalColumn;
import io.brokerbench.units.Text;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;

/** Charts of a run over time, with a common time axis. */
final class TimeCharts {

  /** Id of the chart of message rates. */
  static final String RATE = "rate";

  /** Id of the chart of the main latency. */
  static final String LATENCY = "latency";

  /** Maximum number of lines that can be distinguished. */
  private static final int MOST_GROUPS = 8;

  private static final Axis TIME = Axis.of("seconds since the start of the load", AxisUnit.SECONDS);
  private static final String CURSOR = "time";

  /** Minimum length of a garbage collection pause that highlights its second. */
  private static final double LONG_PAUSE_MILLIS = 100;

  private static final ColumnFamily GC_PAUSES =
      ColumnFamily.processes(ProcessFigure.GC_PAUSE_MILLIS);

  private final IntervalColumns rows;
  private final boolean acknowledged;
  private final List<Band> bands = new ArrayList<>();
  private final List<Mark> marks = new ArrayList<>();
  private final List<Chart> charts = new ArrayList<>();

  private TimeCharts(IntervalColumns rows, Measured measured) {
    this.rows = rows;
    this.acknowledged = measured.acknowledged();
    double last = rows.count() == 0 ? 0 : rows.end(rows.count() - 1);
    if (measured.from() > 0) {
      bands.add(new Band(0, measured.from(), Band.Kind.UNMEASURED));
    }
    if (measured.to() < last) {
      bands.add(new Band(measured.to(), last, Band.Kind.UNMEASURED));
    }
    for (FaultImpact fault : measured.faults()) {
      double over = Math.min(last, FaultCharts.overSeconds(fault).orElse(last));
      bands.add(new Band(fault.atSeconds(), over, Band.Kind.FAULT));
      marks.add(new Mark(fault.atSeconds(), true, fault.fault()));
    }
    band(Band.Kind.FAILURES, 1, failed());
    band(
        Band.Kind.GC, LONG_PAUSE_MILLIS, rows.keys(GC_PAUSES).stream().map(GC_PAUSES::of).toList());
  }

  /** Without acknowledgements, all sends are unknown without having failed. */
  private List<IntervalColumn> failed() {
    return acknowledged
        ? List.of(IntervalColumn.REJECTED, IntervalColumn.UNKNOWN)
        : List.of(IntervalColumn.REJECTED);
  }

  /**
   * Charts of message rates and latencies.
   *
   * @param metric the main latency
   */
  static List<Chart> load(IntervalColumns rows, Measured measured, Metric metric) {
    TimeCharts charts = new TimeCharts(rows, measured);
    charts.rates();
    charts.latencies(metric);
    charts.failures();
    charts.amounts();
    return charts.charts;
  }

  /**
   * The charts of message rates and of the main latency alone.
   *
   * @param metric the main latency
   */
  static List<Chart> rateAndLatency(IntervalColumns rows, Measured measured, Metric metric) {
    TimeCharts charts = new TimeCharts(rows, measured);
    charts.rates();
    charts.latencies(metric);
    return charts.charts;
  }

  /** Charts of the resource use of processes and machine. */
  static List<Chart> resources(IntervalColumns rows, Measured measured) {
    TimeCharts charts = new TimeCharts(rows, measured);
    Set<String> processes =
        new TreeSet<>(rows.keys(ColumnFamily.processes(ProcessFigure.RSS_BYTES)));
    charts.processors(processes);
    charts.memory(processes);
    charts.pauses(processes);
    charts.disk(processes);
    charts.machines();
    return charts.charts;
  }

  /** Highlights the groups of rows in which any of these columns reaches a value. */
  private void band(Band.Kind kind, double least, List<IntervalColumn> columns) {
    List<IntToDoubleFunction> values = columns.stream().map(rows::values).toList();
    IntPredicate of = row -> values.stream().anyMatch(value -> value.applyAsDouble(row) >= least);
    for (IntervalColumns.Group group : rows.groups()) {
      if (group.rows().anyMatch(of)) {
        double from = rows.begin(group.first());
        double to = rows.end(group.last());
        int last = bands.size() - 1;
        if (last >= 0 && bands.get(last).kind() == kind && bands.get(last).to() == from) {
          bands.set(last, new Band(bands.get(last).from(), to, kind));
        } else {
          bands.add(new Band(from, to, kind));
        }
      }
    }
  }

  private void add(String id, String title, String note, Axis y, List<Series> series) {
    List<Series> drawn = series.stream().filter(each -> !each.points().isEmpty()).toList();
    if (!drawn.isEmpty()) {
      String all = (note + " " + grouping(drawn.get(0).kind())).strip();
      charts.add(new Chart(id, title, all, TIME, List.of(y), drawn, bands, marks, CURSOR));
    }
  }

  /** The meaning of points that are a group of rows; empty if each is a row. */
  private String grouping(Series.Kind kind) {
    int seconds = rows.groupSeconds();
    if (seconds == 0) {
      return "";
    }
    return kind == Series.Kind.STACK
        ? Text.of("Bars: the maximum of each %d s.", seconds)
        : Text.of(
            "Line: the median of each %1$d s; band around it: minimum and maximum of each %1$d s.",
            seconds);
  }

  private void rates() {
    List<Series> series = new ArrayList<>();
    draw(series, "sent", IntervalColumn.ATTEMPTED, IntervalColumns::perSecond);
    if (rows.hasAny(IntervalColumn.ATTEMPTED) && acknowledged) {
      series.add(rows.perSecond("acknowledged", IntervalColumn.ACKED));
    }
    draw(series, "received", IntervalColumn.DELIVERIES, IntervalColumns::perSecond);
    draw(series, "check-backs", IntervalColumn.CHECK_BACKS, IntervalColumns::perSecond);
    add(
        RATE,
        "Messages per second",
        bands.isEmpty()
            ? ""
            : Text.of(
                "Shaded: unmeasured time, that is warm-up and drain (gray), %s with failed sends"
                    + " (red), with garbage collection of 100 ms or more (amber)%s.",
                rows.groupSeconds() == 0 ? "seconds" : "intervals",
                marks.isEmpty() ? "" : ", from a planned fault to the recovery (blue)"),
        Axis.of("messages/s", AxisUnit.PER_SECOND),
        series);
  }

  private void latencies(Metric metric) {
    List<Series> series = new ArrayList<>();
    for (Statistic statistic : ColumnFamily.STATISTICS) {
      IntervalColumn column = ColumnFamily.latencies(statistic).of(metric);
      draw(series, statistic.label(), column, IntervalColumns::line);
    }
    add(
        LATENCY,
        "Latency per second: " + metric.label(),
        "Percentiles of the messages of each second; one needs ten samples above it. Logarithmic.",
        Axis.log(metric.label(), AxisUnit.NANOS),
        series);
  }

  private void failures() {
    List<Series> series = new ArrayList<>();
    for (IntervalColumn outcome : failed()) {
      draw(series, outcome.name(), outcome, IntervalColumns::stack);
    }
    String note = "Rejected: certainly not stored. Unknown: no answer, possibly stored.";
    add("failures", "Sends that failed", note, Axis.of("sends", AxisUnit.COUNT), series);
  }

  private void amounts() {
    List<Series> series = new ArrayList<>();
    List<String> groups =
        rows.keys(ColumnFamily.BACKLOG).stream()
            .filter(group -> rows.has(ColumnFamily.BACKLOG.of(group)))
            .toList();
    for (String group : groups.subList(0, Math.min(MOST_GROUPS, groups.size()))) {
      series.add(rows.line(group, ColumnFamily.BACKLOG.of(group)));
    }
    add(
        "backlog",
        "Backlog of each consumer group",
        "Messages that the broker holds, without those that the group has received."
            + (groups.size() > MOST_GROUPS
                ? Text.of(" The first %d of %,d groups.", MOST_GROUPS, groups.size())
                : ""),
        Axis.of("messages", AxisUnit.COUNT),
        series);
    figures(
        "queues",
        "Counts of the brokers",
        "Messages, connections and requests, as reported by the brokers; the names of other figures"
            + " end with their unit.",
        AxisUnit.COUNT);
    figures(
        "broker-bytes",
        "Bytes reported by the brokers",
        "Memory of RabbitMQ and MQTT brokers; of RocketMQ's, stored data that is not yet flushed,"
            + " replicated, or in the consume queues.",
        AxisUnit.BYTES);
    figures(
        "broker-times",
        "Times reported by the brokers",
        "Of RocketMQ's brokers, how long a put and the first waiting request have taken so far; of"
            + " RabbitMQ's, how long publishers have been blocked in the run.",
        AxisUnit.MILLIS);
    add(
        "in-flight",
        "Sends in flight",
        "Sent, and neither acknowledged nor failed, at the end of each second.",
        Axis.of("messages", AxisUnit.COUNT),
        drawn("in flight", IntervalColumn.IN_FLIGHT, IntervalColumns::line));
    add(
        "hiccups",
        "Pauses of the generator's machine",
        "The longest delay of a sleeping thread in each second: latencies below it are not"
            + " meaningful.",
        Axis.log("hiccup", AxisUnit.NANOS),
        drawn("longest", IntervalColumn.HICCUP_MAX_NANOS, IntervalColumns::line));
  }

  private void figures(String id, String title, String note, AxisUnit unit) {
    List<String> figures =
        rows.keys(ColumnFamily.BROKER_FIGURE).stream()
            .filter(figure -> AxisUnit.ofFigure(figure) == unit)
            .toList();
    add(
        id,
        title,
        note,
        Axis.of("", unit),
        each(figures, ColumnFamily.BROKER_FIGURE, IntervalColumns::line));
  }

  /** Way to draw a column. */
  @FunctionalInterface
  private interface Drawn {
    Series of(IntervalColumns rows, String name, IntervalColumn column);
  }

  /** Adds a column that holds anything. */
  private void draw(List<Series> series, String name, IntervalColumn column, Drawn drawn) {
    if (rows.hasAny(column)) {
      series.add(drawn.of(rows, name, column));
    }
  }

  private List<Series> drawn(String name, IntervalColumn column, Drawn drawn) {
    List<Series> series = new ArrayList<>();
    draw(series, name, column, drawn);
    return series;
  }

  private List<Series> each(Set<String> processes, ProcessFigure figure, Drawn drawn) {
    return each(processes, ColumnFamily.processes(figure), drawn);
  }

  /** The columns of a family that hold anything, by these names. */
  private List<Series> each(Collection<String> names, ColumnFamily family, Drawn drawn) {
    List<Series> series = new ArrayList<>();
    names.forEach(name -> draw(series, name, family.of(name), drawn));
    return series;
  }

  private void processors(Set<String> processes) {
    List<Series> series = each(processes, ProcessFigure.CPU_NANOS, IntervalColumns::rates);
    if (rows.hasAny(IntervalColumn.HOST_CPU_CORES)) {
      series.add(rows.rates("whole host", IntervalColumn.HOST_CPU_CORES));
      series.add(rows.rates("waiting for disks", IntervalColumn.HOST_IO_WAIT_CORES));
      series.add(rows.rates("stolen by other machines", IntervalColumn.HOST_STEAL_CORES));
    }
    Axis cores = Axis.of("cores", AxisUnit.CORES);
    add("cpu", "Processors", "Cores used by each process.", cores, series);
  }

  private void memory(Set<String> processes) {
    Axis axis = Axis.of("memory", AxisUnit.BYTES);
    List<Series> resident = each(processes, ProcessFigure.RSS_BYTES, IntervalColumns::line);
    add("memory", "Memory", "Resident set.", axis, resident);
    List<Series> used = each(processes, ProcessFigure.HEAP_USED_BYTES, IntervalColumns::line);
    add("heap", "Java heap", "Used.", axis, used);
  }

  private void pauses(Set<String> processes) {
    List<Series> pauses = each(processes, GC_PAUSES, IntervalColumns::stack);
    Axis axis = Axis.of("", AxisUnit.MILLIS);
    add("gc", "Garbage collection", "Pauses in each second.", axis, pauses);
  }

  private void disk(Set<String> processes) {
    List<Series> written = each(processes, ProcessFigure.WRITTEN_BYTES, IntervalColumns::perSecond);
    draw(written, "whole host", IntervalColumn.HOST_DISK_WRITTEN_BYTES, IntervalColumns::perSecond);
    add("disk", "Written to disk", "", Axis.of("", AxisUnit.BYTES_PER_SECOND), written);
    add(
        "flushes",
        "Flushes of the host's disks",
        "Flush requests, as caused by fsync.",
        Axis.of("", AxisUnit.PER_SECOND),
        drawn("flushes", IntervalColumn.HOST_DISK_FLUSHES, IntervalColumns::perSecond));
    add(
        "network",
        "Network of the host",
        "All interfaces, loopback included; both ways.",
        Axis.of("", AxisUnit.BYTES_PER_SECOND),
        drawn("bytes", IntervalColumn.HOST_NETWORK_BYTES, IntervalColumns::perSecond));
  }

  /** Machines of nodes with exporters. */
  private void machines() {
    Axis cores = Axis.of("cores", AxisUnit.CORES);
    Axis busy = Axis.of("share of the time", AxisUnit.SHARE);
    Axis used = Axis.of("used share", AxisUnit.SHARE);
    Axis bytes = Axis.of("", AxisUnit.BYTES_PER_SECOND);
    machines("node-cpu", "Processors of the nodes' machines", cores, ColumnFamily.NODE_CPU_CORES);
    machines(
        "node-iowait",
        "Processors of the nodes' machines that waited for disks",
        cores,
        ColumnFamily.NODE_IO_WAIT_CORES);
    machines(
        "node-disk", "Busiest disk of the nodes' machines", busy, ColumnFamily.NODE_DISK_SHARE);
    machines("node-memory", "Memory of the nodes' machines", used, ColumnFamily.NODE_MEMORY_SHARE);
    machines(
        "node-written",
        "Written to disk by the nodes' machines",
        bytes,
        ColumnFamily.NODE_WRITTEN_RATE);
    machines(
        "node-network", "Network of the nodes' machines", bytes, ColumnFamily.NODE_NETWORK_RATE);
  }

  private void machines(String id, String title, Axis axis, ColumnFamily family) {
    String note = "As exporters report them; a second without new figures has none.";
    add(id, title, note, axis, each(rows.keys(family), family, IntervalColumns::line));
  }
}
