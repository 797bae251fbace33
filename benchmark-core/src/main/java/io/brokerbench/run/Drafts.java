package io.brokerbench.run;

import io.brokerbench.driver.DaemonThreads;
import io.brokerbench.measurement.BrokerAudit;
import io.brokerbench.measurement.CompletedRun;
import io.brokerbench.measurement.RunDirectory;
import io.brokerbench.measurement.RunSetup;
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
 * Keeps {@code run.json} up to date during the run, marked as not audited; it remains if nothing is
 * written later. A separate thread writes, so that a slow disk does not delay the controlling
 * thread, which calls all methods.
 */
final class Drafts implements AutoCloseable {

  private final RunDirectory directory;
  private final RunSetup setup;
  private final Interruption interruption;
  private final ExecutorService writer =
      Executors.newSingleThreadExecutor(DaemonThreads.named("drafts"));
  private final AtomicReference<@Nullable CompletedRun> latest = new AtomicReference<>();
  private @Nullable CompletableFuture<Void> writing;

  Drafts(RunDirectory directory, RunSetup setup, Interruption interruption) {
    this.directory = directory;
    this.setup = setup;
    this.interruption = interruption;
  }

  /** Whether the previous draft is written. */
  boolean idle() {
    return writing == null || writing.isDone();
  }

  /**
   * Schedules a draft to be written after the current one; replaces a draft that is still waiting.
   *
   * @throws IOException if an earlier draft could not be written
   */
  void keep(MeasuredLoad.Outcome soFar) throws IOException {
    if (idle()) {
      awaitWritten();
    }
    CompletedRun result =
        new CompletedRun(
            setup,
            soFar.measurement(),
            interruption.reason(),
            BrokerAudit.notDone(soFar.measurement().allCounts()),
            soFar.received(),
            soFar.transactions(),
            soFar.plannedFaults(),
            Map.of());
    latest.set(result);
    writing =
        writing == null
            ? CompletableFuture.runAsync(this::writeLatest, writer)
            : writing.thenRunAsync(this::writeLatest, writer);
  }

  private void writeLatest() {
    CompletedRun result = latest.getAndSet(null);
    try {
      if (result != null) {
        directory.draft(result.result(verdict -> verdict), setup.settings());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits for the writer; reports a failure once. */
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
   * Returns when all drafts are written.
   *
   * @throws IOException if a draft could not be written, unless {@link #keep} has reported that
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
