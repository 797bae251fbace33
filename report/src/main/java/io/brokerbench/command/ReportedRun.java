package io.brokerbench.command;

import io.brokerbench.ci.JunitXml;
import io.brokerbench.clock.Clock;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.file.BadInputException;
import io.brokerbench.file.DurableFile;
import io.brokerbench.generator.Generators;
import io.brokerbench.measurement.Interval;
import io.brokerbench.meters.LiveMeters;
import io.brokerbench.results.RunResult;
import io.brokerbench.run.BenchmarkRun;
import io.brokerbench.run.Experiment;
import io.brokerbench.run.RunListener;
import io.brokerbench.stored.RunSet;
import io.brokerbench.stored.StoredRun;
import io.brokerbench.workload.LiveMetrics;
import io.brokerbench.workload.Secrets;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/**
 * A run with everything that its settings and the class path report of it: live meters, the file
 * for CI servers, the page. Used once; {@link #stop} may be called by any thread.
 */
public final class ReportedRun {

  private final LiveMetrics metrics;
  private final List<RunListener> listeners;
  private final RunEnd end = new RunEnd();
  private final BenchmarkRun run;

  /**
   * Creates a run of this experiment without starting it.
   *
   * @param generators of its load
   * @param others listeners that hear of each event before the reports do; secrets are hidden from
   *     them
   */
  public ReportedRun(
      Experiment experiment, Generators generators, Clock clock, List<RunListener> others) {
    this.metrics = experiment.workload().liveMetrics();
    this.listeners = new ArrayList<>(others);
    listeners.add(end);
    // Not by the loader of the calling thread, which in a pool may know other classes.
    ServiceLoader.load(RunListener.class, ReportedRun.class.getClassLoader())
        .forEach(listeners::add);
    this.run = new BenchmarkRun(experiment, generators, clock, all(listeners));
  }

  /** Ends the load now; the results are written as usual, and marked as cut short. */
  public void stop() {
    run.stop();
  }

  /**
   * Runs, and returns the result when everything is written and the cluster is stopped.
   *
   * @throws BrokerException if the cluster did not start correctly
   * @throws IOException if results cannot be written
   * @throws InterruptedException if interrupted or stopped before the load started
   */
  public StoredRun run() throws BrokerException, IOException, InterruptedException {
    try (LiveMeters meters = metrics.any() ? new LiveMeters(metrics, this::event) : null) {
      if (meters != null) {
        listeners.add(meters);
      }
      run.run();
      return end.result();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private void event(String what) {
    listeners.forEach(listener -> listener.event(Secrets.text(what)));
  }

  private static RunListener all(List<RunListener> listeners) {
    return new RunListener() {
      @Override
      public void step(String what) {
        listeners.forEach(listener -> listener.step(Secrets.text(what)));
      }

      @Override
      public void begins(Path directory) {
        listeners.forEach(listener -> listener.begins(directory));
      }

      @Override
      public void event(String what) {
        listeners.forEach(listener -> listener.event(Secrets.text(what)));
      }

      @Override
      public void interval(Interval interval, double progress, double secondsLeft) {
        listeners.forEach(listener -> listener.interval(interval, progress, secondsLeft));
      }

      @Override
      public void ended(RunResult result, Path directory) {
        listeners.forEach(listener -> listener.ended(result, directory));
      }
    };
  }

  /** The end of a run: its result, and its file for CI servers if anything is required of it. */
  private static final class RunEnd implements RunListener {

    private @Nullable StoredRun result;

    @Override
    public void ended(RunResult ended, Path directory) {
      try {
        // From the file, in which secrets are hidden.
        StoredRun run = StoredRun.read(directory);
        result = run;
        if (run.result().requirements() != null) {
          RunSet alone = new RunSet(directory, List.of(run), List.of());
          DurableFile.write(
              directory.resolve(JunitXml.FILE), JunitXml.of(run.result().name(), List.of(alone)));
        }
      } catch (BadInputException e) {
        throw new UncheckedIOException(new IOException(e.getMessage(), e));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    StoredRun result() {
      if (result == null) {
        throw new IllegalStateException("the run has not ended");
      }
      return result;
    }
  }
}
