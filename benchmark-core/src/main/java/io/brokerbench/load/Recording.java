package io.brokerbench.load;

import io.brokerbench.clock.Clock;
import io.brokerbench.clock.ClockStamp;
import io.brokerbench.driver.Session;
import io.brokerbench.fault.SentMessages;
import io.brokerbench.record.PhasedRecords;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Where and when the senders and consumers of a run record their events. Its parts have their own
 * thread rules.
 *
 * @param records of both phases
 * @param timeline assigns an event to its phase
 * @param clock of all times in the records and the timeline
 * @param stamp returns the latest stamp of the clock, which maps it to the common clock of all
 *     senders and consumers of the messages; called by any thread
 * @param brokers the brokers' wall clock by this clock
 * @param sent times, outcome and receipt of each message; null unless a run needs them
 */
public record Recording(
    PhasedRecords records,
    Timeline timeline,
    Clock clock,
    Supplier<ClockStamp> stamp,
    BrokerTime brokers,
    @Nullable SentMessages sent) {

  /** A recording whose common clock is the brokers' wall clock, as the session knows it. */
  public static Recording of(
      PhasedRecords records, Timeline timeline, Clock clock, Session session) {
    BrokerTime brokers = new BrokerTime(clock, session);
    return new Recording(records, timeline, clock, brokers::stamp, brokers, null);
  }

  /** This recording, which also keeps times, outcome and receipt of each message. */
  public Recording keeping(SentMessages messages) {
    return new Recording(records, timeline, clock, stamp, brokers, messages);
  }
}
