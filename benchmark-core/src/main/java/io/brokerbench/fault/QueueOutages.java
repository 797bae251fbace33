package io.brokerbench.fault;

import io.brokerbench.fault.Outages.Outage;
import io.brokerbench.record.SendOutcome;
import io.brokerbench.results.faults.FaultImpact.QueueImpact;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.LongStream;

/**
 * Times in which no message of a queue was acknowledged; {@link QueueImpact} defines them.
 * Immutable.
 */
final class QueueOutages {

  /** Acknowledgements that show how long a queue is usually without one. */
  private static final int MIN_ACKNOWLEDGEMENTS = 20;

  /**
   * A queue.
   *
   * @param ackedTicks acknowledgements of its messages, in order
   * @param limitTicks longest time without one that is usual
   */
  @SuppressWarnings("ArrayRecordComponent")
  private record Queue(int number, long[] ackedTicks, long limitTicks) {

    List<Outage> between(long fromTick, long toTick) {
      List<Outage> outages = new ArrayList<>();
      for (int i = 1; i <= ackedTicks.length; i++) {
        long next = i < ackedTicks.length ? ackedTicks[i] : Long.MAX_VALUE;
        Outage outage = new Outage(ackedTicks[i - 1], next);
        if (outage.overlaps(fromTick, toTick, limitTicks)) {
          outages.add(outage);
        }
      }
      return outages;
    }
  }

  private final List<Queue> queues = new ArrayList<>();

  /**
   * Finds the queues that were in use before the first fault.
   *
   * @param fromTick start of the time that shows what is usual
   * @param toTick its end
   * @param slowTicks maximum response that is not slow
   */
  QueueOutages(SentMessages sent, long fromTick, long toTick, long slowTicks) {
    SortedMap<Integer, LongStream.Builder> ticks = new TreeMap<>();
    sent.read(
        (sender, sequence, packed) -> {
          int queue = sent.queue(sender, sequence);
          if (queue >= 0 && PackedMessage.hasOutcome(packed, SendOutcome.ACKED)) {
            ticks
                .computeIfAbsent(queue, any -> LongStream.builder())
                .add(PackedMessage.end(packed));
          }
        });
    ticks.forEach(
        (queue, all) -> {
          long[] acked = all.build().sorted().toArray();
          int first = TickSearch.from(fromTick, acked.length, i -> acked[i]);
          int end = TickSearch.from(toTick, acked.length, i -> acked[i]);
          if (end - first >= MIN_ACKNOWLEDGEMENTS) {
            long longest = 0;
            for (int i = first + 1; i < end; i++) {
              longest = Math.max(longest, acked[i] - acked[i - 1]);
            }
            queues.add(new Queue(queue, acked, Math.max(slowTicks, 2 * longest)));
          }
        });
  }

  /** The queues with an outage from the injection of a fault until the end of its analysis. */
  List<QueueImpact> between(long atTick, long endTick) {
    List<QueueImpact> impacts = new ArrayList<>();
    for (Queue queue : queues) {
      List<Outage> outages = queue.between(atTick, endTick);
      if (!outages.isEmpty()) {
        impacts.add(
            new QueueImpact(
                queue.number,
                outages.stream().map(each -> each.window(atTick, endTick)).toList(),
                PackedMessage.seconds(
                    outages.stream().mapToLong(each -> each.ticksWithin(atTick, endTick)).sum())));
      }
    }
    return impacts;
  }
}
