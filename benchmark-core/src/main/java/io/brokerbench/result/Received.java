package io.brokerbench.result;

import io.brokerbench.record.Receipts;
import io.brokerbench.record.Reckoning;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What became of the messages on the consumers' side.
 *
 * @param receipts of the group; they change no more
 * @param reckoning held against the senders; null if nobody sent here
 * @param perSecond deliveries per second in the measured time
 * @param drainSeconds from the end of sending to the last message; negative if none came after it
 * @param drainEndedBy {@code complete}, {@code silent} or {@code stopped}
 * @param backlog what was built first; null if nothing
 * @param progress of the group as the brokers have it; empty if they do not tell
 * @param sideCounts what clients and brokers count apart
 */
public record Received(
    Receipts receipts,
    @Nullable Reckoning reckoning,
    double perSecond,
    double drainSeconds,
    String drainEndedBy,
    @Nullable Backlog backlog,
    OptionalLong progress,
    Map<String, Long> sideCounts) {

  /**
   * A backlog and how it was drained while sending went on.
   *
   * @param messages that were waiting when consumption began
   * @param caughtUpSeconds after which consumers were level with the senders; negative if they
   *     never were
   */
  public record Backlog(long messages, double caughtUpSeconds) {}
}
