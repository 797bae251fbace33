package io.brokerbench.run;

import io.brokerbench.clock.Clock;
import io.brokerbench.generator.RunClients;
import io.brokerbench.measurement.Interval;
import io.brokerbench.results.Consumption;
import io.brokerbench.workload.ConsumptionSettings.Backlog;
import io.brokerbench.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Watches a backlog, which is built before consumers start, until they have caught up with the
 * senders. For one thread.
 */
final class BacklogWatch {

  /** Consumers have caught up when they have received all messages sent until this time ago. */
  private static final long LEVEL_NANOS = 200_000_000;

  /** Minimum time between two looks: what is awaited is counted next to the senders. */
  private static final long LOOK_NANOS = LEVEL_NANOS / 4;

  /** Number of messages that every group must have received, at a moment. */
  private record Look(long nanos, long awaited) {}

  private final Workload workload;
  private final Backlog wanted;
  private final RunClients clients;
  private final Clock clock;
  private long messages;
  private long beganNanos;

  /**
   * Minimum of the missing messages since the consumers run and a quantity is sent, and when it was
   * reached.
   */
  private long least = Long.MAX_VALUE;

  private long leastNanos;
  private @Nullable Double caughtUpSeconds;
  private final List<Look> looks = new ArrayList<>();

  BacklogWatch(Workload workload, Backlog wanted, RunClients clients) {
    this.workload = workload;
    this.wanted = wanted;
    this.clients = clients;
    this.clock = clients.clock();
  }

  /** Number of messages acknowledged, or sent one way, so far. */
  private long sent() {
    return clients.standing().sends().successCount();
  }

  /**
   * Those of them that every group must receive: not those that a filter excludes, or that were
   * rolled back. All of them as long as that is unknown.
   */
  private long awaited() {
    OptionalLong awaited = workload.allVisible() ? OptionalLong.empty() : clients.awaited();
    return awaited.isPresent() ? awaited.getAsLong() : sent();
  }

  /**
   * Whether the backlog is complete and its consumers have not started. One of messages is also
   * complete when the load has no more of them: some sends may have failed.
   */
  boolean isBuilt(Interval interval) {
    return !clients.consumersStarted()
        && (wanted.messages() > 0
            ? sent() >= wanted.messages() || isAllAnswered()
            : interval.toSeconds() >= wanted.time().toNanos() / 1e9);
  }

  private boolean isAllAnswered() {
    return isQuantitySent() && clients.standing().sends().inFlight() == 0;
  }

  /** Whether the load is a number of messages, all of which are sent. */
  private boolean isQuantitySent() {
    return workload.load().messages() > 0 && clients.quantityEnded();
  }

  /** Notes that the consumers start now; returns the number of waiting messages. */
  long begin() {
    messages = awaited();
    beganNanos = clock.nanoTime();
    looks.add(new Look(beganNanos, messages));
    return messages;
  }

  /**
   * Whether every group has received all that it must of the messages that were acknowledged, or
   * sent one way, until shortly ago.
   */
  boolean caughtUp() {
    long now = clock.nanoTime();
    if (!clients.consumersStarted()) {
      return false;
    }
    if (now - looks.get(looks.size() - 1).nanos >= LOOK_NANOS) {
      looks.add(new Look(now, awaited()));
    }
    while (looks.size() > 1 && now - looks.get(1).nanos >= LEVEL_NANOS) {
      looks.remove(0);
    }
    Look before = looks.get(0);
    if (now - before.nanos < LEVEL_NANOS) {
      return false;
    }
    long received =
        clients.standing().groups().stream()
            .mapToLong(group -> group.receipts().messages())
            .min()
            .orElse(0);
    long missing = before.awaited - received;
    boolean sending = workload.load().messages() > 0 && !isQuantitySent();
    if (missing < least || sending) {
      least = missing;
      leastNanos = now;
    }
    if (missing > 0) {
      return false;
    }
    caughtUpSeconds = (now - beganNanos) / 1e9;
    return true;
  }

  /**
   * Whether the backlog of the slowest group has had no new minimum for the time that ends a drain,
   * as of the last call of {@link #caughtUp}: messages are lost, or consumers do not gain on the
   * senders.
   */
  boolean stalled() {
    return least < Long.MAX_VALUE
        && clock.nanoTime() - leastNanos >= workload.consumption().drain().toNanos();
  }

  /** Minimum number of messages that the slowest group lacked since a quantity is sent. */
  long least() {
    return least;
  }

  /** The result; null if the backlog was never complete. */
  Consumption.@Nullable Backlog result() {
    return clients.consumersStarted() ? new Consumption.Backlog(messages, caughtUpSeconds) : null;
  }
}
