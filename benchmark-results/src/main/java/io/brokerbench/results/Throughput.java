package io.brokerbench.results;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * Rates of the measured time, in messages per second unless a name indicates another unit.
 *
 * @param loop whether a schedule or the answers pace the senders
 * @param inFlight limit of unacknowledged messages per sender; null if each waits for its answer
 * @param warmupSeconds length of the warm-up
 * @param warmupEndedBy reason for the end of the warm-up
 * @param measuredSeconds length of the measured time
 * @param steadyState whether the load kept its level
 * @param offeredPerSecond messages due; null in a closed loop
 * @param achievedPerSecond messages passed to the client, of those that were due
 * @param sentPerSecond messages passed to the client
 * @param ackedPerSecond messages acknowledged
 * @param receivedPerSecond deliveries, of all consumer groups; null without consumers
 * @param flow reaction of brokers and consumers to the load; null if unknown
 * @param bytesPerSecond acknowledged bodies, bytes
 */
public record Throughput(
    Loop loop,
    @JsonInclude(Include.NON_NULL) @Nullable String inFlight,
    double warmupSeconds,
    WarmupEnd warmupEndedBy,
    double measuredSeconds,
    SteadyState steadyState,
    @Nullable Double offeredPerSecond,
    double achievedPerSecond,
    double sentPerSecond,
    double ackedPerSecond,
    @Nullable Double receivedPerSecond,
    @JsonInclude(Include.NON_NULL) @Nullable LoadOutcome flow,
    double bytesPerSecond) {

  /** Of the messages that were due in the measured time and sent in it. */
  private static final double LEAST_LEFT_SHARE = 0.01;

  /**
   * Messages per second that were due in the warm-up and sent in the measured time; 0 in a closed
   * loop, and if they are too few to be worth mentioning: at most 1 % of those that were due.
   */
  public double leftOfWarmupPerSecond() {
    double left = sentPerSecond - achievedPerSecond;
    return offeredPerSecond != null && left > LEAST_LEFT_SHARE * achievedPerSecond ? left : 0;
  }

  Throughput of(LimitStep step) {
    return new Throughput(
        loop,
        step.inFlight(),
        warmupSeconds,
        warmupEndedBy,
        step.seconds(),
        steadyState,
        offeredPerSecond,
        step.sentPerSecond(),
        step.sentPerSecond(),
        step.ackedPerSecond(),
        step.receivedPerSecond(),
        step.flow(),
        ackedPerSecond > 0 ? bytesPerSecond * step.ackedPerSecond() / ackedPerSecond : 0);
  }

  /** Source of the senders' pace. */
  public enum Loop {
    /** A schedule, whatever the brokers do. */
    @JsonProperty("open")
    OPEN,
    /** The answers to earlier messages. */
    @JsonProperty("closed")
    CLOSED
  }

  /** Reason for the end of a warm-up. */
  public enum WarmupEnd {
    /** The configured length was over. */
    @JsonProperty("time")
    TIME,
    /** The load was steady. */
    @JsonProperty("steady")
    STEADY,
    /** The load was not steady within the limit. */
    @JsonProperty("limit")
    LIMIT,
    /** The backlog was complete. */
    @JsonProperty("backlog")
    BACKLOG
  }
}
