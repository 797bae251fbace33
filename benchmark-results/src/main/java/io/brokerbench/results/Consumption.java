package io.brokerbench.results;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Map;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Results of the consumers in the whole run, summed over groups.
 *
 * @param deliveries all deliveries
 * @param messages different messages
 * @param redelivered deliveries that the broker marks as redelivered
 * @param redeliveredFirsts messages whose first delivery is marked as redelivered; null in files of
 *     older releases
 * @param postponed deliveries that consumers rejected for redelivery
 * @param duplicateDeliveries deliveries of a message after its first without a redelivery
 * @param foreign deliveries of messages of other runs or other software
 * @param drainSeconds from the end of sending to the last delivery; 0 if none arrived after it
 * @param drainEndedBy reason for the end of the drain
 * @param backlog null if none was built first
 * @param groups by name; null if there is one group
 * @param side additional counts of clients and brokers under their own names, such as {@code
 *     retries}
 */
public record Consumption(
    long deliveries,
    long messages,
    long redelivered,
    @Nullable Long redeliveredFirsts,
    long postponed,
    long duplicateDeliveries,
    long foreign,
    double drainSeconds,
    DrainEnd drainEndedBy,
    @JsonInclude(Include.NON_NULL) @Nullable Backlog backlog,
    @JsonInclude(Include.NON_NULL) @Nullable Map<String, Group> groups,
    @JsonAnyGetter @JsonAnySetter Map<String, Long> side) {

  /** Prefix of the names in {@code side} of counts that are a minimum over groups, not a sum. */
  public static final String LEAST_OF = "leastOf";

  /** Prefix of the names in {@code side} of counts that are a maximum over groups, not a sum. */
  public static final String MOST_OF = "mostOf";

  /** How a count of {@code side} of several groups or processes becomes one of all. */
  public static BinaryOperator<Long> together(String name) {
    return name.startsWith(LEAST_OF) ? Long::min : name.startsWith(MOST_OF) ? Long::max : Long::sum;
  }

  /** Reason for the end of a drain. */
  public enum DrainEnd {
    /** Every message had arrived. */
    @JsonProperty("complete")
    COMPLETE,
    /** No message arrived for the configured time. */
    @JsonProperty("silent")
    SILENT,
    /** The run was stopped. */
    @JsonProperty("stopped")
    STOPPED
  }

  /**
   * A backlog built before consumers started.
   *
   * @param messages number of messages waiting when consumers started
   * @param caughtUpSeconds time until every group had caught up with the senders; null if they
   *     never did
   */
  public record Backlog(long messages, @Nullable Double caughtUpSeconds) {}

  /**
   * A consumer group.
   *
   * @param deliveries all deliveries
   * @param messages different messages
   * @param receivedPerSecond deliveries per second in the measured time; null in files of older
   *     releases
   * @param lost acknowledged and never received; null without senders
   * @param backlogAtEnd messages yet to be received at the end of the run; null if unknown
   * @param consumerProgress messages consumed, by the brokers' record; null if they have none
   * @param indeterminate without a known outcome, and never received; this and the following are
   *     null where consumers cannot determine them, and in files of older releases
   * @param phantom rejected, and received
   * @param duplicated received more than once without a redelivery
   * @param corrupt deliveries with a wrong checksum
   * @param unexpected deliveries of messages that were never sent
   * @param reordered received after a later message of the same queue
   * @param reorderedInShard received after a later message of the same ordered stream
   */
  public record Group(
      long deliveries,
      long messages,
      @Nullable Double receivedPerSecond,
      @Nullable Long lost,
      @Nullable Long backlogAtEnd,
      @Nullable Long consumerProgress,
      @JsonInclude(Include.NON_NULL) @Nullable Long indeterminate,
      @JsonInclude(Include.NON_NULL) @Nullable Long phantom,
      @JsonInclude(Include.NON_NULL) @Nullable Long duplicated,
      @JsonInclude(Include.NON_NULL) @Nullable Long corrupt,
      @JsonInclude(Include.NON_NULL) @Nullable Long unexpected,
      @JsonInclude(Include.NON_NULL) @Nullable Long reordered,
      @JsonInclude(Include.NON_NULL) @Nullable Long reorderedInShard) {}
}
