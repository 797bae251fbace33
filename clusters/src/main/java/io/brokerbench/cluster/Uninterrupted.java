package io.brokerbench.cluster;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;

/**
 * Waits for work that must not be cut short: an interrupt closes the connection of the thread that
 * uses it, and a container that the engine was about to make would have no one who knows it.
 */
final class Uninterrupted {

  private Uninterrupted() {}

  /** Does it in another thread; an interrupt of this one is seen again afterwards. */
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
