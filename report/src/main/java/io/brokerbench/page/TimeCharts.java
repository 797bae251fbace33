package io.brokerbench.page;

import io.brokerbench.document.Axis;
import io.brokerbench.document.Block;
import io.brokerbench.document.Chart;
import io.brokerbench.document.Chart.Band;
import io.brokerbench.document.Series;
import io.brokerbench.document.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.function.Predicate;

/** A run second by second: charts over one time axis. */
final class TimeCharts {

  /** So many lines can be told apart. */
  private static final int MOST_GROUPS = 8;

  private static final Axis TIME = Axis.of("seconds since the load began", Unit.SECONDS);
  private static final String CURSOR = "time";
  private static final String FIGURE = "broker.";

  /** A second in which a process stood so long is set apart. */
  private static final double LONG_PAUSE_MILLIS = 100;

  private final Rows rows;
  private final boolean acknowledged;
  private final List<Band> bands = new ArrayList<>();
  private final List<Block> charts = new ArrayList<>();

  private TimeCharts(Rows rows, Measured measured) {
    this.rows = rows;
    this.acknowledged = measured.acknowledged();
    double last = rows.count() == 0 ? 0 : rows.end(rows.count() - 1);
    if (measured.from() > 0) {
      bands.add(new Band(0, measured.from(), Band.Kind.UNMEASURED));
    }
    if (measured.to() < last) {
      bands.add(new Band(measured.to(), last, Band.Kind.UNMEASURED));
    }
    band(Band.Kind.FAILURES, row -> failed().stream().anyMatch(kind -> known(kind, row) > 0));
    band(
        Band.Kind.GC,
        row ->
            rows.names().stream()
                .filter(name -> name.endsWith("GcPauseMillis"))
                .anyMatch(name -> known(name, row) >= LONG_PAUSE_MILLIS));
  }

  /** Without acknowledgements all that was sent is unknown, and did not fail. */
  private List<String> failed() {
    return acknowledged ? List.of("rejected", "unknown") : List.of("rejected");
  }

  /**
   * How many messages went, and how long they took.
   *
   * @param metric the latency that counts
   */
  static List<Block> load(Rows rows, Measured measured, String metric) {
    TimeCharts charts = new TimeCharts(rows, measured);
    charts.rates();
    charts.latencies(metric);
    charts.failures();
    charts.amounts();
    return charts.charts;
  }

  /** What it took of processes and machine. */
  static List<Block> resources(Rows rows, Measured measured) {
    TimeCharts charts = new TimeCharts(rows, measured);
    Set<String> processes = new TreeSet<>();
    rows.names().stream()
        .filter(name -> name.endsWith("RssBytes"))
        .forEach(name -> processes.add(name.substring(0, name.length() - "RssBytes".length())));
    charts.processors(processes);
    charts.memory(processes);
    charts.pauses(processes);
    charts.disk(processes);
    return charts.charts;
  }

  private void band(Band.Kind kind, IntPredicate of) {
    for (int row = 0; row < rows.count(); row++) {
      if (of.test(row)) {
        double from = row == 0 ? Math.min(rows.begin(0), 0) : rows.begin(row);
        int last = bands.size() - 1;
        if (last >= 0 && bands.get(last).kind() == kind && bands.get(last).to() == from) {
          bands.set(last, new Band(bands.get(last).from(), rows.end(row), kind));
        } else {
          bands.add(new Band(from, rows.end(row), kind));
        }
      }
    }
  }

  private double known(String name, int row) {
    double value = rows.value(name, row);
    return Double.isNaN(value) ? 0 : value;
  }

  private void add(String id, String title, String note, Axis y, List<Series> series) {
    List<Series> drawn = series.stream().filter(each -> !each.points().isEmpty()).toList();
    if (!drawn.isEmpty()) {
      charts.add(new Chart(id, title, note, TIME, List.of(y), drawn, bands, List.of(), CURSOR));
    }
  }

  private void rates() {
    List<Series> series = new ArrayList<>();
    if (rows.hasAny("attempted")) {
      series.add(rows.perSecond("sent", "attempted"));
    }
    if (rows.hasAny("attempted") && acknowledged) {
      series.add(rows.perSecond("acknowledged", "acked"));
    }
    if (rows.hasAny("deliveries")) {
      series.add(rows.perSecond("received", "deliveries"));
    }
    if (rows.hasAny("checkBacks")) {
      series.add(rows.perSecond("check-backs", "checkBacks"));
    }
    add(
        "rate",
        "Messages a second",
        bands.isEmpty()
            ? ""
            : "Set apart: what was not measured, warm-up and drain (grey), seconds with failed sends (red), with garbage collection"
                + " of 100 ms or more (amber).",
        Axis.of("messages/s", Unit.PER_SECOND),
        series);
  }

  private void latencies(String metric) {
    List<Series> series = new ArrayList<>();
    for (String percentile : List.of("P50", "P90", "P99", "P999", "Max")) {
      String column = metric + percentile + "Nanos";
      if (rows.hasAny(column)) {
        String name = percentile.equals("P999") ? "p99.9" : percentile.replace('P', 'p');
        series.add(rows.line(name.equals("Max") ? "max" : name, column));
      }
    }
    add(
        "latency",
        "Latency per second: " + metric,
        "Percentiles of the messages of each second; one needs ten samples above it. Logarithmic.",
        Axis.log(metric, Unit.NANOS),
        series);
  }

  private void failures() {
    List<Series> series = new ArrayList<>();
    for (String kind : failed()) {
      if (rows.hasAny(kind)) {
        series.add(rows.series(kind, Series.Kind.STACK, row -> rows.value(kind, row)));
      }
    }
    add(
        "failures",
        "Sends that failed",
        "Rejected: surely not stored. Unknown: no answer, so it may have been.",
        Axis.of("sends", Unit.COUNT),
        series);
  }

  private void amounts() {
    List<Series> series = new ArrayList<>();
    List<String> groups =
        rows.names().stream()
            .filter(name -> name.startsWith("backlog.") && rows.has(name))
            .toList();
    for (String name : groups.subList(0, Math.min(MOST_GROUPS, groups.size()))) {
      series.add(rows.line(name.substring("backlog.".length()), name));
    }
    add(
        "backlog",
        "Backlog of each consumer group",
        "Messages that the broker holds and the group has not taken."
            + (groups.size() > MOST_GROUPS
                ? String.format(
                    Locale.ROOT, " The first %d of %,d groups.", MOST_GROUPS, groups.size())
                : ""),
        Axis.of("messages", Unit.COUNT),
        series);
    figures(
        "queues",
        "What the brokers count",
        "Messages and connections as the brokers have them.",
        Axis.of("", Unit.COUNT),
        name -> !name.endsWith("Bytes") && !name.endsWith("Millis"));
    figures(
        "broker-memory",
        "Memory as the brokers count it",
        "What their alarms go by.",
        Axis.of("", Unit.BYTES),
        name -> name.endsWith("Bytes"));
    if (rows.hasAny("inFlight")) {
      add(
          "in-flight",
          "Sends in flight",
          "Sent, and neither acknowledged nor failed, at the end of each second.",
          Axis.of("messages", Unit.COUNT),
          List.of(rows.line("in flight", "inFlight")));
    }
    if (rows.hasAny("hiccupMaxNanos")) {
      add(
          "hiccups",
          "How long the generator's machine stood still",
          "The longest in each second that a thread which only sleeps was late: no latency below"
              + " it means anything.",
          Axis.log("hiccup", Unit.NANOS),
          List.of(rows.line("longest", "hiccupMaxNanos")));
    }
  }

  private void figures(String id, String title, String note, Axis axis, Predicate<String> wanted) {
    List<Series> series = new ArrayList<>();
    for (String name : rows.names()) {
      if (name.startsWith(FIGURE) && wanted.test(name) && rows.hasAny(name)) {
        series.add(rows.line(name.substring(FIGURE.length()), name));
      }
    }
    add(id, title, note, axis, series);
  }

  /** How a column is drawn. */
  @FunctionalInterface
  private interface Drawn {
    Series of(Rows rows, String name, String column);
  }

  private List<Series> each(Set<String> processes, String end, Drawn column) {
    List<Series> series = new ArrayList<>();
    for (String process : processes) {
      String name = process + end;
      if (rows.hasAny(name)) {
        series.add(column.of(rows, process, name));
      }
    }
    return series;
  }

  private void processors(Set<String> processes) {
    List<Series> series = new ArrayList<>(each(processes, "CpuCores", Rows::rates));
    if (rows.hasAny("hostCpuCores")) {
      series.add(rows.rates("whole host", "hostCpuCores"));
      series.add(rows.rates("waiting for disks", "hostIoWaitCores"));
      series.add(rows.rates("stolen by other machines", "hostStealCores"));
    }
    add("cpu", "Processors", "Cores used by each process.", Axis.of("cores", Unit.CORES), series);
  }

  private void memory(Set<String> processes) {
    Axis axis = Axis.of("memory", Unit.BYTES);
    add("memory", "Memory", "Resident set.", axis, each(processes, "RssBytes", Rows::line));
    add("heap", "Java heap", "Used.", axis, each(processes, "HeapUsedBytes", Rows::line));
  }

  private void pauses(Set<String> processes) {
    List<Series> series = new ArrayList<>();
    for (String process : processes) {
      String name = process + "GcPauseMillis";
      if (rows.hasAny(name)) {
        series.add(rows.series(process, Series.Kind.STACK, row -> rows.value(name, row)));
      }
    }
    add("gc", "Garbage collection", "Pauses in each second.", Axis.of("", Unit.MILLIS), series);
  }

  private void disk(Set<String> processes) {
    List<Series> written = new ArrayList<>(each(processes, "WrittenBytes", Rows::perSecond));
    if (rows.hasAny("hostDiskWrittenBytes")) {
      written.add(rows.perSecond("whole host", "hostDiskWrittenBytes"));
    }
    add("disk", "Written to disk", "", Axis.of("", Unit.BYTES_PER_SECOND), written);
    if (rows.hasAny("hostDiskFlushes")) {
      add(
          "flushes",
          "Flushes of the host's disks",
          "What fsync asks of them.",
          Axis.of("", Unit.PER_SECOND),
          List.of(rows.perSecond("flushes", "hostDiskFlushes")));
    }
    if (rows.hasAny("hostNetworkBytes")) {
      add(
          "network",
          "Network of the host",
          "All interfaces, loopback included; both ways.",
          Axis.of("", Unit.BYTES_PER_SECOND),
          List.of(rows.perSecond("bytes", "hostNetworkBytes")));
    }
  }
}
