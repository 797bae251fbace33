package io.brokerbench.console;

import io.brokerbench.clock.Clock;
import io.brokerbench.load.LoadGenerator;
import io.brokerbench.measurement.Interval;
import io.brokerbench.record.Ledger.Counts;
import io.brokerbench.results.RunResult;
import io.brokerbench.run.RunListener;
import io.brokerbench.workload.Workload;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntSupplier;
import java.util.function.UnaryOperator;

/**
 * Prints a run to a console: one line per report interval and a summary; on a terminal also the
 * current state, updated in place every second. For one thread.
 */
public final class RunConsole implements RunListener {

  private static final String ERASE_LINE = "\r\u001b[K";

  private final PrintStream out;
  private final IntSupplier columns;
  private final UnaryOperator<String> colors;
  private final Workload workload;
  private final LineFormat format;
  private final Clock clock;
  private final StatusLine status;
  private final List<Interval> unreported = new ArrayList<>();
  private Counts all = Counts.NONE;

  /**
   * @param columns width of the terminal, queried for each line that is updated in place; 0 if
   *     there is none
   * @param colors colors verdicts in lines of the summary
   */
  public RunConsole(
      PrintStream out,
      IntSupplier columns,
      UnaryOperator<String> colors,
      Workload workload,
      LineFormat format,
      Clock clock) {
    this.out = out;
    this.columns = columns;
    this.colors = colors;
    this.workload = workload;
    this.format = format;
    this.clock = clock;
    this.status = new StatusLine(workload);
  }

  @Override
  public void step(String what) {
    inPlace(what + " ...");
  }

  @Override
  public void event(String what) {
    line(what);
  }

  @Override
  public void interval(Interval interval, double progress, double secondsLeft) {
    if (!interval.phase().underLoad() && loadIsUnreported()) {
      // Otherwise seconds without sends would lower its rates.
      reportRest();
    }
    unreported.add(interval);
    all = interval.after().sends();
    // Intervals are about one second long, so half a second is the threshold.
    if (unreportedSeconds()
        >= workload.output().reportInterval().toMillis() / 1e3 - Interval.SHORTEST_SECONDS) {
      report();
    }
    if (interval.saysRates()) {
      inPlace(room -> status.after(interval, progress, secondsLeft, room));
    }
  }

  private boolean loadIsUnreported() {
    return !unreported.isEmpty() && unreported.get(0).phase().underLoad();
  }

  /** Prints a line of the intervals since the last one, if they are long enough for one. */
  private void reportRest() {
    if (!unreported.isEmpty() && unreportedSeconds() >= Interval.SHORTEST_SECONDS) {
      report();
    }
    unreported.clear();
  }

  private void report() {
    Interval window = Interval.together(unreported);
    unreported.clear();
    line(format.interval().of(clock.now(), workload, window));
  }

  @Override
  public void ended(RunResult result, Path directory) {
    reportRest();
    String complete = format.complete().apply(result, all.withInFlightAs(LoadGenerator.NO_ANSWER));
    if (!complete.isEmpty()) {
      line(complete);
    }
    inPlace("");
    summarize(result, directory);
  }

  private void summarize(RunResult result, Path directory) {
    Summary.of(result, workload, directory).stream().map(colors).forEach(out::println);
    out.flush();
  }

  /** A listener that prints the summary, and nothing before. */
  public RunListener summaryOnly() {
    return new RunListener() {
      @Override
      public void ended(RunResult result, Path directory) {
        summarize(result, directory);
      }
    };
  }

  private double unreportedSeconds() {
    return unreported.get(unreported.size() - 1).toSeconds() - unreported.get(0).fromSeconds();
  }

  private void line(String text) {
    inPlace("");
    out.println(text);
    out.flush();
  }

  private void inPlace(String text) {
    inPlace(room -> text);
  }

  private void inPlace(IntFunction<String> text) {
    int width = columns.getAsInt();
    if (width > 0) {
      // A terminal whose last column is filled may continue on the next line.
      int room = width - 1;
      String fitting = text.apply(room);
      out.print(ERASE_LINE + fitting.substring(0, Math.min(room, fitting.length())));
      out.flush();
    }
  }
}
