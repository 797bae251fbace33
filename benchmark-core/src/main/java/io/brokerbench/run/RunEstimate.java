package io.brokerbench.run;

import io.brokerbench.file.WriteAccess;
import io.brokerbench.schedule.RateProfile;
import io.brokerbench.schedule.Schedule;
import io.brokerbench.units.Text;
import io.brokerbench.units.Units;
import io.brokerbench.workload.Load;
import io.brokerbench.workload.SettingsException;
import io.brokerbench.workload.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The maximum time and disk space of runs, one after the other, before anything starts. The brokers
 * of each run are new, so their messages do not add up.
 *
 * @param runs maximum number of runs
 * @param seconds maximum time of all runs together; infinite for a run without a stated end
 * @param end of a run without a stated end, for display
 * @param resultBytes disk space of the results
 * @param results their directory
 * @param store messages at the brokers; empty if none are stored on a disk
 * @param problem why the messages of a run do not fit on the disk of its brokers; empty if they do
 */
public record RunEstimate(
    int runs,
    double seconds,
    String end,
    double resultBytes,
    Path results,
    Optional<StoreEstimate> store,
    Optional<String> problem) {

  /** Start of the brokers, audit and end of a run. */
  private static final double OVERHEAD_SECONDS = 25;

  private static final double SECONDS_PER_HOUR = 3600;
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double MILLIS_PER_SECOND = 1e3;

  /** About a row of {@code intervals.csv}, or of a latency in {@code latency.hlog}. */
  private static final double ROW_BYTES = 1024;

  /** After the first hour, latencies are those of ten seconds. */
  private static final double MERGED_SECONDS = 10;

  /** {@code report.html} of a run of some minutes, and of a long one. */
  private static final double SHORT_REPORT_BYTES = 2e6;

  private static final double LONG_REPORT_BYTES = 5e6;
  private static final double SHORT_SECONDS = 1000;

  /** The estimate of a run and its repeats. */
  public static RunEstimate of(Experiment experiment) {
    Load load = experiment.workload().load();
    Optional<RateProfile> rate = load.schedule().map(Schedule::profile);
    return of(experiment, seconds(experiment, rate), rate, rate).times(load.repeat());
  }

  /**
   * The estimate of a search. A number of messages does not limit its time, because the lowest rate
   * is unknown.
   *
   * @param start rate of the first run, messages per second
   * @param highest highest rate, messages per second; infinite if there is no limit
   * @param runs maximum number of runs
   */
  public static RunEstimate ofSearch(
      Experiment experiment, double start, double highest, int runs) {
    return of(
            experiment,
            seconds(experiment, Optional.empty()),
            Optional.of(RateProfile.constant(start)),
            Double.isInfinite(highest)
                ? Optional.empty()
                : Optional.of(RateProfile.constant(highest)))
        .times(runs);
  }

  private static RunEstimate of(
      Experiment experiment,
      double seconds,
      Optional<RateProfile> rate,
      Optional<RateProfile> highest) {
    Workload workload = experiment.workload();
    Optional<StoreEstimate> store =
        experiment
            .cluster()
            .store()
            .filter(each -> workload.load().threads() > 0)
            .map(
                each ->
                    StoreEstimate.of(
                        each,
                        workload,
                        rate,
                        highest,
                        each.directory().map(RunEstimate::free).orElse(OptionalLong.empty())));
    return new RunEstimate(
        1,
        seconds,
        endOf(workload),
        resultBytes(
            Double.isInfinite(seconds) ? SECONDS_PER_HOUR : seconds, workload.metrics().size()),
        workload.output().directory(),
        store,
        store.flatMap(StoreEstimate::problem));
  }

  /** The end of a run without a stated end. */
  private static String endOf(Workload workload) {
    if (workload.consumption().backlog().isPresent()) {
      return "until the backlog is consumed";
    }
    return workload.load().messages() > 0
        ? Text.of("until %,d messages are sent", workload.load().messages())
        : "until stopped";
  }

  /** The length of a run; infinite if it ends by a signal, a number of messages or a backlog. */
  private static double seconds(Experiment experiment, Optional<RateProfile> rate) {
    Workload workload = experiment.workload();
    Load load = workload.load();
    double loaded =
        load.duration().isZero()
            ? Double.POSITIVE_INFINITY
            : workload.longestNanos(rate) / NANOS_PER_SECOND;
    // With a backlog, the run continues without senders.
    boolean endsWithMessages = load.messages() > 0 && workload.consumption().backlog().isEmpty();
    if (endsWithMessages && rate.isPresent()) {
      loaded = Math.min(loaded, rate.get().nanosUntil((double) load.messages()) / NANOS_PER_SECOND);
    }
    boolean checksBack =
        workload.transactions().enabled() && workload.transactions().sendUnknown() > 0;
    boolean consumes = workload.consumption().any();
    double drain = consumes || checksBack ? seconds(workload.consumption().drain()) : 0;
    return loaded
        + seconds(load.settle())
        + seconds(workload.message().longestDeliverAfter())
        + drain
        + (consumes ? seconds(experiment.driver().deliveryDelay()) : 0)
        + (checksBack ? seconds(experiment.cluster().checkBackDelay()) : 0)
        + OVERHEAD_SECONDS;
  }

  private static double seconds(Duration duration) {
    return duration.toMillis() / MILLIS_PER_SECOND;
  }

  private static double resultBytes(double seconds, int metrics) {
    double first = Math.min(seconds, SECONDS_PER_HOUR);
    double latencyRows = metrics * (first + (seconds - first) / MERGED_SECONDS);
    return (seconds + latencyRows) * ROW_BYTES
        + (seconds > SHORT_SECONDS ? LONG_REPORT_BYTES : SHORT_REPORT_BYTES);
  }

  /** The usable space of the file system of a directory, which may be missing. */
  private static OptionalLong free(Path directory) {
    try {
      @Nullable Path existing = WriteAccess.nearestExisting(directory);
      return existing == null
          ? OptionalLong.empty()
          : OptionalLong.of(Files.getFileStore(existing).getUsableSpace());
    } catch (IOException e) {
      return OptionalLong.empty();
    }
  }

  public RunEstimate times(int repeats) {
    return new RunEstimate(
        runs * repeats, seconds * repeats, end, resultBytes * repeats, results, store, problem);
  }

  /** The estimate of all these runs, at least one; the store is that of the largest. */
  public static RunEstimate sum(List<RunEstimate> all) {
    return new RunEstimate(
        all.stream().mapToInt(each -> each.runs).sum(),
        all.stream().mapToDouble(each -> each.seconds).sum(),
        all.stream()
            .filter(each -> Double.isInfinite(each.seconds))
            .findFirst()
            .orElse(all.get(0))
            .end,
        all.stream().mapToDouble(each -> each.resultBytes).sum(),
        all.get(0).results,
        all.stream()
            .flatMap(each -> each.store.stream())
            .max(Comparator.comparingDouble(StoreEstimate::mostBytes)),
        all.stream().flatMap(each -> each.problem.stream()).findFirst());
  }

  /**
   * Checks the disk of the brokers.
   *
   * @return this estimate
   * @throws SettingsException if the messages of a run do not fit on it
   */
  public RunEstimate requireRoom() throws SettingsException {
    if (problem.isPresent()) {
      throw new SettingsException(List.of(problem.get()));
    }
    return this;
  }

  /** The estimate in one line. */
  public String text() {
    String each = Double.isInfinite(seconds) ? " per hour" : "";
    return Text.of(
        "estimate: %s%s; results at most %s%s%s%s",
        runs == 1 ? "" : Text.of("%,d runs, ", runs),
        Double.isInfinite(seconds) ? end : "at most " + time(seconds),
        Units.bytes(resultBytes),
        each,
        free(results).isPresent()
            ? Text.of(" (%s has %s free)", results, Units.bytes((double) free(results).getAsLong()))
            : "",
        store
            .map(
                largest ->
                    Text.of(
                        "; brokers store %s%s",
                        largest.text(), runs == 1 ? "" : " in the largest run"))
            .orElse(""));
  }

  /** A length of time in seconds, minutes or hours, rounded up. */
  public static String time(double seconds) {
    double minutes = Math.ceil(seconds / 60);
    return seconds <= 120
        ? Text.of("%.0f s", Math.ceil(seconds))
        : minutes < 120 ? Text.of("%.0f min", minutes) : Text.of("%.1f h", minutes / 60);
  }
}
