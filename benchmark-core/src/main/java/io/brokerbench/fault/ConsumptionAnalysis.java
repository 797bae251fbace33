package io.brokerbench.fault;

import static io.brokerbench.fault.PackedMessage.seconds;

import io.brokerbench.fault.ConsumerBacklog.Course;
import io.brokerbench.fault.FaultAnalysis.LoadSpan;
import io.brokerbench.results.faults.FaultImpact;
import java.util.List;

/**
 * Consequences of planned faults for the consumers of a run; {@link FaultImpact.ConsumerImpact}
 * defines each figure.
 */
final class ConsumptionAnalysis {

  /** Time whose messages are within a level backlog: 0.1 s, as for a slow response. */
  private static final long LEVEL_TICKS = 1_000;

  private final Misdeliveries misdeliveries;
  private final boolean ordered;
  private final ConsumerBacklog backlog;
  private final QueueOutages queues;
  private final long level;

  /**
   * @param faults at least one, in the order of their injection
   * @param groups at least one
   * @param slowTicks maximum response that is not slow
   */
  ConsumptionAnalysis(
      SentMessages sent,
      DueMessages due,
      LoadSpan load,
      List<InjectedFault> faults,
      List<GroupAudit> groups,
      long slowTicks) {
    this.misdeliveries = new Misdeliveries(sent, faults, groups);
    this.ordered = groups.stream().allMatch(group -> group.reordered() != null);
    this.backlog = new ConsumerBacklog(sent, groups);
    long end = sent.tick(load.endNanos());
    long from = Math.min(sent.tick(load.measuredFromNanos()), end);
    long ofRate = (due.from(end) - due.from(from)) * LEVEL_TICKS / Math.max(1, end - from);
    long firstTick = sent.tick(faults.get(0).atNanos());
    this.queues = new QueueOutages(sent, from, firstTick, slowTicks);
    long before = backlog.between(from, firstTick, 0).max();
    this.level = Math.max(2 * before, ofRate);
  }

  /**
   * The consequences of a fault; to be called once for each.
   *
   * @param atTick its injection
   * @param endTick the end of its analysis
   */
  FaultImpact.ConsumerImpact of(int fault, long atTick, long endTick) {
    long[] lost = misdeliveries.lost(fault);
    Course course = backlog.between(atTick, endTick, level);
    return new FaultImpact.ConsumerImpact(
        lost.length,
        lost.length == 0 ? null : seconds(lost[lost.length - 1]),
        lost.length == 0 ? null : seconds(lost[0]),
        Misdeliveries.bySecond(lost),
        misdeliveries.duplicates(fault),
        ordered ? (Long) misdeliveries.reordered(fault) : null,
        course.max(),
        level,
        course.levelTick() == Long.MAX_VALUE ? null : seconds(course.levelTick() - atTick),
        queues.between(atTick, endTick));
  }
}
