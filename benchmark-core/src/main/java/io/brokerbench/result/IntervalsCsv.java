package io.brokerbench.result;

import io.brokerbench.record.Ledger.Counts;
import io.brokerbench.record.Metric;
import io.brokerbench.record.Receipts;
import io.brokerbench.sample.HostFigures;
import io.brokerbench.sample.ProcessFigures;
import io.brokerbench.sample.Sample;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * {@code intervals.csv}: a row a second, flushed. Counts are those of the second; of processes,
 * what they used in it. Unknown figures are empty. For one thread.
 */
final class IntervalsCsv implements AutoCloseable {

  private final BufferedWriter writer;
  private final Set<Metric> metrics;
  private @Nullable Sample before;

  /** Columns for these latencies, in their order. */
  IntervalsCsv(Path file, Set<Metric> metrics) throws IOException {
    this.metrics = metrics;
    this.writer = Files.newBufferedWriter(file);
  }

  void add(Interval interval) throws IOException {
    Row row = new Row();
    row.add("toSeconds", "%.3f", interval.toSeconds());
    row.text("phase", interval.phase().name().toLowerCase(Locale.ROOT));
    counts(row, interval);
    for (Metric metric : metrics) {
      latencies(row, metric, new LatencySummary(interval.latencies(metric)));
    }
    row.add("hiccupMaxNanos", "%.0f", (double) interval.hiccups().getMaxValue());
    resources(row, before == null ? interval.sample() : before, interval.sample());
    interval.backlogs().forEach((group, messages) -> row.known("backlog." + group, messages));
    interval.figures().forEach((name, value) -> row.count("broker." + name, value));
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
    row.count("attempted", after.attempted() - before.attempted());
    row.count("acked", after.ackedCount() - before.ackedCount());
    row.count("rejected", after.rejectedCount() - before.rejectedCount());
    row.count("unknown", after.unknownCount() - before.unknownCount());
    row.count("inFlight", after.inFlight());
    Receipts.Counts receivedBefore = interval.before().receipts();
    Receipts.Counts received = interval.after().receipts();
    row.count("deliveries", received.deliveries() - receivedBefore.deliveries());
    row.count("redelivered", received.redelivered() - receivedBefore.redelivered());
    row.count(
        "checkBacks", interval.after().checks().checks() - interval.before().checks().checks());
  }

  private static void latencies(Row row, Metric metric, LatencySummary summary) {
    row.known(metric.label() + "P50Nanos", summary.percentileNanos(50));
    row.known(metric.label() + "P90Nanos", summary.percentileNanos(90));
    row.known(metric.label() + "P99Nanos", summary.percentileNanos(99));
    row.known(metric.label() + "P999Nanos", summary.percentileNanos(99.9));
    row.known(metric.label() + "MaxNanos", summary.maxNanos());
  }

  private static void resources(Row row, Sample from, Sample to) {
    double seconds = (to.nanos() - from.nanos()) / 1e9;
    to.processes()
        .forEach(
            (name, end) -> {
              ProcessFigures begin = from.processes().getOrDefault(name, end);
              row.rate(name + "CpuCores", (end.cpuNanos() - begin.cpuNanos()) / 1e9, seconds);
              row.count(name + "RssBytes", end.rssBytes());
              row.count(name + "HeapUsedBytes", end.heapUsedBytes());
              row.count(name + "GcCount", end.gcCount() - begin.gcCount());
              row.count(name + "GcPauseMillis", end.gcPauseMillis() - begin.gcPauseMillis());
              row.count(name + "WrittenBytes", grown(begin.writtenBytes(), end.writtenBytes()));
              row.count(name + "ReadBytes", grown(begin.readBytes(), end.readBytes()));
            });
    HostFigures begin = from.host();
    HostFigures end = to.host();
    row.add("hostCpuCores", "%.3f", end.busyCoresSince(begin));
    row.rate("hostIoWaitCores", (end.ioWaitNanos() - begin.ioWaitNanos()) / 1e9, seconds);
    row.rate("hostStealCores", (end.stealNanos() - begin.stealNanos()) / 1e9, seconds);
    row.add("hostLoadAverage", "%.2f", end.loadAverage());
    row.count("hostNetworkBytes", end.networkBytes() - begin.networkBytes());
    row.count("hostDiskWrittenBytes", end.diskWrittenBytes() - begin.diskWrittenBytes());
    row.count("hostDiskFlushes", end.diskFlushes() - begin.diskFlushes());
  }

  /** -1 if one of them is unknown. */
  private static long grown(long begin, long end) {
    return begin < 0 || end < 0 ? -1 : end - begin;
  }

  @Override
  public void close() throws IOException {
    writer.close();
  }

  private static final class Row {
    final List<String> names = new ArrayList<>();
    final List<String> values = new ArrayList<>();

    void text(String name, String value) {
      names.add(name);
      values.add(value);
    }

    void add(String name, String format, double value) {
      text(name, String.format(Locale.ROOT, format, value));
    }

    void known(String name, OptionalLong value) {
      text(name, value.isPresent() ? Long.toString(value.getAsLong()) : "");
    }

    void count(String name, long value) {
      text(name, value < 0 ? "" : Long.toString(value));
    }

    void rate(String name, double amount, double seconds) {
      text(name, seconds > 0 ? String.format(Locale.ROOT, "%.3f", amount / seconds) : "");
    }
  }
}
