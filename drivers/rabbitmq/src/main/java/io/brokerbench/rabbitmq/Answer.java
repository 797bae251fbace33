package io.brokerbench.rabbitmq;

import io.brokerbench.driver.Completion;
import io.brokerbench.record.Outcome;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The outcome of a send whose thread waits for it. */
final class Answer implements Completion {

  private final Completion completion;
  private final CountDownLatch told = new CountDownLatch(1);

  Answer(Completion completion) {
    this.completion = completion;
  }

  @Override
  public void complete(Outcome outcome, String kind) {
    completion.complete(outcome, kind);
    told.countDown();
  }

  /** Whether it was told in time. */
  boolean await(int millis) {
    try {
      return told.await(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
