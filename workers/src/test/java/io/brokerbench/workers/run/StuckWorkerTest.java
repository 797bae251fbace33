package io.brokerbench.workers.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.clock.ManualClock;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.workers.protocol.BooksEnd;
import io.brokerbench.workers.protocol.ClockReading;
import io.brokerbench.workers.protocol.Command;
import io.brokerbench.workers.protocol.Report;
import io.brokerbench.workers.protocol.SendBooks;
import io.brokerbench.workers.protocol.Status;
import io.brokerbench.workers.protocol.StopConsumers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** A worker whose connection is alive, and which does not do what it was asked. */
final class StuckWorkerTest {

  private static final long LIMIT_NANOS = 120_000_000_000L;
  private static final int LOOKS = 5;

  private final ManualClock clock = new ManualClock();
  private final FakeWorker fake = new FakeWorker("b", clock);
  private final RunningWorker worker = fake.worker();

  private void assertLost(String reason) {
    assertThat(worker.loss()).isEqualTo("b at 10.0.0.1: " + reason);
    assertThat(fake.isClosed()).isTrue();
  }

  @Test
  void isLostIfItDoesNotConnectToTheBrokers() {
    clock.advance(LIMIT_NANOS + 1);
    assertThatThrownBy(worker::awaitReady)
        .isInstanceOf(BrokerException.class)
        .hasMessage("b at 10.0.0.1: it did not connect to the brokers: no progress for 120 s");
    assertLost("it did not connect to the brokers: no progress for 120 s");
  }

  @Test
  void isLostIfItDoesNotAnswerWhateverItsTimersReport() {
    clock.advance(LIMIT_NANOS);
    CompletableFuture<Report> answer =
        worker.ask(Command.newBuilder().setStopConsumers(StopConsumers.getDefaultInstance()));
    clock.advance(LIMIT_NANOS + 1);
    reports(Report.newBuilder().setStatus(Status.getDefaultInstance()));
    reports(Report.newBuilder().setClock(ClockReading.getDefaultInstance()));
    assertThatThrownBy(() -> worker.await(answer, "stop its consumers"))
        .isInstanceOf(BrokerException.class);
    assertLost("it did not stop its consumers: no progress for 120 s");
  }

  /** As of books, if the disk of the controller is full. */
  @Test
  void isLostWithTheReasonIfItsReportCannotBeProcessed() {
    FakeWorker other =
        new FakeWorker(
            "c",
            clock,
            line -> {
              throw new UncheckedIOException(
                  "/results: cannot be written: disk full", new IOException("disk full"));
            });
    other.reports(Report.newBuilder().setStep("connecting").build().toByteArray());
    assertThat(other.worker().loss())
        .isEqualTo(
            "c at 10.0.0.1: its report cannot be processed: /results: cannot be written: disk"
                + " full");
    assertThat(other.isClosed()).isTrue();
  }

  @Test
  void hasItsTimeAgainWithEachStep() throws Exception {
    CompletableFuture<Report> books =
        worker.ask(Command.newBuilder().setSendBooks(SendBooks.getDefaultInstance()));
    clock.advance(LIMIT_NANOS);
    reports(Report.newBuilder().setStep("connecting: 1,000 of 2,000"));
    clock.advance(LIMIT_NANOS);
    CompletableFuture<Report> late =
        afterLooks(
            books,
            () ->
                reports(
                    Report.newBuilder()
                        .setId(fake.commands().get(0).getId())
                        .setBooksEnd(BooksEnd.newBuilder().addStored(7))));
    assertThat(worker.await(late, "send its books").getBooksEnd().getStoredList())
        .containsExactly(7L);
    assertThat(worker.isLost()).isFalse();
  }

  /** An answer that is there after some looks at the limit. */
  private static CompletableFuture<Report> afterLooks(
      CompletableFuture<Report> answer, Runnable answering) {
    return new CompletableFuture<>() {
      private int looks;

      @Override
      public Report get(long timeout, TimeUnit unit)
          throws InterruptedException, ExecutionException, TimeoutException {
        looks++;
        if (looks < LOOKS) {
          throw new TimeoutException();
        }
        if (looks == LOOKS) {
          answering.run();
        }
        return answer.get(timeout, unit);
      }
    };
  }

  private void reports(Report.Builder report) {
    fake.reports(report.build().toByteArray());
  }
}
