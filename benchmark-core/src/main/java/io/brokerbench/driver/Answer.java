package io.brokerbench.driver;

import io.brokerbench.record.Outcome;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The outcome of a send whose thread waits for it. */
public final class Answer implements Completion {

  private final Completion completion;
  private final CountDownLatch told = new CountDownLatch(1);

  /** Hands the outcome on. */
  public Answer(Completion completion) {
    this.completion = completion;
  }

  @Override
  public void complete(Outcome outcome, String kind) {
    completion.complete(outcome, kind);
    told.countDown();
  }

  /** Whether it was told in time. */
  public boolean await(int millis) {
    try {
      return told.await(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
