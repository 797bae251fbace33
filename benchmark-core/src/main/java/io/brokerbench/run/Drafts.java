package io.brokerbench.run;

import io.brokerbench.result.Audit;
import io.brokerbench.result.Measurement;
import io.brokerbench.result.Received;
import io.brokerbench.result.RunDirectory;
import io.brokerbench.result.RunResult;
import io.brokerbench.result.Setup;
import io.brokerbench.result.Transacted;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Keeps {@code run.json} up to date while the run goes on, marked as not audited: what is left of
 * the run if nothing is written later. A thread of its own writes, so that a slow disk does not
 * hold up the thread that conducts the run, which calls everything here.
 */
final class Drafts implements AutoCloseable {

  private final RunDirectory directory;
  private final Setup setup;
  private final ExecutorService writer =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread thread = new Thread(task, "drafts");
            thread.setDaemon(true);
            return thread;
          });
  private final AtomicReference<@Nullable RunResult> latest = new AtomicReference<>();
  private @Nullable CompletableFuture<Void> writing;

  /** Nothing is written yet. */
  Drafts(RunDirectory directory, Setup setup) {
    this.directory = directory;
    this.setup = setup;
  }

  /** Whether the one before is written. */
  boolean idle() {
    return writing == null || writing.isDone();
  }

  /**
   * Has this written, after what is being written now; what waits for that is replaced.
   *
   * @param measurement changes no more
   * @throws IOException if the one before could not be written
   */
  void keep(Measurement measurement, @Nullable Received received, @Nullable Transacted transacted)
      throws IOException {
    if (idle()) {
      awaitWritten();
    }
    RunResult result =
        new RunResult(
            setup,
            measurement,
            Audit.notDone(measurement.allCounts()),
            received,
            transacted,
            Map.of());
    latest.set(result);
    writing =
        writing == null
            ? CompletableFuture.runAsync(this::writeLatest, writer)
            : writing.thenRunAsync(this::writeLatest, writer);
  }

  private void writeLatest() {
    RunResult result = latest.getAndSet(null);
    try {
      if (result != null) {
        directory.draft(result);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A failure is reported once. */
  private void awaitWritten() throws IOException {
    CompletableFuture<Void> last = writing;
    writing = null;
    try {
      if (last != null) {
        last.join();
      }
    } catch (CompletionException e) {
      if (e.getCause() instanceof UncheckedIOException unwritten) {
        throw unwritten.getCause();
      }
      throw e;
    }
  }

  /**
   * Returns when nothing is written any more.
   *
   * @throws IOException if one could not be written, unless {@link #keep} has reported that
   */
  @Override
  public void close() throws IOException {
    try {
      awaitWritten();
    } finally {
      writer.shutdown();
    }
  }
}
