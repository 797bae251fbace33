package io.brokerbench.report;

import io.brokerbench.clock.Clock;
import io.brokerbench.result.Interval;
import io.brokerbench.result.RunResult;
import io.brokerbench.result.Verdict;
import io.brokerbench.run.RunListener;
import io.brokerbench.workload.Workload;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Shows a run on a console: a line each report interval and a summary; on a terminal also where the
 * run stands, every second, in place. For one thread.
 */
public final class Console implements RunListener {

  private static final int BAR_WIDTH = 20;
  private static final String ERASE_LINE = "\r\u001b[K";

  private final PrintStream out;
  private final boolean terminal;
  private final Workload workload;
  private final LineFormat format;
  private final Clock clock;
  private final List<Interval> unreported = new ArrayList<>();

  /**
   * Prints to {@code out}.
   *
   * @param terminal whether a line may be rewritten in place
   */
  public Console(
      PrintStream out, boolean terminal, Workload workload, LineFormat format, Clock clock) {
    this.out = out;
    this.terminal = terminal;
    this.workload = workload;
    this.format = format;
    this.clock = clock;
  }

  @Override
  public void step(String what) {
    inPlace(what + " ...");
  }

  @Override
  public void interval(Interval interval, double progress, double secondsLeft) {
    unreported.add(interval);
    ReportWindow window = window();
    // Intervals are a second give or take, so half of one decides.
    if (window.seconds() >= workload.output().reportInterval().toMillis() / 1e3 - 0.5) {
      unreported.clear();
      line(format.interval().apply(clock.now(), window));
    }
    inPlace(
        "%-8s %s %s%s"
            .formatted(
                interval.phase().name().toLowerCase(Locale.ROOT),
                bar(progress),
                rates(interval),
                secondsLeft < 0 ? "" : ", %.0f s left".formatted(secondsLeft)));
  }

  @Override
  public void ended(RunResult result, Verdict verdict, Path directory) {
    if (!unreported.isEmpty() && window().seconds() >= 1) {
      line(format.interval().apply(clock.now(), window()));
    }
    String complete = format.complete().apply(result);
    if (!complete.isEmpty()) {
      line(complete);
    }
    inPlace("");
    Summary.of(result, verdict, directory).forEach(out::println);
    out.flush();
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
    if (terminal) {
      out.print(ERASE_LINE + text);
      out.flush();
    }
  }

  private String rates(Interval interval) {
    String sent = Units.rate(interval.successPerSecond()) + " msg/s";
    String received = Units.rate(interval.receivedPerSecond()) + " msg/s";
    if (!workload.consumption().any()) {
      return sent;
    }
    return workload.load().threads() == 0
        ? received + " received"
        : "%s sent, %s received".formatted(sent, received);
  }

  private static String bar(double progress) {
    if (progress < 0) {
      return "";
    }
    int full = (int) Math.round(progress * BAR_WIDTH);
    return "[%s%s] %3.0f %%"
        .formatted("#".repeat(full), ".".repeat(BAR_WIDTH - full), progress * 100);
  }
}
