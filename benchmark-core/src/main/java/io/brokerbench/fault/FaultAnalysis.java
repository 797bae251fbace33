package io.brokerbench.fault;

import static io.brokerbench.fault.PackedMessage.seconds;

import io.brokerbench.fault.Outages.Outage;
import io.brokerbench.record.SendOutcome;
import io.brokerbench.results.faults.FaultImpact;
import io.brokerbench.results.faults.PlannedFaults;
import io.brokerbench.results.faults.PlannedFaults.Undisturbed;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Consequences of planned faults, from what the senders recorded; {@link FaultImpact} defines each
 * figure. Needs acknowledgements: of messages sent one way none is successful. Of n messages it
 * takes O(n log n) time and 16 bytes each, besides their book.
 */
public final class FaultAnalysis {

  /**
   * Boundaries of the load on the monotonic clock of the run. The measured time ends with the load.
   *
   * @param startNanos start of the load
   * @param measuredFromNanos start of the measured time; beyond the end if there was none
   * @param endNanos end of the load
   */
  public record LoadSpan(long startNanos, long measuredFromNanos, long endNanos) {}

  /** Limit of a slow response without enough messages before the first fault: 0.1 s. */
  private static final long DEFAULT_SLOW_TICKS = 1_000;

  /** Minimum number of responses for a 99th percentile: ten are above it. */
  private static final int MIN_RESPONSES = 1_000;

  /** Minimum number of messages that show a share of 1 %. */
  private static final int MIN_RECOVERED = 100;

  private final SentMessages sent;
  private final LoadSpan load;
  private final List<InjectedFault> faults;
  private final DueMessages due;
  private final @Nullable Long slowTicks;
  private final long limitTicks;
  private final Successes successes;
  private final Outages outages;
  private final @Nullable ConsumptionAnalysis consumption;

  private FaultAnalysis(
      SentMessages sent,
      List<InjectedFault> faults,
      LoadSpan load,
      long[] unsentNanos,
      List<GroupAudit> groups) {
    this.sent = sent;
    this.load = load;
    this.faults = faults;
    this.due = DueMessages.of(sent, unsentNanos);
    this.slowTicks = slowTicks();
    this.limitTicks = slowTicks == null ? DEFAULT_SLOW_TICKS : slowTicks;
    this.successes = Successes.of(due, limitTicks);
    this.outages = new Outages(due, successes, limitTicks);
    this.consumption =
        groups.isEmpty() || faults.isEmpty()
            ? null
            : new ConsumptionAnalysis(sent, due, load, faults, groups, limitTicks);
  }

  /**
   * Analyses all faults of a run, after its senders have stopped.
   *
   * @param unsentNanos intended times of the messages that were due in the load and never passed to
   *     the client, on the monotonic clock of the run, one for each message of a request
   * @param groups what the audit found of each consumer group; empty without consumers
   * @return the faults in the order of the injections, without judgement of the promise
   * @throws IllegalArgumentException if an intended time is out of the range of {@link
   *     SentMessages}
   */
  public static PlannedFaults of(
      SentMessages sent,
      List<InjectedFault> faults,
      LoadSpan load,
      long[] unsentNanos,
      List<GroupAudit> groups) {
    List<InjectedFault> inOrder =
        faults.stream().sorted(Comparator.comparingLong(InjectedFault::atNanos)).toList();
    FaultAnalysis analysis = new FaultAnalysis(sent, inOrder, load, unsentNanos, groups);
    List<FaultImpact> impacts = new ArrayList<>();
    long[] recoveredTicks = new long[inOrder.size()];
    for (int i = 0; i < inOrder.size(); i++) {
      Recovery first = analysis.firstRecovery(i);
      recoveredTicks[i] = analysis.recoveredTick(i, first);
      impacts.add(analysis.impact(i, first, recoveredTicks[i]));
    }
    return new PlannedFaults(impacts, List.of(), analysis.undisturbed(recoveredTicks), null);
  }

  /** Messages of the measured time that were due before a fault or after its recoveries. */
  private Undisturbed undisturbed(long[] recoveredTicks) {
    Undisturbed sum = new Undisturbed(0, 0, 0);
    long from = sent.tick(Math.min(load.measuredFromNanos(), load.endNanos()));
    for (int i = 0; i < faults.size(); i++) {
      long at = sent.tick(faults.get(i).atNanos());
      // What is in flight at the fault is affected, unless it should have ended by then.
      sum = sum.plus(undisturbed(from, at - limitTicks, at));
      from = Math.max(from, Math.min(endTick(i), recoveredTicks[i]));
    }
    return sum.plus(undisturbed(from, sent.tick(load.endNanos()), Long.MAX_VALUE));
  }

  /** Messages due in a time, as they were at a later moment. */
  private Undisturbed undisturbed(long fromTick, long toTick, long seenTick) {
    int first = due.from(fromTick);
    int end = Math.max(first, due.from(toTick));
    long answered = 0;
    long failed = 0;
    for (int i = first; i < end; i++) {
      long message = due.get(i);
      boolean known =
          seenTick == Long.MAX_VALUE
              ? !PackedMessage.isUnsent(message)
              : PackedMessage.end(message) < seenTick;
      answered += known ? 1 : 0;
      failed += known && !PackedMessage.hasOutcome(message, SendOutcome.ACKED) ? 1 : 0;
    }
    return new Undisturbed(end - first, answered, failed);
  }

  /**
   * When rate and latency were back; {@link Long#MAX_VALUE} for never, and for a latency without a
   * baseline.
   */
  private record Recovery(long rateTick, long latencyTick) {}

  /** Of the messages whose response is known to be slow, or not, by the end. */
  private Recovery recovery(long from, long end) {
    long judged = Math.max(from, end - limitTicks);
    return new Recovery(
        shown(missingAnswers(from, judged), judged),
        slowTicks == null ? Long.MAX_VALUE : shown(notInTime(from, judged), judged));
  }

  private Recovery firstRecovery(int index) {
    long at = sent.tick(faults.get(index).atNanos());
    return recovery(at, Math.max(at, endTick(index)));
  }

  /**
   * When both rate and latency were back for good: after the injection, and after the node was
   * back; {@link Long#MAX_VALUE} for never, and if the fault ended but the node was not back in the
   * analysis.
   */
  private long recoveredTick(int index, Recovery first) {
    InjectedFault fault = faults.get(index);
    long recovered = bothTick(first);
    if (fault.endedNanos() == null) {
      return recovered;
    }
    Long back = fault.returnedNanos();
    if (back == null) {
      return Long.MAX_VALUE;
    }
    long at = sent.tick(fault.atNanos());
    long end = Math.max(at, endTick(index));
    long backTick = Math.max(at, sent.tick(back));
    return backTick >= end
        ? Long.MAX_VALUE
        : Math.max(recovered, bothTick(recovery(backTick, end)));
  }

  /** Of the rate alone without a baseline of the latency. */
  private long bothTick(Recovery recovery) {
    return slowTicks == null
        ? recovery.rateTick
        : Math.max(recovery.rateTick, recovery.latencyTick);
  }

  /** Twice the 99th percentile of before; null with too few responses. */
  private @Nullable Long slowTicks() {
    if (faults.isEmpty()) {
      return null;
    }
    long fromNanos = Math.min(load.measuredFromNanos(), load.endNanos());
    int[] responses = due.responses(sent.tick(fromNanos), sent.tick(faults.get(0).atNanos()));
    return responses.length < MIN_RESPONSES ? null : 2L * responses[percentile99(responses.length)];
  }

  /** Index of the 99th percentile of so many responses in order. */
  static int percentile99(int responses) {
    return (int) ((responses * 99L + 99) / 100) - 1;
  }

  private FaultImpact impact(int index, Recovery first, long recoveredTick) {
    InjectedFault fault = faults.get(index);
    long at = sent.tick(fault.atNanos());
    long end = Math.max(at, endTick(index));
    List<Outage> windows = outages.between(at, end);
    Counts counts = new Counts(at, Math.min(end, Math.max(first.rateTick, first.latencyTick)));
    return new FaultImpact(
        fault.plan(),
        fault.node(),
        seconds(at - sent.tick(load.startNanos())),
        fault.endedNanos() == null ? null : seconds(sent.tick(fault.endedNanos()) - at),
        since(at, firstTroubled(at, end)),
        windows.stream().map(each -> each.window(at, end)).toList(),
        seconds(windows.stream().mapToLong(each -> each.ticksWithin(at, end)).sum()),
        windows.isEmpty() ? null : windows.get(0).window(at, end).toSeconds(),
        since(at, first.rateTick),
        since(at, first.latencyTick),
        since(at, recoveredTick),
        slowTicks == null ? null : seconds(slowTicks),
        counts.all,
        counts.inTime,
        counts.late,
        counts.rejected,
        counts.unknown(),
        counts.unsent,
        consumption == null ? null : consumption.of(index, at, end),
        fault.events());
  }

  private long endTick(int index) {
    long loadEnd = load.endNanos();
    return sent.tick(
        index + 1 < faults.size() ? Math.min(loadEnd, faults.get(index + 1).atNanos()) : loadEnd);
  }

  /** Messages due in a time, by their final outcomes. */
  private final class Counts {
    final int all;
    long inTime;
    long late;
    long rejected;
    long unsent;

    Counts(long fromTick, long toTick) {
      int end = due.from(toTick);
      int first = due.from(fromTick);
      this.all = end - first;
      for (int i = first; i < end; i++) {
        long message = due.get(i);
        if (PackedMessage.hasOutcome(message, SendOutcome.ACKED)) {
          inTime += isInTime(message) ? 1 : 0;
          late += isInTime(message) ? 0 : 1;
        }
        rejected += PackedMessage.hasOutcome(message, SendOutcome.REJECTED) ? 1 : 0;
        unsent += PackedMessage.isUnsent(message) ? 1 : 0;
      }
    }

    long unknown() {
      return all - inTime - late - rejected - unsent;
    }
  }

  /** A recovery after which enough messages were due. */
  private long shown(long tick, long end) {
    return due.from(end) - due.from(tick) >= MIN_RECOVERED ? tick : Long.MAX_VALUE;
  }

  private static @Nullable Double since(long at, long tick) {
    return tick == Long.MAX_VALUE ? null : seconds(tick - at);
  }

  private boolean isInTime(long message) {
    return PackedMessage.hasOutcome(message, SendOutcome.ACKED)
        && PackedMessage.response(message) <= limitTicks;
  }

  /**
   * When a message failed or became slow, whichever came first; {@link Long#MAX_VALUE} if neither.
   */
  private long troubledTick(long message) {
    return isInTime(message)
        ? Long.MAX_VALUE
        : Math.min(PackedMessage.end(message), PackedMessage.intended(message) + limitTicks);
  }

  private long firstTroubled(long at, long end) {
    int toIndex = due.from(end);
    for (int i = due.from(at - limitTicks); i < toIndex; i++) {
      long troubled = troubledTick(due.get(i));
      if (troubled >= at && troubled < end) {
        return Math.max(at, due.intended(i));
      }
    }
    return Long.MAX_VALUE;
  }

  /**
   * Last maximum of 0.99 D(t) - S(t), times 100. A message in time counts in both with its answer,
   * so that messages in flight are not missing.
   */
  private long missingAnswers(long at, long end) {
    LastMaximum missing = new LastMaximum(at);
    int dueEnd = due.from(end);
    int answersEnd = successes.from(end);
    int i = due.from(at);
    int answer = successes.from(at);
    while (i < dueEnd || answer < answersEnd) {
      if (i < dueEnd && (answer == answersEnd || due.intended(i) <= successes.tick(answer))) {
        if (!isInTime(due.get(i))) {
          missing.add(due.intended(i), 99);
        }
        i++;
      } else {
        missing.add(successes.tick(answer), successes.isLate(answer) ? -100 : -1);
        answer++;
      }
    }
    return missing.leftTick();
  }

  /** Last maximum of n(t) - 0.01 d(t), times 100. */
  private long notInTime(long at, long end) {
    LastMaximum slow = new LastMaximum(at);
    int dueEnd = due.from(end);
    for (int i = due.from(at); i < dueEnd; i++) {
      slow.add(due.intended(i), isInTime(due.get(i)) ? -1 : 99);
    }
    return slow.leftTick();
  }

  /**
   * The moment at which a step function, 0 at first, leaves its maximum for the last time. Not
   * thread-safe.
   */
  private static final class LastMaximum {

    private long tick;
    private long value;
    private long maximum;
    private boolean atMaximum;
    private long leftTick;

    LastMaximum(long startTick) {
      this.tick = startTick;
      this.leftTick = startTick;
    }

    /** Changes the value at a tick, which is not less than that of the change before. */
    void add(long atTick, long change) {
      if (atTick != tick) {
        passTick(atTick);
      }
      value += change;
    }

    /** All changes of the current tick are known. */
    private void passTick(long next) {
      if (value > 0 && value >= maximum) {
        maximum = value;
        atMaximum = true;
      } else if (atMaximum) {
        atMaximum = false;
        leftTick = tick;
      }
      tick = next;
    }

    /**
     * The moment; the start if the value was never above 0, and {@link Long#MAX_VALUE} if it is at
     * its maximum now.
     */
    long leftTick() {
      passTick(tick);
      return atMaximum ? Long.MAX_VALUE : leftTick;
    }
  }
}
