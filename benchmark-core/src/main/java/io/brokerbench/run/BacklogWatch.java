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

  /** Consumers are level when they have what was acknowledged, or sent one way, so long ago. */
  private static final long LEVEL_NANOS = 200_000_000;

  /** What was acknowledged, or sent one way, at a moment. */
  private record Look(long nanos, long sent) {}

  private final Backlog wanted;
  private final ConsumerGroups groups;
  private final Clock clock;
  private final LongSupplier sent;
  private long messages;
  private long beganNanos;
  private double caughtUpSeconds = -1;
  private final List<Look> looks = new ArrayList<>();

  /**
   * A backlog that is not built.
   *
   * @param sent tells how many messages were acknowledged, or sent one way, so far
   */
  BacklogWatch(Backlog wanted, ConsumerGroups groups, Clock clock, LongSupplier sent) {
    this.wanted = wanted;
    this.groups = groups;
    this.clock = clock;
    this.sent = sent;
  }

  /** Whether it waits for its consumers now. */
  boolean isBuilt(Interval interval) {
    return !groups.started()
        && (wanted.messages() > 0
            ? sent.getAsLong() >= wanted.messages()
            : interval.toSeconds() >= wanted.time().toNanos() / 1e9);
  }

  /** Its consumers start now; returns how many messages wait for them. */
  long begin() {
    messages = sent.getAsLong();
    beganNanos = clock.nanoTime();
    looks.add(new Look(beganNanos, messages));
    return messages;
  }

  /** Whether every group has all that was acknowledged, or sent one way, a moment ago. */
  boolean caughtUp() {
    long now = clock.nanoTime();
    if (!groups.started()) {
      return false;
    }
    looks.add(new Look(now, sent.getAsLong()));
    while (looks.size() > 1 && now - looks.get(1).nanos >= LEVEL_NANOS) {
      looks.remove(0);
    }
    Look before = looks.get(0);
    boolean level =
        now - before.nanos >= LEVEL_NANOS
            && groups.all().stream()
                .allMatch(group -> group.receipts().counts().messages() >= before.sent);
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
