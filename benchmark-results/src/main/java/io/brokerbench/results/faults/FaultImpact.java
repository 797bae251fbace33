package io.brokerbench.results.faults;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Consequences of a planned fault for the senders and consumers of a run. The analysis of a fault
 * ends with the injection of the next one or with the load. Times are seconds since the injection,
 * negative before it, unless named otherwise; their resolution is 0.1 ms. Counts are messages.
 *
 * <p>A response is slow if it takes more than {@code slowSeconds}, or more than 0.1 s where that is
 * null. A message is in time if it is acknowledged without being slow. It has failed when it is
 * rejected or ends without a known outcome. What happens to a message after the end of the analysis
 * does not count for times.
 *
 * <p>A related figure is the RTO of OpenChaos ({@code RTOChecker}): from the send of the first
 * request that failed while the fault lasted to the first successful answer to any client after
 * that failure. A stall without an error has none.
 *
 * @param fault what was planned: {@code kill master}
 * @param node name of the node that it hit
 * @param atSeconds injection, in seconds since the start of the load
 * @param endedSeconds end of the fault: the node was restarted or resumed; null if that never
 *     happened
 * @param detectionSeconds intended time of the first message that failed or became slow, 0 if it
 *     was in flight at the injection; null if there is none. A message that was slow before is none
 * @param unavailable times without a successful answer, in order, that ended after the injection
 * @param unavailableSeconds their total length within the analysis
 * @param firstSuccessSeconds end of the first of them: the first successful answer; null if there
 *     was none, or no such time
 * @param rateBackSeconds from this moment until one slow response before the end of the analysis,
 *     successful answers kept at least 99 % of the offered rate, on average over each time that
 *     starts here; 0 if they always did, null if fewer than 100 messages were due in that time. It
 *     is the moment at which 0.99 D(t) - S(t) leaves its maximum for the last time; S counts
 *     successful answers since the injection, and D the messages due since then, of which those in
 *     time count with their answer
 * @param latencyBackSeconds of the messages due from this moment until one slow response before the
 *     end of the analysis, at most 1 % were not in time, counted from here to each of them, so that
 *     the 99th percentile is at most twice that of before the first fault; 0 if none were late
 *     enough to matter. It is the moment at which n(t) - 0.01 d(t) leaves its maximum for the last
 *     time, with d(t) messages due by t and n(t) of them not in time. Null if fewer than 100
 *     messages were due in that time, or if {@code slowSeconds} is null
 * @param recoveredSeconds when both were back for good: after the injection and, if the fault
 *     ended, after the node accepted connections again; of the rate alone if {@code slowSeconds} is
 *     null. Null if one of these was not reached within the analysis
 * @param slowSeconds limit of a slow response: twice the 99th percentile of the responses of
 *     messages that were due in the measured time and ended before the first fault; null with fewer
 *     than 1,000 of them
 * @param due messages due from the injection until rate and latency were back, or the end of the
 *     analysis; sum of the five counts that follow
 * @param inTime acknowledged, and not slow
 * @param late acknowledged, and slow
 * @param rejected rejected
 * @param unknown passed to the client, without a known outcome
 * @param unsent never passed to the client
 * @param consumption consequences for the consumers; null without consumers
 * @param events what happened in the course of the fault, in order
 */
public record FaultImpact(
    String fault,
    String node,
    double atSeconds,
    @Nullable Double endedSeconds,
    @Nullable Double detectionSeconds,
    List<Window> unavailable,
    double unavailableSeconds,
    @Nullable Double firstSuccessSeconds,
    @Nullable Double rateBackSeconds,
    @Nullable Double latencyBackSeconds,
    @Nullable Double recoveredSeconds,
    @Nullable Double slowSeconds,
    long due,
    long inTime,
    long late,
    long rejected,
    long unknown,
    long unsent,
    @JsonInclude(Include.NON_NULL) @Nullable ConsumerImpact consumption,
    List<FaultEvent> events) {

  /** Acknowledged messages that a consumer group never received; null without consumers. */
  public @Nullable Long lost() {
    return consumption == null ? null : (Long) consumption.lost;
  }

  /**
   * Consequences for the consumers. Lost, duplicated and reordered messages are of the fault whose
   * injection or end is nearest to their outcome or, if there is none, to their intended time. Each
   * counts once, whatever the number of consumer groups and deliveries.
   *
   * <p>The backlog consists of the messages that were acknowledged, and that the last group
   * received later, at each moment between the two. It leaves out lost messages, which never come,
   * and those without an acknowledgement. Its times have the resolution of 0.1 ms, too. What the
   * groups receive after the load is in the backlog until the end of the analysis: without a load,
   * they catch up faster than they otherwise would.
   *
   * @param lost acknowledged messages that a group never received
   * @param lostNewestSeconds intended time of the newest of them; null if there are none
   * @param lostOldestSeconds intended time of the oldest of them; null if there are none
   * @param lostBySecond the same messages by their intended time, in order, without empty seconds
   * @param duplicates messages that a group received again without the broker's mark of a
   *     redelivery
   * @param reordered messages that a group received after a later one of their sender and queue;
   *     null if order is not promised or not checked
   * @param backlogMax maximum of the backlog from the injection to the end of the analysis
   * @param levelBacklog maximum of a level backlog: twice the maximum that it had in the measured
   *     time before the first fault, or the messages of 0.1 s of the measured time's average rate,
   *     whichever is more: the maximum of a longer time is higher by chance, and any run may have a
   *     pause of 0.1 s
   * @param levelSeconds from this moment until the end of the analysis, the backlog was level; 0 if
   *     it always was, null if it was not at the end
   * @param unavailableQueues queues whose messages were not acknowledged for a time, in order
   */
  public record ConsumerImpact(
      long lost,
      @Nullable Double lostNewestSeconds,
      @Nullable Double lostOldestSeconds,
      List<LossInSecond> lostBySecond,
      long duplicates,
      @JsonInclude(Include.NON_NULL) @Nullable Long reordered,
      long backlogMax,
      long levelBacklog,
      @Nullable Double levelSeconds,
      List<QueueImpact> unavailableQueues) {}

  /**
   * Times in which no message of a queue was acknowledged: longer than a slow response and twice
   * the longest such time of the queue in the measured time before the first fault. The queue of a
   * message is known by its receipt in the first group, so that lost messages belong to none. A
   * queue with fewer than 20 acknowledgements before the first fault has no such times.
   *
   * @param queue index, from 0
   * @param unavailable in order; each starts and ends with an acknowledgement
   * @param unavailableSeconds their total length within the analysis
   */
  public record QueueImpact(int queue, List<Window> unavailable, double unavailableSeconds) {}

  /**
   * A time that is longer than a slow response, in which no answer was successful and at least one
   * message was due or in flight.
   *
   * @param fromSeconds the last successful answer before it or, if no message was in flight then,
   *     the intended time of the next one; a message that was slow by then does not count
   * @param toSeconds the next successful answer; null if there was none until the end of the
   *     analysis
   */
  public record Window(double fromSeconds, @Nullable Double toSeconds) {}

  /**
   * Lost messages of a second.
   *
   * @param second from this number of seconds since the injection to the next, negative before it
   * @param count lost messages that were due then
   */
  public record LossInSecond(long second, long count) {}
}
