package io.brokerbench.load;

import io.brokerbench.results.Phase;

/**
 * The boundaries of a run on its monotonic clock. Set by the thread that controls the run, except
 * for the end of a quantity, which the last sender sets; read by all threads.
 *
 * <p>A boundary is always set slightly in the future, before any message with a later intended time
 * exists, so that the phase of a message never changes.
 */
public final class Timeline {

  private volatile long startNanos;
  private volatile long measuredFromNanos = Long.MAX_VALUE;
  private volatile long endNanos = Long.MAX_VALUE;
  private long latestEndNanos = Long.MAX_VALUE;
  private volatile boolean stopped;
  private volatile long stepFromNanos = Long.MIN_VALUE;

  /**
   * Creates a timeline without boundaries.
   *
   * @param startNanos earliest time at which a message is due
   */
  public Timeline(long startNanos) {
    this.startNanos = startNanos;
  }

  public long startNanos() {
    return startNanos;
  }

  /** Changes the start; only before the first send. */
  public void startAt(long nanos) {
    startNanos = nanos;
  }

  /** Start of the measured time; {@link Long#MAX_VALUE} during the warm-up. */
  public long measuredFromNanos() {
    return measuredFromNanos;
  }

  /** End of the measured time; {@link Long#MAX_VALUE} while it is unknown. */
  public long endNanos() {
    return endNanos;
  }

  /** Sets both boundaries of the measured time, which is limited by the end of the load. */
  public synchronized void measure(long fromNanos, long toNanos) {
    endNanos = Math.min(latestEndNanos, toNanos);
    measuredFromNanos = fromNanos;
  }

  /**
   * Ends the measured time and the sending early: messages due later are not sent. May be called by
   * any thread.
   */
  public synchronized void endAt(long nanos) {
    latestEndNanos = Math.min(latestEndNanos, nanos);
    endNanos = Math.min(endNanos, nanos);
  }

  /** Ends the senders at once, even if messages are due. */
  public void stop() {
    stopped = true;
  }

  /** Whether senders must end at once. */
  public boolean stopped() {
    return stopped;
  }

  /**
   * Starts a step of the load that is measured by itself: as at the end of a load, messages due
   * before it and not sent yet are not sent. Called when the step starts, not ahead of it: what is
   * due until then would not be sent either.
   */
  public void stepFrom(long nanos) {
    stepFromNanos = nanos;
  }

  /** Start of the step; {@link Long#MIN_VALUE} before there is one. */
  long stepFromNanos() {
    return stepFromNanos;
  }

  /** The phase of a message with this intended time: warm-up or measured. */
  public Phase phaseOf(long intendedNanos) {
    return intendedNanos >= measuredFromNanos ? Phase.MEASURED : Phase.WARMUP;
  }
}
