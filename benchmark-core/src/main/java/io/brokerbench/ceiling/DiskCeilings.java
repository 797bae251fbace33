package io.brokerbench.ceiling;

import io.brokerbench.ceiling.Ceilings.Bandwidth;
import io.brokerbench.ceiling.Ceilings.Forces;
import io.brokerbench.ceiling.Ceilings.GroupedForces;
import io.brokerbench.ceiling.Repetition.Outcome;
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
 * The ceilings of a disk.
 *
 * @param longestNanos time limit of each; an operation that has started may exceed it
 */
record DiskCeilings(Storage disk, Clock clock, long longestNanos) {

  private static final int PAGE_BYTES = 4 << 10;

  /** 128 MiB of pages. */
  static final int MOST_PAGES = 32_768;

  private static final int THREADS = 8;

  private static final int BLOCK_BYTES = Storage.LARGEST_APPEND;
  private static final long MOST_BYTES = 256L << 20;

  /** Long enough that the wait for its force hardly matters; takes 3 s at 10 MB/s. */
  static final long STRETCH_BYTES = 32L << 20;

  /**
   * Rate at which one thread can append a page and force it. This is queue depth 1: one producer,
   * and a broker that flushes each message before it acknowledges it.
   */
  Forces fsync() throws IOException {
    try (Storage.Appended file = disk.create()) {
      Outcome outcome =
          new Repetition(clock, MOST_PAGES, longestNanos)
              .of(
                  () -> {
                    file.append(PAGE_BYTES);
                    file.force();
                  });
      return new Forces(outcome.perSecond(), outcome.latency());
    }
  }

  /**
   * Rate of forced appends of several threads that share forces, as in a broker that acknowledges
   * to many producers at once.
   */
  GroupedForces groupedFsync() throws IOException {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try (Storage.Appended file = disk.create()) {
      GroupCommit commits = new GroupCommit(file);
      long start = clock.nanoTime();
      Callable<Void> writer =
          () -> {
            do {
              commits.commit(PAGE_BYTES);
            } while (commits.appends() <= MOST_PAGES - THREADS
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

  /**
   * Rate of sequential writes in blocks of 1 MiB. Without intermediate forces the page cache would
   * accept all blocks at once, and the time limit would have no effect; therefore each stretch is
   * forced.
   */
  Bandwidth sequentialWrite() throws IOException {
    try (Storage.Appended file = disk.create()) {
      long start = clock.nanoTime();
      long bytes = 0;
      do {
        file.append(BLOCK_BYTES);
        bytes += BLOCK_BYTES;
        if (bytes % STRETCH_BYTES == 0) {
          file.force();
        }
      } while (bytes < MOST_BYTES && clock.nanoTime() - start < longestNanos);
      file.force();
      return Bandwidth.of(bytes, clock.nanoTime() - start);
    }
  }
}
