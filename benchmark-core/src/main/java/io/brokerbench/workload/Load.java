package io.brokerbench.workload;

import io.brokerbench.schedule.RateProfile;
import io.brokerbench.schedule.Schedule;
import io.brokerbench.schedule.Schedule.Arrivals;
import io.brokerbench.units.Quantities;
import java.time.Duration;
import java.util.Optional;

/**
 * Configuration of the senders.
 *
 * @param threads sender threads; 0 if only consumers are measured
 * @param schedule of the intended times; empty for a closed loop
 * @param mode whether a send waits for its answer
 * @param inFlight limits of sends in flight in mode async
 * @param messages of the whole run, 0 for no limit
 * @param warmup fixed length of the warm-up; empty to detect it
 * @param warmupLimit maximum length of a detected warm-up, at least a second
 * @param duration measured time, the length of all steps if limits have lengths; zero to run until
 *     stopped
 * @param settle maximum time at the end for messages that are due and answers that are missing
 * @param failurePause pause of a closed-loop thread after a failed send
 * @param pause pause of a closed-loop thread after each send
 * @param spin time before the intended time during which a sender spins; empty if it depends on the
 *     number of senders and processors
 * @param repeat number of runs
 */
public record Load(
    int threads,
    Optional<Schedule> schedule,
    SendMode mode,
    InFlightLimits inFlight,
    long messages,
    Optional<Duration> warmup,
    Duration warmupLimit,
    Duration duration,
    Duration settle,
    Duration failurePause,
    Duration pause,
    Optional<Duration> spin,
    int repeat) {

  /** The value of {@code load.rate} without a rate: a closed loop. */
  public static final String CLOSED = "closed";

  /** Maximum of {@code load.rate}, in messages per second: 10M/s. */
  public static final double MAX_PER_SECOND = 1e7;

  /** Whether a send waits for its answer. */
  public enum SendMode {
    /** Each send waits for its answer. */
    SYNC,
    /** A limited number of sends is in flight. */
    ASYNC,
    /** Sends are not answered. */
    ONEWAY
  }

  private static final long DEFAULT_SPIN_NANOS = 100_000;
  private static final int MOST_THREADS = 4096;

  /** Maximum number of sends in flight, all threads together. */
  public int atOnce() {
    return mode == SendMode.ASYNC ? inFlight.ofAll(threads) : threads;
  }

  /** Whether the offered load and the limit of sends in flight are the same in each second. */
  public boolean constant() {
    return !inFlight.stepped()
        && schedule.map(times -> !Double.isNaN(times.profile().onlyRate())).orElse(true);
  }

  /**
   * Maximum number of messages of a sender, in whole requests, such that all senders together send
   * at least {@link #messages}.
   *
   * @param batch messages per request
   * @return {@link Long#MAX_VALUE} for no limit
   */
  public long quota(int sender, int batch) {
    if (messages == 0) {
      return Long.MAX_VALUE;
    }
    long requests = messages / batch + (messages % batch == 0 ? 0 : 1);
    long own = requests / threads + (sender < requests % threads ? 1 : 0);
    return Math.min(own, Long.MAX_VALUE / batch) * batch;
  }

  /**
   * Time before the intended time during which a sender spins.
   *
   * @param senders number of sender threads in this process
   */
  public long spinNanos(int senders) {
    return spin.map(Duration::toNanos)
        .orElse(senders < Runtime.getRuntime().availableProcessors() ? DEFAULT_SPIN_NANOS : 0L);
  }

  static Load read(Settings settings, ConsumptionSettings consumption, int batch) {
    boolean dispensable = consumption.any() && !settings.flag("transaction.enabled");
    int least = dispensable ? 0 : 1;
    // With mqtt.publishers, threads are not clients.
    int threads =
        (int)
            (settings.isGiven("mqtt.publishers")
                ? settings.integer("load.threads", least, MOST_THREADS)
                : settings.clients("load.threads", least, MOST_THREADS));
    Arrivals arrivals = settings.choice("load.arrivals", Arrivals.class);
    long seed = settings.integer("seed", Long.MIN_VALUE, Long.MAX_VALUE);
    boolean unanswered = settings.text("load.in-flight").strip().equals(InFlight.UNANSWERED);
    SendMode mode = settings.choice("load.mode", SendMode.class);
    if (unanswered && mode == SendMode.ASYNC) {
      mode = SendMode.ONEWAY;
    } else if (settings.isGiven("load.in-flight") && mode != SendMode.ASYNC) {
      settings.problem("load.in-flight", "needs load.mode=async (-y true)");
    }
    Scale scale = Scale.read(settings);
    long messages = scale.of(settings.integer("load.messages", 0, Long.MAX_VALUE));
    if (arrivals == Arrivals.POISSON && settings.text("load.rate").equals(CLOSED)) {
      settings.problem("load.arrivals", "needs a load.rate: a closed loop has no arrivals");
    }
    Optional<RateProfile> profile =
        settings.parsed(
            "load.rate", text -> RateNotation.parse(text, scale.ofRate(), scale.ofTime()));
    if (profile.filter(rate -> Double.isNaN(rate.onlyRate())).isPresent()) {
      // It starts with the warm-up, whose end would be unknown: no part of it is to be lost there.
      settings.imply("load.warmup", "0", "a load.rate that changes");
    }
    Optional<Duration> warmup =
        settings.parsed(
            "load.warmup",
            text ->
                text.equals("auto")
                    ? Optional.empty()
                    : Optional.of(scale.of(Quantities.duration(text))));
    InFlightLimits limits =
        settings.parsed(
            "load.in-flight",
            text ->
                InFlightLimits.parse(
                    text,
                    profile.map(RateProfile::onlyRate).orElse(Double.NaN) / threads / batch,
                    scale));
    Duration duration = scale.of(settings.duration("load.duration", Duration.ZERO));
    return new Load(
        threads,
        profile.map(rate -> new Schedule(rate, arrivals, seed)),
        mode,
        limits,
        messages,
        warmup,
        settings.duration("load.warmup-limit", Duration.ofSeconds(1)),
        limits.length().isZero() ? duration : limits.length(),
        settings.duration("load.settle", Duration.ZERO),
        settings.duration("load.failure-pause", Duration.ZERO),
        pause(settings),
        settings.parsed(
            "load.spin",
            text ->
                text.equals("auto") ? Optional.empty() : Optional.of(Quantities.duration(text))),
        (int) settings.integer("load.repeat", 1, 1000));
  }

  private static Duration pause(Settings settings) {
    Duration pause = settings.duration("load.pause", Duration.ZERO);
    if (!pause.isZero() && !settings.text("load.rate").equals(CLOSED)) {
      settings.problem("load.pause", "must be 0 with a load.rate: it says when messages are due");
    }
    return pause;
  }
}
