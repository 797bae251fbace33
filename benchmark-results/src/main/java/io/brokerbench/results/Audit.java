package io.brokerbench.results;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
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
 * @param brokerCount held by the brokers; null if they were not queried or do not report it
 * @param replicaCount held by the replica; null if it was not queried or does not report it
 * @param agreesWithBroker whether {@code brokerCount} is at least the number of acknowledged
 *     messages and at most that of acknowledged and unknown ones together
 * @param unasked reason why a broker was not queried; null if all were
 * @param brokers by name of the broker; null with a single broker, or if producers do not choose
 *     the broker of a message
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
    @Nullable Long brokerCount,
    @Nullable Long replicaCount,
    @Nullable Boolean agreesWithBroker,
    @Nullable String unasked,
    @JsonInclude(Include.NON_NULL) @Nullable Map<String, BrokerCounts> brokers,
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

  /** Whether sends were compared with the brokers, or a reason is stated why not. */
  public boolean compared() {
    return brokerCount != null || unasked != null;
  }
}
