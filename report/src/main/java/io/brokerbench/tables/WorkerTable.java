package io.brokerbench.tables;

import io.brokerbench.document.Table;
import io.brokerbench.results.clocks.ClockComparison;
import io.brokerbench.results.workers.WorkerUse;
import io.brokerbench.units.Text;
import io.brokerbench.units.Units;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The workers of a run. */
public final class WorkerTable {

  private static final String UNKNOWN = "n/a";

  private WorkerTable() {}

  /** One row per worker. */
  public static Table of(List<WorkerUse> workers) {
    long sent = Math.max(1, workers.stream().mapToLong(WorkerUse::sent).sum());
    return new Table(
        "Workers. Sent: measured time. Lag, wake-up (overshoot of the shortest wait) and pauses: 99th"
            + " percentiles. Clock: maximum error.",
        Stream.of(
                "worker",
                "host",
                "senders",
                "clients",
                "sent",
                "share",
                "received",
                "lag",
                "wake-up",
                "starved",
                "pauses",
                "clock",
                "lost")
            .map(name -> new Table.Column(name, !List.of("worker", "host", "lost").contains(name)))
            .toList(),
        workers.stream().map(worker -> row(worker, sent)).toList());
  }

  private static List<String> row(WorkerUse worker, long sent) {
    return List.of(
        worker.name(),
        worker.host(),
        Text.of("%d", worker.senders()),
        Text.of("%d", worker.clients()),
        Units.count(worker.sent()),
        Units.percent((double) worker.sent() / sent, 1),
        Units.count(worker.received()),
        worker.lagP99Nanos() == null ? UNKNOWN : Units.nanos(worker.lagP99Nanos()),
        worker.ceilings() == null ? UNKNOWN : Units.nanos(worker.ceilings().parkP99Nanos()),
        worker.starvedShare() == null ? UNKNOWN : Units.percent(worker.starvedShare(), 1),
        Units.nanos(worker.hiccupP99Nanos()),
        clock(worker.clock()),
        worker.lost() == null ? "" : worker.lost());
  }

  private static String clock(@Nullable ClockComparison clock) {
    return clock == null ? UNKNOWN : "+- " + Units.nanos(clock.maxErrorNanos());
  }
}
