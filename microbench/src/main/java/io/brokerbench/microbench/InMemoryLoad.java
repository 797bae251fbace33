package io.brokerbench.microbench;

import io.brokerbench.clock.Clock;
import io.brokerbench.driver.Seat.Span;
import io.brokerbench.driver.Session;
import io.brokerbench.load.LoadGenerator;
import io.brokerbench.load.Recording;
import io.brokerbench.load.Timeline;
import io.brokerbench.record.PhasedRecords;
import io.brokerbench.record.page.PageStore;
import io.brokerbench.workload.Workload;

/** A load for a broker in this process, all of it measured. */
final class InMemoryLoad {

  static final int RUN = 1;

  private InMemoryLoad() {}

  /** Sends the quantity of messages of a workload; returns their records. */
  static Recording send(Workload workload, Session session, Clock clock) throws Exception {
    Timeline timeline = new Timeline(clock.nanoTime());
    timeline.measure(timeline.startNanos(), Long.MAX_VALUE);
    Recording recording =
        Recording.of(new PhasedRecords(new PageStore()), timeline, clock, session);
    LoadGenerator load = new LoadGenerator(workload, Span.ALL, RUN, session, recording);
    load.start();
    while (!load.finished()) {
      clock.park(100_000);
    }
    return recording;
  }
}
