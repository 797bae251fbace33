package io.brokerbench.generator;

import io.brokerbench.load.ConsumerGroup;
import io.brokerbench.load.ConsumerGroups;
import io.brokerbench.record.AwaitedSends;
import io.brokerbench.record.PhasedRecords;
import io.brokerbench.workload.Filter;
import io.brokerbench.workload.Workload;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/**
 * Number of messages that each group has yet to receive, of those acknowledged, or sent one way,
 * and visible to it; unknown of messages for later, which brokers hold until their time. For one
 * thread.
 */
final class Backlogs {

  private final ConsumerGroups groups;
  private final boolean known;
  private final LongSupplier awaited;

  /**
   * Creates the counts, which read these objects on each call.
   *
   * @param acknowledged whether messages are acknowledged at all
   */
  Backlogs(Workload workload, boolean acknowledged, PhasedRecords records, ConsumerGroups groups) {
    this.groups = groups;
    this.known =
        workload.load().threads() > 0
            && (acknowledged || workload.allVisible())
            && workload.message().hasHeader()
            && !workload.message().deliversLater()
            && workload.consumption().filter().type() != Filter.Type.SQL92;
    AwaitedSends some = new AwaitedSends(records.sends(), workload::visibility);
    this.awaited = workload.allVisible() ? () -> records.counts().successCount() : some::count;
  }

  /** Messages that each group must receive so far; empty if unknown. */
  OptionalLong awaited() {
    return known ? OptionalLong.of(awaited.getAsLong()) : OptionalLong.empty();
  }

  /** Messages by the name of their group, in the groups' order; empty if unknown. */
  Map<String, OptionalLong> now() {
    // Read before the receipts, so that a message that arrives in between does not count as
    // missing.
    long messages = known && groups.any() ? awaited.getAsLong() : 0;
    Map<String, OptionalLong> backlogs = new LinkedHashMap<>();
    for (ConsumerGroup group : groups.all()) {
      long missing = messages - group.receipts().counts().messages();
      backlogs.put(
          group.name(), known ? OptionalLong.of(Math.max(0, missing)) : OptionalLong.empty());
    }
    return backlogs;
  }
}
