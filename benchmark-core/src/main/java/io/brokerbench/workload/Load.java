package io.brokerbench.workload;

import io.brokerbench.schedule.Arrivals;
import io.brokerbench.schedule.RateProfile;
import io.brokerbench.schedule.Schedule;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/**
 * How messages are offered.
 *
 * @param threads sender threads; 0 if only consumers are measured
 * @param schedule when messages are due; empty for a closed loop
 * @param mode whether a send waits for its answer
 * @param inFlight sends without an answer in mode async
 * @param messages of the whole run, 0 without limit
 * @param warmup its fixed length; empty to find it
 * @param warmupLimit longest warm-up if its length is to be found, at least a second
 * @param duration measured time, zero until stopped
 * @param settle time for what is due or unanswered at the end
 * @param failurePause rest of a closed-loop thread after a failed send
 * @param pause rest of a closed-loop thread after each send
 * @param spinNanos how long before its time a sender spins
 * @param repeat number of runs
 */
public record Load(
    int threads,
    Optional<Schedule> schedule,
    SendMode mode,
    InFlight inFlight,
    long messages,
    Optional<Duration> warmup,
    Duration warmupLimit,
    Duration duration,
    Duration settle,
    Duration failurePause,
    Duration pause,
    long spinNanos,
    int repeat) {

  /** Whether a send waits for its answer. */
  public enum SendMode {
    /** It does. */
    SYNC,
    /** Up to a window of sends is without an answer. */
    ASYNC,
    /** There is no answer. */
    ONEWAY
  }

  private static final long DEFAULT_SPIN_NANOS = 100_000;

  /** How many sends may be without an answer at a time, all threads together. */
  public int atOnce() {
    return mode == SendMode.ASYNC ? inFlight.ofAll(threads) : threads;
  }

  /** Whether as much is offered in each second of the load. */
  public boolean constant() {
    return schedule.map(times -> !Double.isNaN(times.profile().onlyRate())).orElse(true);
  }

  /**
   * Messages that a sender sends at most: whole requests, so that all senders together send at
   * least {@link #messages}.
   *
   * @param batch messages in a request
   * @return {@link Long#MAX_VALUE} without limit
   */
  public long quota(int sender, int batch) {
    if (messages == 0) {
      return Long.MAX_VALUE;
    }
    long requests = (messages + batch - 1) / batch;
    return (requests / threads + (sender < requests % threads ? 1 : 0)) * batch;
  }

  static Load read(Settings settings, Consumption consumption, int batch) {
    boolean dispensable = consumption.any() && !settings.flag("transaction.enabled");
    int threads = (int) settings.integer("load.threads", dispensable ? 0 : 1, 4096);
    Arrivals arrivals = settings.choice("load.arrivals", Arrivals.class);
    long seed = settings.integer("seed", Long.MIN_VALUE, Long.MAX_VALUE);
    boolean unanswered = settings.text("load.in-flight").strip().equals(InFlight.UNANSWERED);
    SendMode mode = settings.choice("load.mode", SendMode.class);
    if (unanswered && mode == SendMode.ASYNC) {
      mode = SendMode.ONEWAY;
    } else if (settings.isGiven("load.in-flight") && mode != SendMode.ASYNC) {
      settings.problem("load.in-flight", "needs load.mode=async (-y true)");
    }
    double scale = settings.parsed("scale", Load::scale);
    long messages = scaled(settings.integer("load.messages", 0, Long.MAX_VALUE), scale);
    Optional<Duration> warmup =
        settings.parsed(
            "load.warmup",
            text ->
                text.equals("auto")
                    ? Optional.empty()
                    : Optional.of(scaled(Quantities.duration(text), scale)));
    if (arrivals == Arrivals.POISSON && settings.text("load.rate").equals("closed")) {
      settings.problem("load.arrivals", "needs a load.rate: a closed loop has no arrivals");
    }
    Optional<RateProfile> profile =
        settings.parsed("load.rate", text -> RateNotation.parse(text, scale));
    return new Load(
        threads,
        profile.map(rate -> new Schedule(rate, arrivals, seed)),
        mode,
        settings.parsed(
            "load.in-flight",
            text ->
                InFlight.parse(
                    text, profile.map(RateProfile::onlyRate).orElse(Double.NaN) / threads / batch)),
        messages,
        warmup,
        settings.duration("load.warmup-limit", Duration.ofSeconds(1)),
        scaled(settings.duration("load.duration", Duration.ZERO), scale),
        settings.duration("load.settle", Duration.ZERO),
        settings.duration("load.failure-pause", Duration.ZERO),
        pause(settings),
        settings.parsed("load.spin", text -> spinNanos(text, threads)),
        (int) settings.integer("load.repeat", 1, 1000));
  }

  private static double scale(String text) {
    try {
      double scale = Double.parseDouble(text.strip());
      if (scale > 0 && scale <= 1) {
        return scale;
      }
    } catch (NumberFormatException e) {
      // falls through to the one message for both
    }
    throw new IllegalArgumentException(
        String.format(Locale.ROOT, "must be above 0 and at most 1, got \"%s\"", text));
  }

  private static Duration scaled(Duration whole, double scale) {
    return Duration.ofNanos(Math.round(whole.toNanos() * scale));
  }

  /** None stay none; of some at least one stays. */
  private static long scaled(long messages, double scale) {
    return scale == 1 ? messages : (long) Math.ceil(messages * scale);
  }

  private static Duration pause(Settings settings) {
    Duration pause = settings.duration("load.pause", Duration.ZERO);
    if (!pause.isZero() && !settings.text("load.rate").equals("closed")) {
      settings.problem("load.pause", "must be 0 with a load.rate: it says when messages are due");
    }
    return pause;
  }

  private static long spinNanos(String text, int threads) {
    if (text.equals("auto")) {
      return threads < Runtime.getRuntime().availableProcessors() ? DEFAULT_SPIN_NANOS : 0;
    }
    return Quantities.duration(text).toNanos();
  }
}
