package io.brokerbench.cluster.docker;

import io.brokerbench.driver.DaemonThreads;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Waits for work that an interrupt must not cut short: the interrupt would close the connection
 * that the thread uses, and the ID of a container that the engine is creating would be lost.
 */
final class Uninterrupted {

  private Uninterrupted() {}

  /**
   * Runs the work in another thread; an interrupt of the caller is restored afterwards.
   *
   * @throws TimeoutException if the work takes longer than this; its thread goes on
   */
  static <T> T call(Supplier<T> work, Duration limit) throws TimeoutException {
    try {
      return CompletableFuture.supplyAsync(
              work, task -> DaemonThreads.start("brokerbench-docker", task))
          .orTimeout(limit.toNanos(), TimeUnit.NANOSECONDS)
          .join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof TimeoutException late) {
        throw late;
      }
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IllegalStateException(e.getCause());
    }
  }
}
