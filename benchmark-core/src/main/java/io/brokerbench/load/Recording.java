package io.brokerbench.load;

import io.brokerbench.clock.Clock;
import io.brokerbench.record.PhasedRecords;

/**
 * Where and when the senders and consumers of a run record their events. Immutable; its parts have
 * their own thread rules.
 *
 * @param records of both phases
 * @param timeline assigns an event to its phase
 * @param clock of all times in the records and the timeline
 */
public record Recording(PhasedRecords records, Timeline timeline, Clock clock) {}
