package io.brokerbench.generator;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.clock.Clock;
import io.brokerbench.clock.ClockOffset;
import io.brokerbench.driver.Producer;
import io.brokerbench.driver.Seat;
import io.brokerbench.driver.TestSession;
import io.brokerbench.driver.TransactionHandler;
import io.brokerbench.load.Recording;
import io.brokerbench.load.Timeline;
import io.brokerbench.record.MessageHeader;
import io.brokerbench.record.PhasedRecords;
import io.brokerbench.record.Resolution;
import io.brokerbench.record.SendOutcome;
import io.brokerbench.record.TransactionOutcome;
import io.brokerbench.record.page.PageStore;
import io.brokerbench.workload.TestWorkload;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
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

  /** Brokers may check back about a message whose answer was lost: that resolves no other one. */
  @Test
  void checkBacksOfMessagesWithoutAnAnswerAreExpected() throws Exception {
    Clock clock = Clock.system();
    TestSession session = new TestSession() {};
    try (PageStore store = new PageStore()) {
      PhasedRecords records = new PhasedRecords(store);
      try (LocalClients clients =
          new LocalClients(
              TestWorkload.of(
                  "load.threads=1", "transaction.enabled=true", "transaction.send-unknown=1"),
              Seat.PREPARATION,
              1,
              session,
              Recording.of(records, new Timeline(0), clock, session))) {
        records.sends().attempted(0, 0, 4);
        records.sends().ended(0, 0, 1, SendOutcome.ACKED);
        records.sends().ended(0, 1, 1, SendOutcome.UNKNOWN);
        records.sends().ended(0, 2, 1, SendOutcome.REJECTED);
        assertThat(clients.drainGoal().resolutions()).isEqualTo(3);
      }
    }
  }

  /** Brokers deliver a message that waits for a check-back only after it. */
  @Test
  void aMessageThatWaitsForACheckBackIsNoBacklog() throws Exception {
    List<TransactionHandler> handlers = new ArrayList<>();
    TestSession session =
        new TestSession() {
          @Override
          public Producer transactionalProducer(int index, TransactionHandler handler) {
            handlers.add(handler);
            return (messages, completion) -> {};
          }
        };
    try (PageStore store = new PageStore()) {
      PhasedRecords records = new PhasedRecords(store);
      Recording recording = Recording.of(records, new Timeline(0), Clock.system(), session);
      try (LocalClients clients =
          new LocalClients(
              TestWorkload.of(
                  "load.threads=1",
                  "consume.threads=1",
                  "transaction.enabled=true",
                  "transaction.send-unknown=1"),
              Seat.WHOLE,
              1,
              session,
              recording)) {
        records.sends().attempted(0, 0, 3);
        records.sends().ended(0, 0, 3, SendOutcome.ACKED);
        assertThat(clients.backlogs().values()).containsExactly(OptionalLong.of(0));
        byte[] body = new byte[64];
        new MessageHeader.Writer(1, 0, recording.stamp())
            .write(
                body,
                2,
                0,
                new TransactionOutcome(Resolution.UNKNOWN, 0, Resolution.COMMIT),
                MessageHeader.tailChecksum(body));
        assertThat(handlers.get(0).check(body, 1)).isEqualTo(Resolution.COMMIT);
        assertThat(clients.backlogs().values()).containsExactly(OptionalLong.of(1));
      }
    }
  }

  private static void assertHours(Recording recording, long hours) {
    assertThat(recording.stamp().get().errorNanos()).isBetween(hours * HOUR, (hours + 1) * HOUR);
    assertThat(recording.brokers().stamp()).isEqualTo(recording.stamp().get());
  }
}
