package io.brokerbench.result;

import io.brokerbench.record.Receipts;
import io.brokerbench.record.Reckoning;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What became of the messages on the consumers' side.
 *
 * @param groups each of which was to get every message; at least one
 * @param drainSeconds from the end of sending to the last message; 0 if none came after it
 * @param drainEndedBy {@code complete}, {@code silent} or {@code stopped}
 * @param backlog what was built first; null if nothing
 */
public record Received(
    List<Group> groups, double drainSeconds, String drainEndedBy, @Nullable Backlog backlog) {

  /** How a drain ended that was not over. */
  public static final String STOPPED = "stopped";

  /** Begin of the names of side counts that are the least of something, not a sum. */
  public static final String LEAST_OF = "leastOf";

  private static final String MOST_OF = "mostOf";

  /**
   * A consumer group.
   *
   * @param receipts change no more
   * @param reckoning held against the senders; null if nobody sent here
   * @param perSecond deliveries per second in the measured time
   * @param behind messages that it had yet to get when the run was over; empty where it cannot be
   *     known
   * @param progress as the brokers have it; empty if they do not tell
   * @param sideCounts what clients and brokers count apart
   */
  public record Group(
      String name,
      Receipts receipts,
      @Nullable Reckoning reckoning,
      double perSecond,
      OptionalLong behind,
      OptionalLong progress,
      Map<String, Long> sideCounts) {}

  /**
   * A backlog and how it was drained while sending went on.
   *
   * @param messages that were waiting when consumption began
   * @param caughtUpSeconds after which consumers of every group were level with the senders;
   *     negative if they never were
   */
  public record Backlog(long messages, double caughtUpSeconds) {}

  /** Whether there are several groups, so that it is to be told of which one something is. */
  public boolean ofSeveral() {
    return groups.size() > 1;
  }

  /** Deliveries per second in the measured time, of all groups together. */
  public double perSecond() {
    return groups.stream().mapToDouble(Group::perSecond).sum();
  }

  /** Counts of all groups together. */
  public Receipts.Counts counts() {
    return groups.stream()
        .map(group -> group.receipts().counts())
        .reduce(Receipts.Counts.NONE, Receipts.Counts::plus);
  }

  /**
   * What clients and brokers count apart, of all groups together: their sum, of a {@code leastOf..}
   * the least, of a {@code mostOf..} the most.
   */
  public SortedMap<String, Long> sideCounts() {
    SortedMap<String, Long> all = new TreeMap<>();
    groups.forEach(
        group ->
            group.sideCounts().forEach((name, count) -> all.merge(name, count, together(name))));
    return all;
  }

  private static BinaryOperator<Long> together(String name) {
    return name.startsWith(LEAST_OF) ? Long::min : name.startsWith(MOST_OF) ? Long::max : Long::sum;
  }
}
