package io.brokerbench.load;

import io.brokerbench.clock.Clock;
import io.brokerbench.clock.ClockOffset;
import io.brokerbench.clock.ClockStamp;
import io.brokerbench.driver.Session;

/**
 * The brokers' wall clock by the local monotonic clock, as a session knew it at the last refresh.
 * Thread-safe: refreshed by one thread, read by any without a lock.
 */
public final class BrokerTime {

  private final Clock clock;
  private final Session session;
  private volatile Reading latest;

  /**
   * A comparison of both clocks, which ages.
   *
   * @param stamp maps the monotonic clock to the brokers' wall clock
   * @param offset of the brokers' wall clock from the local one
   */
  record Reading(ClockStamp stamp, ClockOffset offset) {

    /** The brokers' wall clock at a monotonic time, since 1970. */
    long brokersNanos(long nanos) {
      return nanos + stamp.anchorNanos();
    }

    /** The local wall clock at a monotonic time, since 1970. */
    long localNanos(long nanos) {
      return brokersNanos(nanos) - offset.nanos();
    }

    /** Maximum error of the brokers' wall clock at a monotonic time; none on one machine. */
    long errorNanosAt(long nanos) {
      return offset.equals(ClockOffset.NONE) ? 0 : stamp.errorNanosAt(nanos);
    }
  }

  /** Refreshed now. */
  public BrokerTime(Clock clock, Session session) {
    this.clock = clock;
    this.session = session;
    this.latest = now();
  }

  private Reading now() {
    ClockOffset offset = session.clockOffset();
    return new Reading(ClockStamp.of(clock, offset), offset);
  }

  /** Asks the session again; about once per second. */
  public void refresh() {
    latest = now();
  }

  Reading latest() {
    return latest;
  }

  /** Maps the monotonic clock to the brokers' wall clock. */
  public ClockStamp stamp() {
    return latest.stamp();
  }
}
