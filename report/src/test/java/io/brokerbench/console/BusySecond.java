package io.brokerbench.console;

import io.brokerbench.generator.Standing;
import io.brokerbench.measurement.Interval;
import io.brokerbench.measurement.TestResult;
import io.brokerbench.record.CheckBackBook;
import io.brokerbench.record.Ledger;
import io.brokerbench.record.Receipts;
import io.brokerbench.record.SendOutcome;
import io.brokerbench.results.Metric;
import io.brokerbench.results.Phase;
import io.brokerbench.results.ProcessFigure;
import io.brokerbench.results.Resources.Role;
import io.brokerbench.sample.NodeFigures;
import io.brokerbench.sample.ProcessFigures;
import io.brokerbench.sample.Sample;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.HdrHistogram.Histogram;

/**
 * A second in which everything happens that can: failures of both outcomes, transactions, two
 * consumer groups, a broker and a process that tells nothing of a JVM. One is like the other.
 */
public final class BusySecond {

  private BusySecond() {}

  public static Interval from(long second) {
    Map<Metric, Histogram> latencies = new EnumMap<>(Metric.class);
    long nanos = 0;
    for (Metric metric : Metric.values()) {
      nanos += 1_000_000;
      latencies.put(metric, TestResult.histogram(20_000, nanos));
    }
    Map<String, OptionalLong> backlogs = new LinkedHashMap<>();
    backlogs.put("group", OptionalLong.of(7));
    backlogs.put("group-2", OptionalLong.empty());
    return new Interval(
        second,
        second + 1,
        Phase.MEASURED,
        Map.of(),
        latencies,
        Map.of(),
        totals((int) second),
        totals((int) second + 1),
        sample(second + 1),
        TestResult.histogram(10, 2_000_000),
        backlogs,
        Map.of());
  }

  /** The second with other processes and nodes at its end. */
  public static Interval with(
      Map<String, ProcessFigures> processes, Map<String, NodeFigures> nodes, Interval second) {
    Sample sample = second.sample();
    return new Interval(
        second.fromSeconds(),
        second.toSeconds(),
        second.phase(),
        second.warmup(),
        second.measured(),
        second.errorNanos(),
        second.before(),
        second.after(),
        new Sample(sample.nanos(), processes, sample.host(), nodes, sample.generatorWaitNanos()),
        second.hiccups(),
        second.backlogs(),
        second.figures());
  }

  /** The second with figures of brokers and connections. */
  public static Interval with(Map<String, Long> figures, Interval second) {
    return new Interval(
        second.fromSeconds(),
        second.toSeconds(),
        second.phase(),
        second.warmup(),
        second.measured(),
        second.errorNanos(),
        second.before(),
        second.after(),
        second.sample(),
        second.hiccups(),
        second.backlogs(),
        figures);
  }

  private static Standing totals(int seconds) {
    Ledger ledger = new Ledger();
    ledger.attempted(1000 * seconds, true);
    ledger.ended(SendOutcome.ACKED, "SEND_OK", 900 * seconds, true);
    ledger.ended(SendOutcome.REJECTED, "SYSTEM_BUSY", 30 * seconds, true);
    ledger.ended(SendOutcome.UNKNOWN, "client-timeout", 20 * seconds, true);
    ledger.ended(SendOutcome.UNKNOWN, Ledger.ONEWAY, 40 * seconds, true);
    Receipts.Counts receipts =
        new Receipts.Counts(1800L * seconds, 1800L * seconds, 0, 0, 0, 0, 0, 0, 0, null);
    return new Standing(
        Ledger.Counts.NONE,
        ledger.counts(),
        List.of(new Standing.Group(receipts, 0, 0)),
        new CheckBackBook.Counts(5L * seconds, 0, 0, 0),
        0,
        0,
        0);
  }

  private static Sample sample(long atSecond) {
    long halfSeconds = atSecond * TestResult.SECOND / 2;
    Map<String, ProcessFigures> processes = new LinkedHashMap<>();
    processes.put(
        "generator",
        new ProcessFigures(
            Role.GENERATOR,
            Map.of(
                ProcessFigure.CPU_NANOS,
                halfSeconds,
                ProcessFigure.RSS_BYTES,
                1000L,
                ProcessFigure.READ_BYTES,
                10 * atSecond,
                ProcessFigure.WRITTEN_BYTES,
                20 * atSecond,
                ProcessFigure.HEAP_USED_BYTES,
                500L,
                ProcessFigure.GC_COUNT,
                atSecond,
                ProcessFigure.GC_PAUSE_MILLIS,
                7L)));
    processes.put(
        "master",
        new ProcessFigures(
            Role.BROKER,
            all(
                Map.of(
                    ProcessFigure.CPU_NANOS,
                    halfSeconds / 2,
                    ProcessFigure.RSS_BYTES,
                    3000L,
                    ProcessFigure.READ_BYTES,
                    0L,
                    ProcessFigure.WRITTEN_BYTES,
                    40 * atSecond,
                    ProcessFigure.HEAP_USED_BYTES,
                    800L,
                    ProcessFigure.GC_COUNT,
                    2 * atSecond,
                    ProcessFigure.GC_PAUSE_MILLIS,
                    30L))));
    processes.put(
        "other",
        new ProcessFigures(
            Role.BROKER,
            Map.of(ProcessFigure.CPU_NANOS, halfSeconds / 4, ProcessFigure.RSS_BYTES, 2000L)));
    return new Sample(
        atSecond * TestResult.SECOND,
        processes,
        TestResult.host(atSecond * TestResult.SECOND, atSecond),
        Map.of(
            "gen-1",
            new NodeFigures(
                atSecond * TestResult.SECOND,
                Optional.empty(),
                Optional.of(TestResult.host(2 * atSecond * TestResult.SECOND, atSecond)))),
        0);
  }

  /** All figures of a process; those that are not stated are 60. */
  private static Map<ProcessFigure, Long> all(Map<ProcessFigure, Long> stated) {
    Map<ProcessFigure, Long> figures = new EnumMap<>(ProcessFigure.class);
    for (ProcessFigure figure : ProcessFigure.values()) {
      figures.put(figure, stated.getOrDefault(figure, 60L));
    }
    return figures;
  }
}
