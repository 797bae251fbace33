package io.brokerbench.serve;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.brokerbench.file.BadInputException;
import io.brokerbench.measurement.Interval;
import io.brokerbench.results.Latency.Statistic;
import io.brokerbench.results.Metric;
import io.brokerbench.results.Phase;
import io.brokerbench.results.ProcessFigure;
import io.brokerbench.results.RunFile;
import io.brokerbench.results.RunResult;
import io.brokerbench.results.Verdict;
import io.brokerbench.results.tables.ColumnFamily;
import io.brokerbench.results.tables.IntervalColumn;
import io.brokerbench.results.tables.IntervalRows;
import io.brokerbench.stored.RunsDirectory;
import io.brokerbench.stored.StoredRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A run that is going on, as events: {@code seconds} with an array of new seconds, {@code silent}
 * after a minute without any, and at the end {@code verdict}, or {@code gone} with the reason. For
 * one thread.
 */
final class LiveRun {

  /** A directory has no name for a moment while its matrix gets its final one. */
  private static final int PATIENCE = 20;

  /** The looks of a minute; a run under load writes every second. */
  private static final int SILENCE = 240;

  /** Ends of rows are rounded to milliseconds. */
  private static final double SHORTEST_SECONDS = Interval.SHORTEST_SECONDS - 0.001;

  /** The latencies of which one leads. */
  private static final List<Metric> METRICS =
      List.of(Metric.RESPONSE, Metric.SERVICE, Metric.END_TO_END);

  private static final List<ColumnFamily> PERCENTILES =
      Stream.of(Statistic.P50, Statistic.P99, Statistic.P999).map(ColumnFamily::latencies).toList();

  private static final ColumnFamily CPU = ColumnFamily.processes(ProcessFigure.CPU_NANOS);
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final ServedDirectory results;
  private final String path;
  private final LiveEvents events;
  private final IntervalTail tail = new IntervalTail();
  private Metric leading = Metric.SERVICE;
  private boolean acknowledged = true;
  private boolean isKnown;
  private double lastSeconds = Double.NaN;
  private int missing;
  private int silent;
  private String why;

  /**
   * @param path of the run, relative, with or without the end of an unfinished one
   */
  LiveRun(ServedDirectory results, String path, LiveEvents events) {
    this.results = results;
    this.path = path;
    this.events = events;
    this.why = path + " is not there";
  }

  /**
   * Sends what is new. It is to be called several times per second.
   *
   * @return whether that was the end: the run has its verdict, or is gone
   * @throws IOException if the reader of the events is gone
   */
  boolean look() throws IOException {
    Optional<Path> goingOn =
        results.directory(path).filter(each -> !new RunsDirectory(each).complete());
    Optional<String> finished = goingOn.isPresent() ? Optional.empty() : finished();
    Optional<Path> directory = goingOn.or(() -> results.directory(finished.orElse(path)));
    missing++;
    if (directory.isPresent()) {
      try {
        seconds(directory.get(), tail.next(directory.get().resolve(IntervalColumn.FILE)));
        missing = 0;
      } catch (BadInputException e) {
        why = String.valueOf(e.getMessage());
      }
      if (finished.isPresent()) {
        verdict(directory.get(), finished.get());
        return true;
      }
    }
    if (missing < PATIENCE) {
      return false;
    }
    events.send("gone", NODES.objectNode().put("why", why));
    return true;
  }

  private Optional<String> finished() {
    int slash = path.lastIndexOf('/') + 1;
    List<String> names = new ArrayList<>();
    for (String parent : List.of(path.substring(0, slash), complete(path.substring(0, slash)))) {
      String name = parent + complete(path.substring(slash));
      for (Verdict.Status status : Verdict.Status.values()) {
        names.add(name + new Verdict(status, List.of()).suffix());
      }
    }
    return names.stream().filter(name -> results.directory(name).isPresent()).findFirst();
  }

  static String complete(String name) {
    return name.replace(RunsDirectory.INCOMPLETE, "");
  }

  private void verdict(Path directory, String finished) throws IOException {
    ObjectNode event = NODES.objectNode().put("path", finished);
    try {
      Verdict verdict = StoredRun.read(directory).verdict();
      event.put("status", verdict.status().name());
      ArrayNode reasons = event.putArray("reasons");
      verdict.texts().forEach(reasons::add);
    } catch (BadInputException e) {
      event.put("status", "UNREADABLE").putArray("reasons").add(e.getMessage());
    }
    events.send("verdict", event);
  }

  /** Sends the new seconds; without any, a comment, by which a reader who is gone is noticed. */
  private void seconds(Path directory, IntervalRows rows) throws IOException {
    if (rows.count() == 0) {
      silent++;
      if (silent == SILENCE) {
        events.send("silent", NODES.objectNode());
      } else {
        events.nothing();
      }
      return;
    }
    silent = 0;
    findOut(directory, rows);
    ObjectNode event =
        NODES.objectNode().put("leading", leading.label()).put("acknowledged", acknowledged);
    ArrayNode seconds = event.putArray("seconds");
    for (int row = 0; row < rows.count(); row++) {
      seconds.add(second(rows, row));
    }
    events.send("seconds", event);
  }

  /**
   * The latency of the tool, and whether sends are acknowledged, as far as that is known so early.
   */
  private void findOut(Path directory, IntervalRows rows) {
    if (isKnown) {
      return;
    }
    METRICS.stream()
        .filter(metric -> rows.hasAny(ColumnFamily.latencies(Statistic.P50).of(metric)))
        .findFirst()
        .ifPresent(metric -> leading = metric);
    try {
      RunResult run = RunFile.read(directory.resolve(RunFile.NAME));
      if (run.ofConsumer()) {
        leading = Metric.END_TO_END;
      }
      acknowledged = run.promise().acknowledged();
      isKnown = true;
    } catch (IOException e) {
      // Written some seconds after the start.
    }
  }

  /** A second; an interval that is too short for rates has none. */
  private ObjectNode second(IntervalRows rows, int row) {
    double to = rows.value(IntervalColumn.TO_SECONDS, row);
    if (Double.isNaN(lastSeconds)) {
      lastSeconds = tail.leftOut() ? to - 1 : 0;
    }
    double length = to - lastSeconds;
    boolean saysRates = length >= SHORTEST_SECONDS;
    lastSeconds = to;
    ObjectNode second = NODES.objectNode();
    put(second, "to", to);
    second.put("phase", phase(rows, row));
    if (saysRates) {
      put(second, "sent", rows.value(IntervalColumn.ATTEMPTED, row) / length);
      put(second, "acked", rows.value(IntervalColumn.ACKED, row) / length);
      put(second, "received", rows.value(IntervalColumn.DELIVERIES, row) / length);
    }
    put(second, "rejected", rows.value(IntervalColumn.REJECTED, row));
    put(second, "unknown", rows.value(IntervalColumn.UNKNOWN, row));
    ObjectNode latencies = second.putObject("latencies");
    for (Metric metric : METRICS) {
      ArrayNode nanos = latencies.putArray(metric.label());
      for (ColumnFamily percentile : PERCENTILES) {
        double value = rows.value(percentile.of(metric), row);
        nanos.add(Double.isNaN(value) ? null : value);
      }
    }
    ObjectNode cores = second.putObject("cores");
    if (saysRates) {
      cores(rows, row, cores);
    }
    return second;
  }

  private static void cores(IntervalRows rows, int row, ObjectNode cores) {
    put(cores, "host", rows.value(IntervalColumn.HOST_CPU_CORES, row));
    for (String process : rows.keys(CPU)) {
      if (!CPU.of(process).equals(IntervalColumn.HOST_CPU_CORES)) {
        put(cores, process, rows.value(CPU.of(process), row));
      }
    }
  }

  private static String phase(IntervalRows rows, int row) {
    for (Phase phase : Phase.values()) {
      if (rows.isIn(phase, row)) {
        return phase.label();
      }
    }
    return "";
  }

  private static void put(ObjectNode node, String name, double value) {
    if (Double.isFinite(value)) {
      node.put(name, value);
    }
  }
}
