package io.brokerbench.workers.link;

import io.brokerbench.clock.Clock;
import java.time.Duration;

/**
 * How long the other side of a connection has been silent. Only time counts in which this process
 * ran: a long step between two looks is a pause of its own, during which it heard no one.
 * Thread-safe.
 */
public final class Silence {

  /** What the silence means. */
  public enum State {
    HEARD,
    SILENT,
    LOST
  }

  /** Time between two looks. */
  public static final Duration LOOK = Duration.ofMillis(100);

  /** The longest time between two looks that counts in full. */
  private static final long MAX_STEP_NANOS = 500_000_000;

  private final Clock clock;
  private final long silentNanos;
  private final long lostNanos;
  private long lookedNanos;
  private long quietNanos;

  /**
   * Starts now.
   *
   * @param silentAfter time without a message until {@link State#SILENT}
   * @param lostAfter the same until {@link State#LOST}
   */
  public Silence(Clock clock, Duration silentAfter, Duration lostAfter) {
    this.clock = clock;
    this.silentNanos = silentAfter.toNanos();
    this.lostNanos = lostAfter.toNanos();
    this.lookedNanos = clock.nanoTime();
  }

  /** A message arrived. */
  public synchronized void heard() {
    quietNanos = 0;
  }

  /** Looks; to be called every {@link #LOOK}. */
  public synchronized State look() {
    long nowNanos = clock.nanoTime();
    quietNanos += Math.min(nowNanos - lookedNanos, MAX_STEP_NANOS);
    lookedNanos = nowNanos;
    if (quietNanos >= lostNanos) {
      return State.LOST;
    }
    return quietNanos >= silentNanos ? State.SILENT : State.HEARD;
  }
}
