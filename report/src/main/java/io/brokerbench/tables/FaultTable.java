package io.brokerbench.tables;

import io.brokerbench.document.Table;
import io.brokerbench.results.faults.FaultImpact;
import io.brokerbench.results.faults.FaultImpact.ConsumerImpact;
import io.brokerbench.results.faults.FaultImpact.LossInSecond;
import io.brokerbench.results.faults.FaultImpact.QueueImpact;
import io.brokerbench.results.faults.FaultImpact.Window;
import io.brokerbench.units.Text;
import io.brokerbench.units.Units;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The planned faults of a run and their consequences. */
public final class FaultTable {

  private static final String NONE = "-";

  /** A slow disk may have hundreds; {@code run.json} has all. */
  private static final int MOST_OUTAGES = 20;

  private FaultTable() {}

  /** A row for each fault. */
  public static Table of(List<FaultImpact> faults) {
    Table.Builder table =
        Table.of(
            "Planned faults. Times since the injection; at: since the start of the load. Counts: messages"
                + " due until rate and latency were back. \"-\": none, or not before the end.",
            "lrrrrrrrrrrrr",
            "fault|at|undone|detected|unavailable|first success|rate back|latency back|recovered"
                + "|due|late|failed|unsent");
    faults.forEach(
        fault ->
            table.add(
                name(fault),
                seconds(fault.atSeconds()),
                seconds(fault.endedSeconds()),
                seconds(fault.detectionSeconds()),
                seconds(fault.unavailableSeconds()),
                seconds(fault.firstSuccessSeconds()),
                seconds(fault.rateBackSeconds()),
                seconds(fault.latencyBackSeconds()),
                seconds(fault.recoveredSeconds()),
                Units.count(fault.due()),
                Units.count(fault.late()),
                Units.count(fault.rejected() + fault.unknown()),
                Units.count(fault.unsent())));
    return table.build();
  }

  /** Consequences for the consumers, a row for each fault; no rows without consumers. */
  public static Table consumption(List<FaultImpact> faults) {
    Table.Builder table =
        Table.of(
            "Consumers. Counts: messages; backlog: acknowledged and not received yet; level again: since"
                + " the injection. \"-\": not before the end; n/a: order is not promised or not checked.",
            "lrrrrrr",
            "fault|lost|duplicates|reordered|max backlog|level|level again");
    for (FaultImpact fault : faults) {
      ConsumerImpact consumption = fault.consumption();
      if (consumption != null) {
        table.add(
            name(fault),
            Units.count(consumption.lost()),
            Units.count(consumption.duplicates()),
            consumption.reordered() == null ? "n/a" : Units.count(consumption.reordered()),
            Units.count(consumption.backlogMax()),
            Units.count(consumption.levelBacklog()),
            seconds(consumption.levelSeconds()));
      }
    }
    return table.build();
  }

  /** Queues whose messages were not acknowledged for a time; no rows if there are none. */
  public static Table queues(List<FaultImpact> faults) {
    Table.Builder table =
        Table.of(
            "Queues without an acknowledgement for longer than usual. Times since the injection. \"-\":"
                + " not before the end.",
            "lrrrr",
            "fault|queue|unavailable|from|first success");
    for (FaultImpact fault : faults) {
      ConsumerImpact consumption = fault.consumption();
      if (consumption != null) {
        for (QueueImpact queue : consumption.unavailableQueues()) {
          table.add(
              name(fault),
              Units.count(queue.queue()),
              seconds(queue.unavailableSeconds()),
              seconds(queue.unavailable().get(0).fromSeconds()),
              seconds(queue.unavailable().get(0).toSeconds()));
        }
      }
    }
    return table.build();
  }

  /** The first times without a successful answer of each fault; no rows if there are none. */
  public static Table outages(List<FaultImpact> faults) {
    Table.Builder table =
        Table.of(
            Text.of(
                "Times without a successful answer, since the injection; of each fault the first %d."
                    + " \"-\": not before the end.",
                MOST_OUTAGES),
            "lrr",
            "fault|from|first success");
    for (FaultImpact fault : faults) {
      for (Window window : fault.unavailable().stream().limit(MOST_OUTAGES).toList()) {
        table.add(name(fault), seconds(window.fromSeconds()), seconds(window.toSeconds()));
      }
    }
    return table.build();
  }

  /** What happened in the course of the faults, a row for each event. */
  public static Table events(List<FaultImpact> faults) {
    Table.Builder table =
        Table.of("Events, in seconds since the injection", "lrl", "fault|after|event");
    faults.forEach(
        fault ->
            fault
                .events()
                .forEach(event -> table.add(name(fault), seconds(event.seconds()), event.text())));
    return table.build();
  }

  /** Lost messages by the second in which they were due; no rows if there are none. */
  public static Table losses(List<FaultImpact> faults) {
    Table.Builder table =
        Table.of(
            "Acknowledged messages that were lost, by the second in which they were due, counted from the"
                + " injection; audit.csv names each",
            "lrr",
            "fault|second|lost");
    for (FaultImpact fault : faults) {
      if (fault.consumption() != null) {
        for (LossInSecond loss : fault.consumption().lostBySecond()) {
          table.add(name(fault), Text.of("%d", loss.second()), Units.count(loss.count()));
        }
      }
    }
    return table.build();
  }

  private static String name(FaultImpact fault) {
    return fault.node().isEmpty() || fault.fault().endsWith(" " + fault.node())
        ? fault.fault()
        : Text.of("%s (%s)", fault.fault(), fault.node());
  }

  private static String seconds(@Nullable Double seconds) {
    return seconds == null ? NONE : Text.of("%.3f s", seconds);
  }
}
