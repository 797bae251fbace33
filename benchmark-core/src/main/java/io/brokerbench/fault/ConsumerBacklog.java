package io.brokerbench.fault;

import io.brokerbench.record.MessageSet;
import io.brokerbench.record.SendOutcome;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Number of acknowledged messages that consumers have yet to receive, at each moment of a run. A
 * message counts from its acknowledgement until the last group has it. One that comes before its
 * acknowledgement never counts, and neither does one that is lost or that no group is to receive.
 * Immutable.
 */
final class ConsumerBacklog {

  /** Ticks of the acknowledgements, in order. */
  private final long[] ackedTicks;

  /** Ticks of the last receipt of the same messages, in order; without those that never came. */
  private final long[] receivedTicks;

  /**
   * The course of the backlog in a time.
   *
   * @param max its maximum
   * @param levelTick when it was back at its limit for good: the start of the time if it was never
   *     above, {@link Long#MAX_VALUE} if it is above at the end
   */
  record Course(long max, long levelTick) {}

  ConsumerBacklog(SentMessages sent, List<GroupAudit> groups) {
    List<MessageSet> lost = groups.stream().map(GroupAudit::lost).toList();
    List<MessageSet> open = groups.stream().map(GroupAudit::indeterminate).toList();
    LongStream.Builder acked = LongStream.builder();
    LongStream.Builder received = LongStream.builder();
    sent.read(
        (sender, sequence, packed) -> {
          if (!PackedMessage.hasOutcome(packed, SendOutcome.ACKED)
              || MessageSet.anyContains(lost, sender, sequence)) {
            return;
          }
          long ackedTick = PackedMessage.end(packed);
          long receivedTick = sent.receivedTick(sender, sequence);
          if (MessageSet.anyContains(open, sender, sequence)) {
            acked.add(ackedTick);
          } else if (receivedTick > ackedTick) {
            acked.add(ackedTick);
            received.add(receivedTick);
          }
        });
    this.ackedTicks = acked.build().sorted().toArray();
    this.receivedTicks = received.build().sorted().toArray();
  }

  /**
   * The course from a moment until just before another one.
   *
   * @param limit number of messages that is not above
   */
  Course between(long fromTick, long toTick, long limit) {
    int acked = TickSearch.from(fromTick + 1, ackedTicks.length, i -> ackedTicks[i]);
    int received = TickSearch.from(fromTick + 1, receivedTicks.length, i -> receivedTicks[i]);
    int max = acked - received;
    long levelTick = max > limit ? Long.MAX_VALUE : fromTick;
    while (true) {
      long tick = Math.min(at(ackedTicks, acked), at(receivedTicks, received));
      if (tick >= toTick) {
        return new Course(max, levelTick);
      }
      while (at(ackedTicks, acked) == tick) {
        acked++;
      }
      while (at(receivedTicks, received) == tick) {
        received++;
      }
      int backlog = acked - received;
      max = Math.max(max, backlog);
      if (backlog > limit) {
        levelTick = Long.MAX_VALUE;
      } else if (levelTick == Long.MAX_VALUE) {
        levelTick = tick;
      }
    }
  }

  private static long at(long[] ticks, int index) {
    return index < ticks.length ? ticks[index] : Long.MAX_VALUE;
  }
}
