package io.brokerbench.console;

import io.brokerbench.clock.Clock;
import io.brokerbench.measurement.CompletedRun;
import io.brokerbench.measurement.Interval;
import io.brokerbench.results.Verdict;
import io.brokerbench.run.RunListener;
import io.brokerbench.units.Text;
import io.brokerbench.workload.Workload;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.IntSupplier;

/**
 * Prints a run to a console: one line per report interval and a summary; on a terminal also the
 * current state, updated in place every second. For one thread.
 */
public final class RunConsole implements RunListener {

  private static final String ERASE_LINE = "\r\u001b[K";

  /** Foreground colors of the words that lines of the summary may start with. */
  private static final Map<String, Integer> COLORS =
      Map.of("VALID", 32, "SUSPECT", 33, "INVALID", 31, "BROKEN", 31, "MISSED", 31);

  private final PrintStream out;
  private final IntSupplier columns;
  private final boolean colors;
  private final Workload workload;
  private final LineFormat format;
  private final Clock clock;
  private final StatusLine status;
  private final List<Interval> unreported = new ArrayList<>();

  /**
   * Creates a console that prints to {@code out}.
   *
   * @param columns width of the terminal, queried for each line that is updated in place; 0 if
   *     there is none
   * @param colors whether verdicts have colors on a terminal
   */
  public RunConsole(
      PrintStream out,
      IntSupplier columns,
      boolean colors,
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
    // Intervals are about one second long, so half a second is the threshold.
    if (window().seconds()
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
    if (!unreported.isEmpty() && window().seconds() >= Interval.SHORTEST_SECONDS) {
      report();
    }
    unreported.clear();
  }

  private void report() {
    ReportWindow window = window();
    unreported.clear();
    line(format.interval().apply(clock.now(), window));
  }

  @Override
  public void ended(CompletedRun result, Verdict verdict, Path directory) {
    reportRest();
    String complete = format.complete().apply(result);
    if (!complete.isEmpty()) {
      line(complete);
    }
    inPlace("");
    summarize(result, verdict, directory);
  }

  private void summarize(CompletedRun result, Verdict verdict, Path directory) {
    boolean colored = colors && columns.getAsInt() > 0;
    for (String line : Summary.of(result, verdict, directory)) {
      out.println(colored ? colored(line) : line);
    }
    out.flush();
  }

  private static String colored(String line) {
    String word = line.replaceFirst(" .*", "");
    Integer color = COLORS.get(word);
    return color == null
        ? line
        : Text.of("\u001b[1;%dm%s\u001b[0m%s", color, word, line.substring(word.length()));
  }

  /** A listener that prints the summary, and nothing before. */
  public RunListener summaryOnly() {
    return new RunListener() {
      @Override
      public void ended(CompletedRun result, Verdict verdict, Path directory) {
        summarize(result, verdict, directory);
      }
    };
  }

  private ReportWindow window() {
    return new ReportWindow(workload, List.copyOf(unreported));
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
