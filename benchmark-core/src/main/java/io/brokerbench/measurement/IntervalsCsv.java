package io.brokerbench.measurement;

import io.brokerbench.record.Ledger.Counts;
import io.brokerbench.record.Receipts;
import io.brokerbench.results.Latency;
import io.brokerbench.results.Latency.Statistic;
import io.brokerbench.results.Metric;
import io.brokerbench.results.ProcessFigure;
import io.brokerbench.results.ProcessFigure.Kind;
import io.brokerbench.results.Resources.HostUse;
import io.brokerbench.results.Resources.Role;
import io.brokerbench.results.tables.ColumnFamily;
import io.brokerbench.results.tables.IntervalColumn;
import io.brokerbench.sample.HostFigures;
import io.brokerbench.sample.HostSpan;
import io.brokerbench.sample.NodeFigures;
import io.brokerbench.sample.ProcessFigures;
import io.brokerbench.sample.Sample;
import io.brokerbench.units.Text;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * {@code intervals.csv}: one row per second, flushed. Counts and resource use of processes are
 * differences over the second. Unknown figures are empty. For one thread.
 */
final class IntervalsCsv implements AutoCloseable {

  private final BufferedWriter writer;
  private final Set<Metric> metrics;

  /** Processes, machines and figures of brokers with columns: those of the first row. */
  private final Set<String> processes = new LinkedHashSet<>();

  private final Set<String> machines = new LinkedHashSet<>();
  private final Set<String> figures = new LinkedHashSet<>();
  private @Nullable Sample before;

  /** Creates the file with columns for these latencies, in their order. */
  IntervalsCsv(Path file, Set<Metric> metrics) throws IOException {
    this.metrics = metrics;
    this.writer = Files.newBufferedWriter(file);
  }

  void add(Interval interval) throws IOException {
    if (before == null) {
      processes.addAll(interval.sample().processes().keySet());
      figures.addAll(interval.figures().keySet());
      interval
          .sample()
          .nodes()
          .forEach((name, node) -> node.host().ifPresent(host -> machines.add(name)));
    }
    Row row = new Row();
    row.add(IntervalColumn.TO_SECONDS, "%.3f", interval.toSeconds());
    row.text(IntervalColumn.PHASE, interval.phase().label());
    counts(row, interval);
    for (Metric metric : metrics) {
      latencies(row, metric, interval.summary(metric));
    }
    row.add(IntervalColumn.HICCUP_MAX_NANOS, "%.0f", (double) interval.hiccups().getMaxValue());
    resources(row, before == null ? interval.sample() : before, interval.sample());
    interval
        .backlogs()
        .forEach((group, messages) -> row.known(ColumnFamily.BACKLOG.of(group), messages));
    figures.forEach(
        name ->
            row.count(
                ColumnFamily.BROKER_FIGURE.of(name), interval.figures().getOrDefault(name, -1L)));
    if (before == null) {
      writer.write(String.join(",", row.names) + "\n");
    }
    before = interval.sample();
    writer.write(String.join(",", row.values) + "\n");
    writer.flush();
  }

  private static void counts(Row row, Interval interval) {
    Counts before = interval.before().sends();
    Counts after = interval.after().sends();
    row.count(IntervalColumn.ATTEMPTED, after.attempted() - before.attempted());
    row.count(IntervalColumn.ACKED, after.ackedCount() - before.ackedCount());
    row.count(IntervalColumn.REJECTED, after.rejectedCount() - before.rejectedCount());
    row.count(IntervalColumn.UNKNOWN, after.unknownCount() - before.unknownCount());
    row.count(IntervalColumn.IN_FLIGHT, after.inFlight());
    Receipts.Counts receivedBefore = interval.before().receipts();
    Receipts.Counts received = interval.after().receipts();
    row.count(IntervalColumn.DELIVERIES, received.deliveries() - receivedBefore.deliveries());
    row.count(IntervalColumn.REDELIVERED, received.redelivered() - receivedBefore.redelivered());
    row.count(
        IntervalColumn.CHECK_BACKS,
        interval.after().checks().checks() - interval.before().checks().checks());
  }

  private static void latencies(Row row, Metric metric, Latency latency) {
    for (Statistic statistic : ColumnFamily.STATISTICS) {
      Long nanos = latency.nanos(statistic);
      row.text(ColumnFamily.latencies(statistic).of(metric), nanos == null ? "" : nanos.toString());
    }
  }

  private void resources(Row row, Sample from, Sample to) {
    double seconds = (to.nanos() - from.nanos()) / 1e9;
    processes.forEach(
        name -> {
          ProcessFigures end =
              to.processes().getOrDefault(name, new ProcessFigures(Role.BROKER, Map.of()));
          ProcessFigures begin = from.processes().getOrDefault(name, end);
          double since = (to.readNanos(name) - from.readNanos(name)) / 1e9;
          for (ProcessFigure figure : ProcessFigure.values()) {
            process(row, ColumnFamily.processes(figure).of(name), figure, begin, end, since);
          }
        });
    nodes(row, from, to);
    HostFigures begin = from.host();
    HostFigures end = to.host();
    // The first row has no sample before it: what grows is unknown there, not zero.
    boolean known = seconds > 0;
    Optional<Double> busy = known ? Optional.of(end.busyCoresSince(begin)) : Optional.empty();
    row.known(IntervalColumn.HOST_CPU_CORES, busy);
    row.rate(
        IntervalColumn.HOST_IO_WAIT_CORES,
        (end.ioWaitNanos() - begin.ioWaitNanos()) / 1e9,
        seconds);
    row.rate(
        IntervalColumn.HOST_STEAL_CORES, (end.stealNanos() - begin.stealNanos()) / 1e9, seconds);
    row.add(IntervalColumn.HOST_LOAD_AVERAGE, "%.2f", end.loadAverage());
    row.count(IntervalColumn.HOST_NETWORK_BYTES, known ? end.networkBytesSince(begin) : -1);
    row.count(
        IntervalColumn.HOST_DISK_WRITTEN_BYTES,
        known ? grown(begin.diskWrittenBytes(), end.diskWrittenBytes()) : -1);
    row.count(
        IntervalColumn.HOST_DISK_FLUSHES,
        known ? grown(begin.diskFlushes(), end.diskFlushes()) : -1);
  }

  /** Growth of a counter; -1, as the counter itself, if it is unknown at either time. */
  private static long grown(long begin, long end) {
    return begin < 0 || end < 0 ? -1 : end - begin;
  }

  /** Machines of other nodes; a second without new figures has none. */
  private void nodes(Row row, Sample from, Sample to) {
    for (String name : machines) {
      Optional<HostFigures> end = host(to, name);
      Optional<HostUse> use =
          end.flatMap(
              now ->
                  host(from, name)
                      .map(before -> new HostSpan(before, now, -1, now.memoryUsedShare()))
                      .filter(span -> span.nanos() > 0)
                      .map(span -> span.use(null, null, span.nanos())));
      double seconds =
          use.isPresent()
              ? (end.orElseThrow().totalNanos() - host(from, name).orElseThrow().totalNanos())
                  / 1e9
                  / end.orElseThrow().processors()
              : 0;
      row.known(ColumnFamily.NODE_CPU_CORES.of(name), use.map(HostUse::cpuCoresMean));
      row.known(
          ColumnFamily.NODE_IO_WAIT_CORES.of(name),
          use.map(HostUse::ioWaitShare).map(share -> share * end.orElseThrow().processors()));
      row.known(ColumnFamily.NODE_MEMORY_SHARE.of(name), use.map(HostUse::memoryUsedShareMax));
      row.known(ColumnFamily.NODE_DISK_SHARE.of(name), use.map(HostUse::diskBusyShareMax));
      row.known(
          ColumnFamily.NODE_NETWORK_RATE.of(name),
          use.map(HostUse::networkBytes).map(bytes -> bytes / seconds));
      row.known(
          ColumnFamily.NODE_WRITTEN_RATE.of(name),
          use.map(HostUse::diskBytesWritten).map(bytes -> bytes / seconds));
    }
  }

  private static Optional<HostFigures> host(Sample sample, String node) {
    return Optional.ofNullable(sample.nodes().get(node)).flatMap(NodeFigures::host);
  }

  private static void process(
      Row row,
      IntervalColumn column,
      ProcessFigure figure,
      ProcessFigures begin,
      ProcessFigures end,
      double seconds) {
    Long value = figure.kind() == Kind.LEVEL ? end.value(figure) : end.since(begin, figure);
    if (value == null || (figure.kind() != Kind.LEVEL && seconds == 0)) {
      row.text(column, "");
    } else if (figure.kind() == Kind.PROCESSOR_NANOS) {
      row.rate(column, value / 1e9, seconds);
    } else {
      row.count(column, value);
    }
  }

  @Override
  public void close() throws IOException {
    writer.close();
  }

  private static final class Row {
    final List<String> names = new ArrayList<>();
    final List<String> values = new ArrayList<>();

    void text(IntervalColumn column, String value) {
      names.add(column.name());
      values.add(value);
    }

    void add(IntervalColumn column, String format, double value) {
      text(column, String.format(Locale.ROOT, format, value));
    }

    void known(IntervalColumn column, OptionalLong value) {
      text(column, value.isPresent() ? Long.toString(value.getAsLong()) : "");
    }

    void known(IntervalColumn column, Optional<Double> value) {
      text(column, value.map(known -> Text.of("%.3f", known)).orElse(""));
    }

    void count(IntervalColumn column, long value) {
      text(column, value < 0 ? "" : Long.toString(value));
    }

    void rate(IntervalColumn column, double amount, double seconds) {
      text(column, seconds > 0 ? Text.of("%.3f", amount / seconds) : "");
    }
  }
}
