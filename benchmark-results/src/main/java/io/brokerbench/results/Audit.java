package io.brokerbench.results;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Audit of the whole run, in messages. Components from {@code delivered} on are sums over consumer
 * groups; null without consumers, or where consumers cannot determine them.
 *
 * @param done whether the brokers were queried; false in a file of a run that has not ended
 * @param attempted passed to the client
 * @param acked acknowledged, and not rolled back
 * @param unknown without a known outcome, or in an open transaction
 * @param rejected rejected
 * @param sentOneWay those of the unknown that were sent one way, which brokers do not acknowledge;
 *     null if none were, and in files of older releases
 * @param brokerCount held by the brokers; null if they were not queried or do not report it
 * @param replicaCount held by the replica; null if it was not queried or does not report it
 * @param replicaReported whether brokers of this kind can report what a replica holds; null if that
 *     is unknown, without the promise of a replica, and in files of older releases
 * @param agreesWithBroker whether {@code brokerCount} is at least the number of acknowledged
 *     messages and at most that of acknowledged and unknown ones together
 * @param unasked reason why a broker was not queried; null if all were
 * @param unaskedCause kind of that reason; null if there is none, and in files of older releases
 * @param brokers by name of the broker; null with a single broker, or if producers do not choose
 *     the broker of a message
 * @param joined those of {@code brokerCount} that are held by brokers that joined the cluster
 *     during the run, by their names; null if there are none, and in files of older releases
 * @param delivered acknowledged and received
 * @param lost acknowledged and never received
 * @param recovered not acknowledged, and received
 * @param indeterminate without a known outcome, and never received
 * @param phantom rejected, and received
 * @param unselected withheld by the consumers' filter
 * @param duplicated received more than once without a redelivery
 * @param corrupt deliveries with a wrong checksum
 * @param unexpected deliveries of messages that were never sent
 * @param reordered received after a later message of the same queue
 * @param reorderedInShard received after a later message of the same sharding key
 * @param largestDisplacement maximum number of positions by which a message arrived late
 * @param consumerProgress consumed by the groups, by the brokers' record
 * @param agreesWithProgress whether {@code consumerProgress} equals the number held by the brokers
 */
public record Audit(
    boolean done,
    long attempted,
    long acked,
    long unknown,
    long rejected,
    @JsonInclude(Include.NON_NULL) @Nullable Long sentOneWay,
    @Nullable Long brokerCount,
    @Nullable Long replicaCount,
    @JsonInclude(Include.NON_NULL) @Nullable Boolean replicaReported,
    @Nullable Boolean agreesWithBroker,
    @Nullable String unasked,
    @JsonInclude(Include.NON_NULL) @Nullable UnaskedCause unaskedCause,
    @JsonInclude(Include.NON_NULL) @Nullable Map<String, BrokerCounts> brokers,
    @JsonInclude(Include.NON_NULL) @Nullable Map<String, Long> joined,
    @Nullable Long delivered,
    @Nullable Long lost,
    @Nullable Long recovered,
    @Nullable Long indeterminate,
    @Nullable Long phantom,
    @Nullable Long unselected,
    @Nullable Long duplicated,
    @Nullable Long corrupt,
    @Nullable Long unexpected,
    @Nullable Long reordered,
    @Nullable Long reorderedInShard,
    @Nullable Long largestDisplacement,
    @Nullable Long consumerProgress,
    @Nullable Boolean agreesWithProgress) {

  /** Kind of a reason for which a count of the brokers is missing. */
  public enum UnaskedCause {
    /** Brokers of this kind do not report the count. */
    @JsonProperty("no-count")
    NO_COUNT,
    /** The count includes messages that the run did not send, or sent again. */
    @JsonProperty("count-of-all")
    COUNT_OF_ALL,
    /** The account may not ask for the count. */
    @JsonProperty("not-permitted")
    NOT_PERMITTED,
    /** The query failed. */
    @JsonProperty("failed")
    FAILED,
    /** A signal ended the wait for a count that could still grow. */
    @JsonProperty("not-final")
    NOT_FINAL,
    /** A worker was lost, so that the number of messages that it sent is not known. */
    @JsonProperty("lost-worker")
    LOST_WORKER;

    /**
     * Whether the brokers count the messages of the run, and the account may ask for the count, so
     * that only this count was not available.
     */
    public boolean countable() {
      return switch (this) {
        case NO_COUNT, COUNT_OF_ALL, NOT_PERMITTED -> false;
        case FAILED, NOT_FINAL, LOST_WORKER -> true;
      };
    }
  }

  /** Whether sends were compared with the brokers, or a reason is stated why not. */
  public boolean compared() {
    return brokerCount != null || unasked != null;
  }
}
