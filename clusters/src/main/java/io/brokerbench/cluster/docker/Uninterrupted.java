package io.brokerbench.cluster.docker;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;

/**
 * Waits for work that an interrupt must not cut short: the interrupt would close the connection
 * that the thread uses, and the ID of a container that the engine is creating would be lost.
 */
final class Uninterrupted {

  private Uninterrupted() {}

  /** Runs the work in another thread; an interrupt of the caller is restored afterwards. */
  static <T> T call(Supplier<T> work) {
    FutureTask<T> task = new FutureTask<>(work::get);
    Thread thread = new Thread(task, "brokerbench-docker");
    thread.setDaemon(true);
    thread.start();
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return task.get();
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
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
