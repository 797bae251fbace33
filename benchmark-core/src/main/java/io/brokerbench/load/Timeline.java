package io.brokerbench.load;

import io.brokerbench.record.Phase;

/**
 * The boundaries of a run on its monotonic clock. Set by the thread that conducts the run, but for
 * the end of a quantity, which the last sender sets; read by all others.
 *
 * <p>A boundary is always set a little into the future, before any message with a later intended
 * time exists, so that a message's phase never changes.
 */
public final class Timeline {

  private volatile long startNanos;
  private volatile long measuredFromNanos = Long.MAX_VALUE;
  private volatile long endNanos = Long.MAX_VALUE;
  private long latestEndNanos = Long.MAX_VALUE;
  private volatile boolean stopped;

  /**
   * A run without boundaries as yet.
   *
   * @param startNanos when the first message may be due
   */
  public Timeline(long startNanos) {
    this.startNanos = startNanos;
  }

  public long startNanos() {
    return startNanos;
  }

  /** Moves the start, while nothing is sent yet. */
  public void startAt(long nanos) {
    startNanos = nanos;
  }

  /** Begin of the measured time; {@link Long#MAX_VALUE} during the warm-up. */
  public long measuredFromNanos() {
    return measuredFromNanos;
  }

  /** End of the measured time; {@link Long#MAX_VALUE} while it is not known. */
  public long endNanos() {
    return endNanos;
  }

  /** Sets both boundaries of the measured time, which does not go beyond an end of the load. */
  public synchronized void measure(long fromNanos, long toNanos) {
    endNanos = Math.min(latestEndNanos, toNanos);
    measuredFromNanos = fromNanos;
  }

  /**
   * Ends the measured time early, and the sending with it: nothing that is due later is sent. For
   * any thread.
   */
  public synchronized void endAt(long nanos) {
    latestEndNanos = Math.min(latestEndNanos, nanos);
    endNanos = Math.min(endNanos, nanos);
  }

  /** Senders end at once, even if messages are due. */
  public void stop() {
    stopped = true;
  }

  /** Whether senders shall end at once. */
  public boolean stopped() {
    return stopped;
  }

  /** The phase of a message with this intended time: warm-up or measured. */
  public Phase phaseOf(long intendedNanos) {
    return intendedNanos >= measuredFromNanos ? Phase.MEASURED : Phase.WARMUP;
  }
}
