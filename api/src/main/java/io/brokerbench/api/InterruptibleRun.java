package io.brokerbench.api;

import io.brokerbench.clock.Clock;
import io.brokerbench.command.ReportedRun;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.generator.Generators;
import io.brokerbench.run.Experiment;
import io.brokerbench.run.RunListener;
import io.brokerbench.stored.StoredRun;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * A run in a thread of its own: the interrupt of its caller ends it as a signal ends that of a
 * command, and does not reach the requests by which it closes sessions and brokers.
 */
final class InterruptibleRun {

  private InterruptibleRun() {}

  /** Runs, and waits for the end in any case. */
  static StoredRun of(Experiment experiment, Generators generators, List<RunListener> listeners)
      throws BrokerException, IOException, InterruptedException {
    ReportedRun run = new ReportedRun(experiment, generators, Clock.system(), listeners);
    Callable<StoredRun> whole = run::run;
    FutureTask<StoredRun> task = new FutureTask<>(whole);
    CompletableFuture<Void> end =
        CompletableFuture.runAsync(task, work -> new Thread(work, "benchmark").start());
    try {
      return task.get();
    } catch (InterruptedException e) {
      run.stop();
      end.join();
      try {
        task.get();
      } catch (ExecutionException failure) {
        // Its results may not be written.
        e.addSuppressed(failure);
      }
      throw e;
    } catch (ExecutionException e) {
      throw cause(e);
    }
  }

  /** The exception of the run; returns only one without a check. */
  private static RuntimeException cause(ExecutionException e)
      throws BrokerException, IOException, InterruptedException {
    Throwable cause = e.getCause();
    if (cause instanceof BrokerException failure) {
      throw failure;
    }
    if (cause instanceof IOException failure) {
      throw failure;
    }
    if (cause instanceof InterruptedException interrupt) {
      throw interrupt;
    }
    if (cause instanceof Error error) {
      throw error;
    }
    return cause instanceof RuntimeException defect ? defect : new IllegalStateException(cause);
  }
}
