package io.brokerbench.rocketmq;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Cluster;
import java.util.Locale;
import java.util.concurrent.Callable;

/**
 * Waits for what a cluster is about to do, as long as its processes run and nothing is refused for
 * good. For one thread.
 */
final class Patience {

  /** What a cluster may take for anything, on a busy machine. */
  static final long MILLIS = 60_000;

  private static final long PAUSE_MILLIS = 50;

  private final Cluster cluster;
  private String lastProblem = "";

  /** What no waiting will mend; empty for nothing. */
  private String refusal = "";

  Patience(Cluster cluster) {
    this.cluster = cluster;
  }

  /** Notes why it has not happened yet, to be told if it never does. */
  void problem(String text) {
    lastProblem = text;
  }

  /** Ends the wait with this. */
  void refuse(String text) {
    refusal = text;
  }

  String lastProblem() {
    return lastProblem;
  }

  void await(String otherwise, Callable<Boolean> condition)
      throws BrokerException, InterruptedException {
    await(otherwise, MILLIS, condition);
  }

  /**
   * Waits until the condition holds.
   *
   * @param otherwise what is to be said if it does not in time; the time and the last problem
   *     follow
   * @param condition what it throws counts as not yet
   */
  void await(String otherwise, long patienceMillis, Callable<Boolean> condition)
      throws BrokerException, InterruptedException {
    long deadline = System.nanoTime() + patienceMillis * 1_000_000;
    while (true) {
      cluster.check();
      try {
        if (condition.call()) {
          return;
        }
      } catch (Exception e) {
        if (Thread.interrupted() || e instanceof InterruptedException) {
          throw new InterruptedException("stopped while waiting: " + otherwise);
        }
        lastProblem = Failure.text(e);
      }
      if (!refusal.isEmpty()) {
        throw new BrokerException(refusal);
      }
      if (System.nanoTime() > deadline) {
        throw new BrokerException(
            String.format(
                Locale.ROOT,
                "%s within %d s%s",
                otherwise,
                patienceMillis / 1000,
                lastProblem.isEmpty() ? "" : " (" + lastProblem + ")"));
      }
      Thread.sleep(PAUSE_MILLIS);
    }
  }
}
