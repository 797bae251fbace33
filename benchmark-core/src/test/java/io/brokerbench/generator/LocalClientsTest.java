package io.brokerbench.generator;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.clock.Clock;
import io.brokerbench.clock.ClockOffset;
import io.brokerbench.driver.Seat;
import io.brokerbench.driver.TestSession;
import io.brokerbench.load.Recording;
import io.brokerbench.load.Timeline;
import io.brokerbench.record.PhasedRecords;
import io.brokerbench.record.page.PageStore;
import io.brokerbench.workload.TestWorkload;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class LocalClientsTest {

  private static final long HOUR = 3_600_000_000_000L;

  /** The offset of the brokers' clock is read once per flip, not for each message. */
  @Test
  void everyFlipRefreshesTheBrokersClock() throws Exception {
    Clock clock = Clock.system();
    AtomicLong error = new AtomicLong(8 * HOUR);
    TestSession session =
        new TestSession() {
          @Override
          public ClockOffset clockOffset() {
            long bound = error.getAndUpdate(nanos -> nanos / 2);
            return new ClockOffset(-bound, bound);
          }
        };
    try (PageStore store = new PageStore()) {
      Recording recording = Recording.of(new PhasedRecords(store), new Timeline(0), clock, session);
      try (LocalClients clients =
          new LocalClients(
              TestWorkload.of("load.threads=0", "consume.threads=1"),
              Seat.WHOLE,
              1,
              session,
              recording)) {
        assertHours(recording, 8);
        clients.cut();
        assertHours(recording, 4);
        clients.cut();
        assertHours(recording, 2);
        assertHours(recording, 2);
      }
    }
  }

  private static void assertHours(Recording recording, long hours) {
    assertThat(recording.stamp().get().errorNanos()).isBetween(hours * HOUR, (hours + 1) * HOUR);
    assertThat(recording.brokers().stamp()).isEqualTo(recording.stamp().get());
  }
}
