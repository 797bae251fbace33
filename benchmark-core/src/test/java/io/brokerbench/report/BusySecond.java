package io.brokerbench.report;

import io.brokerbench.record.CheckBook;
import io.brokerbench.record.Ledger;
import io.brokerbench.record.Metric;
import io.brokerbench.record.Outcome;
import io.brokerbench.record.Phase;
import io.brokerbench.record.Receipts;
import io.brokerbench.record.Totals;
import io.brokerbench.result.Interval;
import io.brokerbench.result.TestResult;
import io.brokerbench.sample.ProcessFigures;
import io.brokerbench.sample.Sample;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.HdrHistogram.Histogram;

/**
 * A second in which everything happens that can: failures of both outcomes, transactions, two
 * consumer groups, a broker and a process that tells nothing of a JVM. One is like the other.
 */
final class BusySecond {

  private BusySecond() {}

  static Interval from(long second) {
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
        totals((int) second),
        totals((int) second + 1),
        sample(second + 1),
        TestResult.histogram(10, 2_000_000),
        backlogs,
        Map.of());
  }

  private static Totals totals(int seconds) {
    Ledger ledger = new Ledger();
    ledger.attempted(1000 * seconds, true);
    ledger.ended(Outcome.ACKED, "SEND_OK", 900 * seconds, true);
    ledger.ended(Outcome.REJECTED, "SYSTEM_BUSY", 30 * seconds, true);
    ledger.ended(Outcome.UNKNOWN, "client-timeout", 20 * seconds, true);
    ledger.ended(Outcome.UNKNOWN, Ledger.ONEWAY, 40 * seconds, true);
    return new Totals(
        ledger.counts(),
        new Receipts.Counts(1800L * seconds, 1800L * seconds, 0, 0, 0, 0, 0),
        new CheckBook.Counts(5L * seconds, 0, 0, 0));
  }

  private static Sample sample(long atSecond) {
    long halfSeconds = atSecond * TestResult.SECOND / 2;
    Map<String, ProcessFigures> processes = new LinkedHashMap<>();
    processes.put(
        "generator",
        new ProcessFigures(halfSeconds, 1000, 10 * atSecond, 20 * atSecond, 500, atSecond, 7));
    processes.put(
        "master",
        new ProcessFigures(halfSeconds / 2, 3000, 0, 40 * atSecond, 800, 2 * atSecond, 30));
    processes.put("other", new ProcessFigures(halfSeconds / 4, 2000, -1, -1, -1, -1, -1));
    return new Sample(
        atSecond * TestResult.SECOND,
        processes,
        TestResult.host(atSecond * TestResult.SECOND, atSecond),
        0);
  }
}
