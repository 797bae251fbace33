package io.brokerbench.command;

import io.brokerbench.clock.Clock;
import io.brokerbench.console.LineFormat;
import io.brokerbench.console.RepeatTable;
import io.brokerbench.console.RunConsole;
import io.brokerbench.console.Terminal;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.measurement.CompletedRun;
import io.brokerbench.measurement.Interval;
import io.brokerbench.meters.LiveMeters;
import io.brokerbench.results.Verdict;
import io.brokerbench.run.BenchmarkRun;
import io.brokerbench.run.Experiment;
import io.brokerbench.run.RunListener;
import io.brokerbench.units.Text;
import io.brokerbench.workload.Output;
import io.brokerbench.workload.Secrets;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Runs an experiment the configured number of times, and ends it cleanly on a signal. */
final class Runs {

  private static final int PATIENCE_SECONDS = 30;

  private final Experiment experiment;
  private final LineFormat line;
  private final PrintStream out;
  private final PrintStream err;
  private final Clock clock = Clock.system();
  private final RepeatTable table = new RepeatTable();
  private volatile boolean stopped;

  Runs(Experiment experiment, LineFormat line, PrintStream out, PrintStream err) {
    this.experiment = experiment;
    this.line = line;
    this.out = out;
    this.err = err;
  }

  ExitCode run() {
    Announcement.of(experiment).ifPresent(out::println);
    int repeat = experiment.workload().load().repeat();
    ExitCode worst = ExitCode.VALID;
    boolean going = true;
    for (int i = 0; i < repeat && going && !stopped; i++) {
      ExitCode code = runOnce();
      going = code.hasResult();
      worst = worst.worse(code);
    }
    if (repeat > 1) {
      table.lines().forEach(out::println);
    }
    return worst;
  }

  private ExitCode runOnce() {
    Output output = experiment.workload().output();
    List<RunListener> listeners = new ArrayList<>();
    listeners.add(new RunConsole(out, Terminal::columns, experiment.workload(), line, clock));
    listeners.add(table);
    RunEnd end = new RunEnd();
    listeners.add(end);
    // Reports come from listeners on the class path, after the console has printed its lines.
    ServiceLoader.load(RunListener.class).forEach(listeners::add);
    BenchmarkRun run = new BenchmarkRun(experiment, clock, all(listeners));
    CountDownLatch ended = new CountDownLatch(1);
    Thread hook = new Thread(() -> stop(run, ended), "stop");
    Runtime.getRuntime().addShutdownHook(hook);
    try (LiveMeters meters =
        output.metricsPort() == 0 ? null : new LiveMeters(output.metricsPort())) {
      if (meters != null) {
        listeners.add(meters);
      }
      run.run();
      return end.code();
    } catch (BrokerException e) {
      return failed(ExitCode.BROKER_FAILED, String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      return failed(ExitCode.RUN_INVALID, "stopped before anything was measured");
    } catch (IOException | UncheckedIOException e) {
      return failed(
          ExitCode.BUG, Text.of("results cannot be written to %s: %s", output.directory(), e));
    } catch (RuntimeException | Error e) {
      // Ends the process, even if a client library has left threads running.
      return bug(e);
    } finally {
      ended.countDown();
      if (!stopped) {
        Runtime.getRuntime().removeShutdownHook(hook);
      }
    }
  }

  /**
   * Runs in the shutdown hook: the JVM stays until the result is written and the cluster stopped.
   */
  private void stop(BenchmarkRun run, CountDownLatch ended) {
    stopped = true;
    run.stop();
    try {
      if (!ended.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        err.println(
            "the run did not end within "
                + PATIENCE_SECONDS
                + " s; what it measured is kept as INVALID: audit not done");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private ExitCode failed(ExitCode code, String why) {
    err.println(Secrets.text(why));
    return code;
  }

  /** Prints a one-line message, followed by the stack trace for developers. */
  private ExitCode bug(Throwable failure) {
    err.println("brokerbench failed, which is a bug: " + failure.getMessage());
    failure.printStackTrace(err);
    return ExitCode.BUG;
  }

  private static RunListener all(List<RunListener> listeners) {
    return new RunListener() {
      @Override
      public void step(String what) {
        listeners.forEach(listener -> listener.step(Secrets.text(what)));
      }

      @Override
      public void interval(Interval interval, double progress, double secondsLeft) {
        listeners.forEach(listener -> listener.interval(interval, progress, secondsLeft));
      }

      @Override
      public void ended(CompletedRun result, Verdict verdict, Path directory) {
        listeners.forEach(listener -> listener.ended(result, verdict, directory));
      }
    };
  }
}
