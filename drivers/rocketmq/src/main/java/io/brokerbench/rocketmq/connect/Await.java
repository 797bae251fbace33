package io.brokerbench.rocketmq.connect;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Cluster;
import io.brokerbench.units.Text;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/**
 * Waits for conditions on a cluster, as long as its processes run and no request is permanently
 * refused. Not thread-safe.
 */
public final class Await {

  /** Default time limit, sufficient for any step on a busy machine. */
  public static final long MILLIS = 60_000;

  private static final long PAUSE_MILLIS = 50;

  private final Cluster cluster;
  private final Supplier<Optional<String>> permanent;
  private String lastProblem = "";

  /** A permanent refusal, which ends the wait; empty for none. */
  private String refusal = "";

  /**
   * @param permanent a failure of connections that ends a wait; empty for none
   */
  public Await(Cluster cluster, Supplier<Optional<String>> permanent) {
    this.cluster = cluster;
    this.permanent = permanent;
  }

  /** Records why the condition does not hold yet, for the error message on a timeout. */
  public void problem(String text) {
    lastProblem = text;
  }

  /** Ends the wait with this error message. */
  public void refuse(String text) {
    refusal = text;
  }

  public String lastProblem() {
    return lastProblem;
  }

  public void await(String otherwise, Callable<Boolean> condition)
      throws BrokerException, InterruptedException {
    await(otherwise, MILLIS, condition);
  }

  /**
   * Waits until the condition holds.
   *
   * @param otherwise error message if it does not in time; the time limit and the last problem are
   *     appended
   * @param condition an exception counts as false
   * @throws BrokerException on a timeout, a permanent refusal or a failure of the cluster
   */
  public void await(String otherwise, long patienceMillis, Callable<Boolean> condition)
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
        if (Failure.isNotPermitted(e)) {
          refuse(
              e instanceof BrokerException
                  ? lastProblem
                  : Text.of("%s: %s", otherwise, lastProblem));
        }
      }
      permanent.get().ifPresent(this::refuse);
      if (!refusal.isEmpty()) {
        throw new BrokerException(refusal);
      }
      if (System.nanoTime() > deadline) {
        throw new BrokerException(
            Text.of(
                "%s within %d s%s",
                otherwise,
                patienceMillis / 1000,
                lastProblem.isEmpty() ? "" : " (" + lastProblem + ")"));
      }
      Thread.sleep(PAUSE_MILLIS);
    }
  }
}
