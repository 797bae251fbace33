package io.brokerbench.cluster.docker;

import io.brokerbench.driver.DaemonThreads;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/**
 * Waits for work that an interrupt must not cut short: the interrupt would close the connection
 * that the thread uses, and the ID of a container that the engine is creating would be lost.
 */
final class Uninterrupted {

  private Uninterrupted() {}

  /** Runs the work in another thread; an interrupt of the caller is restored afterwards. */
  static <T> T call(Supplier<T> work) {
    try {
      return CompletableFuture.supplyAsync(
              work, task -> DaemonThreads.start("brokerbench-docker", task))
          .join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IllegalStateException(e.getCause());
    }
  }
}
