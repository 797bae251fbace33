package io.brokerbench.driver;

import io.brokerbench.record.SendOutcome;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Outcome of a send that a thread waits for. */
public final class BlockingCompletion implements Completion {

  private final Completion completion;
  private final CountDownLatch completed = new CountDownLatch(1);

  /** Passes the outcome on to {@code completion}. */
  public BlockingCompletion(Completion completion) {
    this.completion = completion;
  }

  @Override
  public void complete(SendOutcome outcome, String kind) {
    completion.complete(outcome, kind);
    completed.countDown();
  }

  /** Waits for the outcome; returns whether it arrived in time. */
  public boolean await(int millis) {
    try {
      return completed.await(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
