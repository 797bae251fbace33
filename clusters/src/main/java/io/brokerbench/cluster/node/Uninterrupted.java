package io.brokerbench.cluster.node;

import io.brokerbench.clock.Clock;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Waits for work that an interrupt must not cut short: the interrupt would close the connection
 * that the thread uses, and the ID of a container that the engine is creating would be lost.
 */
public final class Uninterrupted {

  private Uninterrupted() {}

  /**
   * Runs the work in another thread; an interrupt of the caller is restored afterwards.
   *
   * @throws TimeoutException if the work takes longer than this; its thread is interrupted
   */
  public static <T> T call(Supplier<T> work, Duration limit) throws TimeoutException {
    Clock clock = Clock.system();
    long deadlineNanos = clock.nanoTime() + limit.toNanos();
    FutureTask<T> task = new FutureTask<>(work::get);
    Thread thread = new Thread(task, "brokerbench-docker");
    thread.setDaemon(true);
    thread.start();
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return task.get(deadlineNanos - clock.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
          interrupted = true;
        } catch (ExecutionException e) {
          if (e.getCause() instanceof RuntimeException failure) {
            throw failure;
          }
          throw new IllegalStateException(e.getCause());
        }
      }
    } finally {
      task.cancel(true);
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
