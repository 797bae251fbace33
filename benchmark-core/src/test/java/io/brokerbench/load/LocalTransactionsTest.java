package io.brokerbench.load;

import static io.brokerbench.load.LoadFixture.MILLI;
import static io.brokerbench.load.LoadFixture.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.clock.ClockStamp;
import io.brokerbench.clock.ManualClock;
import io.brokerbench.driver.FirstFailure;
import io.brokerbench.driver.TestSession;
import io.brokerbench.record.CheckBackBook;
import io.brokerbench.record.MessageHeader;
import io.brokerbench.record.PhasedRecords;
import io.brokerbench.record.Resolution;
import io.brokerbench.record.TransactionOutcome;
import io.brokerbench.record.page.PageStore;
import io.brokerbench.results.Metric;
import io.brokerbench.results.Phase;
import io.brokerbench.workload.TestWorkload;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

final class LocalTransactionsTest {

  private static final int RUN = 9;

  private final ManualClock clock = new ManualClock();
  private final PhasedRecords records = new PhasedRecords(new PageStore());
  private final ClockStamp own = new ClockStamp(1, 0, 0, 0);
  private final FirstFailure failure = new FirstFailure();

  private LocalTransactions transactions() {
    return transactions(() -> own);
  }

  /** The second second is measured. */
  private LocalTransactions transactions(Supplier<ClockStamp> stamp) {
    Timeline timeline = new Timeline(0);
    timeline.measure(SECOND, 2 * SECOND);
    return new LocalTransactions(
        0,
        TestWorkload.of(),
        new CheckBackBook(RUN, records.sends().store()),
        new Recording(
            records, timeline, clock, stamp, new BrokerTime(clock, new TestSession() {}), null),
        failure);
  }

  private static byte[] body(ClockStamp sender, long intendedNanos) {
    byte[] body = new byte[64];
    new MessageHeader.Writer(RUN, 0, () -> sender)
        .write(
            body,
            0,
            intendedNanos,
            new TransactionOutcome(Resolution.UNKNOWN, 0, Resolution.COMMIT),
            MessageHeader.tailChecksum(body));
    return body;
  }

  private Histogram checkBacks(Phase phase) {
    return records.of(phase).recorder(Metric.CHECK_BACK).flip();
  }

  @Test
  void aCheckBackIsFromTheIntendedTimeOfItsMessage() {
    clock.advance(1500 * MILLI);
    assertThat(transactions().check(body(own, 1300 * MILLI), 1)).isEqualTo(Resolution.COMMIT);
    assertThat(checkBacks(Phase.MEASURED).getCountAtValue(200 * MILLI)).isEqualTo(1);
    assertThat(records.of(Phase.MEASURED).recorder(Metric.CHECK_BACK).flipErrorNanos()).isZero();
  }

  /** Whose monotonic clock began an hour earlier. */
  @Test
  void thatOfAMessageFromAnotherMachineGoesByTheCommonClock() {
    long hour = 3_600 * SECOND;
    ClockStamp far = new ClockStamp(own.id() + 1, hour + 1300 * MILLI, -hour, 0);
    clock.advance(1500 * MILLI);
    assertThat(transactions().check(body(far, hour + 1300 * MILLI), 1))
        .isEqualTo(Resolution.COMMIT);
    assertThat(checkBacks(Phase.MEASURED).getCountAtValue(200 * MILLI)).isEqualTo(1);
    assertThat(transactions().check(body(far, hour + 800 * MILLI), 1)).isEqualTo(Resolution.COMMIT);
    assertThat(checkBacks(Phase.WARMUP).getCountAtValue(700 * MILLI)).isEqualTo(1);
    assertThat(records.of(Phase.MEASURED).outOfRange()).isZero();
    assertThat(records.of(Phase.WARMUP).outOfRange()).isZero();
    assertThat(failure.get()).isNull();
  }

  /** Clients take it for an unknown outcome, and nobody may send again. */
  @Test
  void anExceptionOfAHandlerIsKept() {
    IllegalStateException defect = new IllegalStateException("no clock");
    LocalTransactions transactions =
        transactions(
            () -> {
              throw defect;
            });
    assertThatThrownBy(() -> transactions.check(body(own, 0), 1)).isSameAs(defect);
    assertThat(failure.get()).isSameAs(defect);
    LocalTransactions later = transactions();
    assertThatThrownBy(() -> later.execute(new byte[0])).hasMessage("no send is under way");
    assertThat(failure.get()).isSameAs(defect);
  }
}
