package io.brokerbench.command;

import io.brokerbench.clock.Clock;
import io.brokerbench.console.LineFormat;
import io.brokerbench.console.RepeatTable;
import io.brokerbench.console.RunConsole;
import io.brokerbench.console.Terminal;
import io.brokerbench.console.VerdictColors;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.file.BadInputException;
import io.brokerbench.generator.Generators;
import io.brokerbench.run.Experiment;
import io.brokerbench.run.RunListener;
import io.brokerbench.stored.LatestResult;
import io.brokerbench.stored.StoredRun;
import io.brokerbench.units.Text;
import io.brokerbench.workload.Secrets;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Runs an experiment the configured number of times, and ends it cleanly on a signal. */
final class Runs {

  /**
   * Time for the end of a run after a signal: twice that of one whose consumers' pull requests are
   * held by brokers for 21 s.
   */
  private static final int PATIENCE_SECONDS = 60;

  private final Experiment experiment;
  private final LineFormat line;
  private final Reporting reporting;
  private final PrintStream result;
  private final PrintStream out;
  private final PrintStream err;
  private final Clock clock = Clock.system();
  private final RepeatTable table;
  private volatile @Nullable ReportedRun running;
  private volatile boolean stopped;

  Runs(
      Experiment experiment,
      LineFormat line,
      Reporting reporting,
      PrintStream out,
      PrintStream err) {
    this.experiment = experiment;
    this.table = new RepeatTable(experiment.workload().leadingMetric());
    this.line = line;
    this.reporting = reporting;
    this.result = out;
    this.out = reporting.console(out, err);
    this.err = err;
  }

  ExitCode run() {
    Announcement.of(experiment).ifPresent(out::println);
    Generators generators;
    try {
      generators = experiment.generators().gather(out::println);
    } catch (BrokerException e) {
      return failed(ExitCode.WORKERS_MISSING, String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      return failed(ExitCode.RUN_INVALID, "stopped before anything was measured");
    }
    CountDownLatch ended = new CountDownLatch(1);
    Thread hook = new Thread(() -> stop(ended), "stop");
    Runtime.getRuntime().addShutdownHook(hook);
    try (generators;
        LivePages pages = LivePages.of(reporting.live(), results())) {
      return run(generators, pages);
    } catch (BadInputException e) {
      return failed(ExitCode.BAD_INPUT, String.valueOf(e.getMessage()));
    } catch (IOException e) {
      return failed(ExitCode.BUG, Text.of("%s: no page can be shown: %s", Reporting.LIVE, e));
    } finally {
      ended.countDown();
      if (!stopped) {
        Runtime.getRuntime().removeShutdownHook(hook);
      }
    }
  }

  private Path results() {
    return experiment.workload().output().directory();
  }

  private ExitCode run(Generators generators, LivePages pages) {
    int repeat = experiment.workload().load().repeat();
    ExitCode worst = ExitCode.VALID;
    boolean going = true;
    for (int i = 0; i < repeat && going && !stopped; i++) {
      ExitCode code = runOnce(generators, pages);
      going = code.hasResult();
      worst = worst.worse(code);
    }
    if (repeat > 1) {
      table.lines().stream().map(colors()).forEach(out::println);
    }
    return worst;
  }

  private ExitCode runOnce(Generators generators, LivePages pages) {
    try {
      generators.check();
    } catch (BrokerException e) {
      return failed(
          ExitCode.WORKERS_MISSING,
          Text.of("%s; start what is missing, and give the command again", e.getMessage()));
    }
    RunListener console = console();
    Consumer<String> announced = reporting.quiet() ? out::println : console::event;
    List<RunListener> listeners = List.of(console, table, announcing(pages, announced));
    ReportedRun run = new ReportedRun(experiment, generators, clock, listeners);
    running = run;
    if (stopped) {
      run.stop();
    }
    try {
      StoredRun stored = run.run();
      LatestResult.is(stored.directory());
      reporting.write(stored.directory(), result);
      return reporting.code(stored.result());
    } catch (BrokerException e) {
      return failed(ExitCode.BROKER_FAILED, String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      return failed(ExitCode.RUN_INVALID, "stopped before anything was measured");
    } catch (IOException e) {
      return failed(ExitCode.BUG, Text.of("results cannot be written to %s: %s", results(), e));
    } catch (RuntimeException | Error e) {
      // Ends the process, even if a client library has left threads running.
      return bug(e);
    }
  }

  /** Names the page of each run before its load. */
  private static RunListener announcing(LivePages pages, Consumer<String> console) {
    return new RunListener() {
      @Override
      public void begins(Path directory) {
        pages.announce(directory, console);
      }
    };
  }

  private UnaryOperator<String> colors() {
    return reporting.onStandardOutput()
        ? VerdictColors.ofStandardOutput()
        : UnaryOperator.identity();
  }

  private RunListener console() {
    IntSupplier columns = reporting.onStandardOutput() ? Terminal::columns : () -> 0;
    RunConsole console = new RunConsole(out, columns, colors(), experiment.workload(), line, clock);
    return reporting.quiet() ? console.summaryOnly() : console;
  }

  /**
   * Runs in the shutdown hook: the JVM stays until the result is written, the cluster stopped and
   * the workers let go.
   */
  private void stop(CountDownLatch ended) {
    stopped = true;
    ReportedRun run = running;
    if (run != null) {
      run.stop();
    }
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
}
