package io.brokerbench.fault;

import io.brokerbench.record.MessageSet;
import io.brokerbench.record.SendOutcome;
import io.brokerbench.results.faults.FaultImpact.LossInSecond;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.LongStream;

/**
 * Lost, duplicated and reordered messages by fault, each once for all consumer groups. A message
 * belongs to the fault whose injection or end is nearest to its outcome, to the later of two that
 * are equally near: a node that dies loses what it has acknowledged just before, and one that
 * returns what it acknowledged while it was cut off.
 */
final class Misdeliveries {

  private static final long SECOND_TICKS = (long) PackedMessage.TICKS_PER_SECOND;

  private final long[] atTicks;
  private final long[] endedTicks;
  private final List<LongStream.Builder> lostTicks = new ArrayList<>();
  private final long[] duplicates;
  private final long[] reordered;

  /**
   * @param faults at least one, in the order of their injection
   */
  Misdeliveries(SentMessages sent, List<InjectedFault> faults, List<GroupAudit> groups) {
    this.atTicks = faults.stream().mapToLong(each -> sent.tick(each.atNanos())).toArray();
    this.endedTicks =
        faults.stream()
            .mapToLong(
                each -> sent.tick(each.endedNanos() == null ? each.atNanos() : each.endedNanos()))
            .toArray();
    this.duplicates = new long[atTicks.length];
    this.reordered = new long[atTicks.length];
    faults.forEach(each -> lostTicks.add(LongStream.builder()));
    List<MessageSet> lost = groups.stream().map(GroupAudit::lost).toList();
    List<MessageSet> repeated = groups.stream().map(GroupAudit::duplicates).toList();
    List<MessageSet> late =
        groups.stream().map(GroupAudit::reordered).filter(Objects::nonNull).toList();
    sent.read(
        (sender, sequence, packed) -> {
          if (PackedMessage.hasOutcome(packed, SendOutcome.ACKED)
              && MessageSet.anyContains(lost, sender, sequence)) {
            lostTicks.get(nearest(packed)).add(PackedMessage.intended(packed));
          }
          if (MessageSet.anyContains(repeated, sender, sequence)) {
            duplicates[nearest(packed)]++;
          }
          if (MessageSet.anyContains(late, sender, sequence)) {
            reordered[nearest(packed)]++;
          }
        });
  }

  private int nearest(long message) {
    long end = PackedMessage.end(message);
    long tick = end == Long.MAX_VALUE ? PackedMessage.intended(message) : end;
    int nearest = 0;
    for (int i = 1; i < atTicks.length; i++) {
      if (distance(i, tick) <= distance(nearest, tick)) {
        nearest = i;
      }
    }
    return nearest;
  }

  private long distance(int fault, long tick) {
    return Math.min(Math.abs(tick - atTicks[fault]), Math.abs(tick - endedTicks[fault]));
  }

  /** Intended times of the lost messages of a fault since its injection, in order; for one call. */
  long[] lost(int fault) {
    return lostTicks.get(fault).build().map(tick -> tick - atTicks[fault]).sorted().toArray();
  }

  /** Number of messages of a fault that a group received again. */
  long duplicates(int fault) {
    return duplicates[fault];
  }

  /** Number of messages of a fault that came after a later one. */
  long reordered(int fault) {
    return reordered[fault];
  }

  /** The number of messages in each second that has any. */
  static List<LossInSecond> bySecond(long[] sortedTicks) {
    List<LossInSecond> seconds = new ArrayList<>();
    for (int i = 0; i < sortedTicks.length; ) {
      long second = Math.floorDiv(sortedTicks[i], SECOND_TICKS);
      int first = i;
      while (i < sortedTicks.length && sortedTicks[i] < (second + 1) * SECOND_TICKS) {
        i++;
      }
      seconds.add(new LossInSecond(second, i - first));
    }
    return seconds;
  }
}
