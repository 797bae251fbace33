package io.brokerbench.workers.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.clock.ManualClock;
import io.brokerbench.workers.protocol.ClockReading;
import io.brokerbench.workers.protocol.Command;
import io.brokerbench.workers.protocol.Command.ContentCase;
import io.brokerbench.workers.protocol.FlipReport;
import io.brokerbench.workers.protocol.Report;
import io.brokerbench.workers.protocol.TakeFlip;
import io.brokerbench.workers.protocol.UseClock;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The clock of a worker, 7 ms ahead, which is read with each flip. */
final class ClockReadingsTest {

  private static final long SECOND_NANOS = 1_000_000_000;
  private static final long AHEAD_NANOS = 7_000_000;
  private static final long ONE_WAY_NANOS = 1_000;

  private final ManualClock clock = new ManualClock();
  private final FakeWorker fake = new FakeWorker("b", clock);
  private final RunningWorker worker = fake.worker();

  private CompletableFuture<Report> askForAFlip() {
    return worker.ask(Command.newBuilder().setTakeFlip(TakeFlip.getDefaultInstance()));
  }

  /** The worker answers the first command with a reading of its clock. */
  private void answerWithClock(long nanos) {
    fake.reports(
        Report.newBuilder()
            .setId(fake.commands().get(0).getId())
            .setClock(ClockReading.newBuilder().setNanos(nanos).setClockId(7))
            .build()
            .toByteArray());
  }

  @Test
  void aFlipBringsAReadingAndTheWorkerGetsItsStamp() {
    CompletableFuture<Report> answer = askForAFlip();
    Command asked = fake.commands().get(0);
    clock.advance(ONE_WAY_NANOS);
    long nanos = clock.nanoTime() + AHEAD_NANOS;
    clock.advance(ONE_WAY_NANOS);
    answerWithClock(nanos);
    assertThat(answer).isNotDone();
    assertThat(fake.commands()).hasSize(2);
    UseClock stamp = fake.commands().get(1).getUseClock();
    assertThat(stamp.getAnchorNanos()).isEqualTo(-AHEAD_NANOS);
    assertThat(stamp.getErrorNanos()).isBetween(ONE_WAY_NANOS, 2 * ONE_WAY_NANOS);
    assertThat(worker.openReadings()).isZero();
    fake.answers(asked, FlipReport.getDefaultInstance());
    assertThat(answer).isCompleted();
  }

  /** Ticks do not reach the run, and a worker that connects to the brokers may report nothing. */
  @Test
  void aSilenceEndsWithTheReadingThatItCauses() {
    clock.advance(SECOND_NANOS);
    worker.silent();
    clock.advance(SECOND_NANOS);
    answerWithClock(clock.nanoTime());
    clock.advance(60 * SECOND_NANOS);
    fake.reports(Report.newBuilder().setStep("connecting").build().toByteArray());
    // It is noticed after three seconds.
    assertThat(worker.silentSeconds()).isEqualTo(4);
  }

  @Test
  void theErrorOfTheStartIsThatOfItsMomentAndAbsentAfterALoss() {
    worker.readClock();
    clock.advance(2 * ONE_WAY_NANOS);
    answerWithClock(clock.nanoTime());
    worker.startAt(clock.nanoTime() + SECOND_NANOS);
    // Half the time of the reading, and 500 ppm of the second after it.
    assertThat(worker.startErrorNanos())
        .isBetween(ONE_WAY_NANOS + 500_000, 2 * ONE_WAY_NANOS + 500_000);
    RunningWorker lost = new FakeWorker("c", clock).worker();
    lost.lost("c at 10.0.0.1: its connection ended");
    lost.startAt(clock.nanoTime() + SECOND_NANOS);
    assertThat(lost.startErrorNanos()).isNull();
  }

  @Test
  void withoutFlipsItIsReadBesides() {
    worker.refreshClock();
    CompletableFuture<Report> unused = askForAFlip();
    clock.advance(SECOND_NANOS);
    worker.refreshClock();
    clock.advance(SECOND_NANOS);
    worker.refreshClock();
    assertThat(fake.commands())
        .extracting(Command::getContentCase)
        .containsExactly(ContentCase.READ_CLOCK, ContentCase.TAKE_FLIP, ContentCase.READ_CLOCK);
  }
}
