package io.brokerbench.ceiling;

import io.brokerbench.ceiling.Ceilings.GroupedForces;
import io.brokerbench.clock.Clock;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * How many appends several threads get onto the disk when they share forces, as a broker does that
 * acknowledges to many senders at once.
 */
final class GroupedForceRate {

  static final int THREADS = 8;

  private final Storage storage;
  private final Clock clock;
  private final long longestNanos;

  GroupedForceRate(Storage storage, Clock clock, long longestNanos) {
    this.storage = storage;
    this.clock = clock;
    this.longestNanos = longestNanos;
  }

  GroupedForces measure() throws IOException {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try (Storage.Appended file = storage.create()) {
      GroupCommit commits = new GroupCommit(file);
      long start = clock.nanoTime();
      Callable<Void> writer =
          () -> {
            do {
              commits.commit(ForceRate.PAGE_BYTES);
            } while (commits.appends() <= ForceRate.MOST - THREADS
                && clock.nanoTime() - start < longestNanos);
            return null;
          };
      for (Future<Void> each : threads.invokeAll(Collections.nCopies(THREADS, writer))) {
        each.get();
      }
      double seconds = Math.max(1, clock.nanoTime() - start) / 1e9;
      return new GroupedForces(THREADS, commits.appends() / seconds, commits.forces() / seconds);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while threads were writing");
    } catch (ExecutionException e) {
      throw new IOException(e.getCause());
    } finally {
      threads.shutdownNow();
    }
  }
}
