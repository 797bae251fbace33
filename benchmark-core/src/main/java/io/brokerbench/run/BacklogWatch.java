package io.brokerbench.run;

import io.brokerbench.clock.Clock;
import io.brokerbench.load.ConsumerGroups;
import io.brokerbench.result.Interval;
import io.brokerbench.result.Received;
import io.brokerbench.workload.Consumption.Backlog;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A backlog: built before consumers start, then watched until they are level with the senders. For
 * one thread.
 */
final class BacklogWatch {

  /** Consumers are level when they have what was acknowledged so long ago. */
  private static final long LEVEL_NANOS = 200_000_000;

  /** What was acknowledged at a moment. */
  private record Look(long nanos, long acked) {}

  private final Backlog wanted;
  private final ConsumerGroups groups;
  private final Clock clock;
  private final LongSupplier acked;
  private long messages;
  private long beganNanos;
  private double caughtUpSeconds = -1;
  private final List<Look> looks = new ArrayList<>();

  /**
   * A backlog that is not built.
   *
   * @param acked tells how many messages were acknowledged so far
   */
  BacklogWatch(Backlog wanted, ConsumerGroups groups, Clock clock, LongSupplier acked) {
    this.wanted = wanted;
    this.groups = groups;
    this.clock = clock;
    this.acked = acked;
  }

  /** Whether it waits for its consumers now. */
  boolean isBuilt(Interval interval) {
    return !groups.started()
        && (wanted.messages() > 0
            ? acked.getAsLong() >= wanted.messages()
            : interval.toSeconds() >= wanted.time().toNanos() / 1e9);
  }

  /** Its consumers start now; returns how many messages wait for them. */
  long begin() {
    messages = acked.getAsLong();
    beganNanos = clock.nanoTime();
    looks.add(new Look(beganNanos, messages));
    return messages;
  }

  /** Whether every group has all that was acknowledged a moment ago. */
  boolean caughtUp() {
    long now = clock.nanoTime();
    if (!groups.started()) {
      return false;
    }
    looks.add(new Look(now, acked.getAsLong()));
    while (looks.size() > 1 && now - looks.get(1).nanos >= LEVEL_NANOS) {
      looks.remove(0);
    }
    Look before = looks.get(0);
    boolean level =
        now - before.nanos >= LEVEL_NANOS
            && groups.all().stream()
                .allMatch(group -> group.receipts().counts().messages() >= before.acked);
    if (level) {
      caughtUpSeconds = (now - beganNanos) / 1e9;
    }
    return level;
  }

  /** What became of it; null if it was never built. */
  Received.@Nullable Backlog result() {
    return groups.started() ? new Received.Backlog(messages, caughtUpSeconds) : null;
  }
}
