package io.brokerbench.schedule;

import java.util.SplittableRandom;
import java.util.function.IntToLongFunction;

/**
 * Distributes a rate profile over senders. Immutable.
 *
 * <p>Uniform arrivals: message i of the run is due when the profile reaches i; sender k of n takes
 * i = k, k + n, k + 2 n, ... Poisson arrivals: a unit-rate Poisson process, mapped through the
 * profile's inverse (time change: Cinlar, Introduction to Stochastic Processes, 1975, 4.7); the
 * senders' processes are independent, and their sum is again Poisson with the profile's rate.
 *
 * @param profile messages per second over time
 * @param arrivals distribution of the messages around the rate
 * @param seed of the random arrivals
 */
public record Schedule(RateProfile profile, Arrivals arrivals, long seed) {

  /** Distribution of messages around the configured rate. */
  public enum Arrivals {
    /** Evenly spaced. */
    UNIFORM,
    /** A Poisson process: messages arrive independently of each other. */
    POISSON
  }

  /**
   * Counts the messages that a schedule makes due, incrementally while the run goes on, so that the
   * final call has little to count. For one thread.
   */
  @FunctionalInterface
  public interface DueCount {

    /**
     * Number of messages of all requests due from {@code fromNanos} (inclusive) to {@code toNanos}
     * (exclusive), whether they were sent or not.
     *
     * @param fromNanos since the start of the run; the start of the measured time, or {@code
     *     toNanos} while that is unknown. Messages counted before stay on their side of it.
     * @param toNanos since the start of the run; not less than in any earlier call
     */
    long due(long fromNanos, long toNanos);
  }

  /**
   * The intended times of the requests of sender {@code sender} of {@code senders}.
   *
   * @param batch messages per request, which is due when its first message is
   */
  public IntendedTimes times(int sender, int senders, int batch) {
    return switch (arrivals) {
      case UNIFORM -> new Uniform(profile, (long) sender * batch, (long) senders * batch);
      case POISSON ->
          new Poisson(profile, (double) senders * batch, new SplittableRandom(seed + sender));
    };
  }

  /**
   * Counts the messages that become due, of all senders together.
   *
   * @param batch messages per request, which is due when its first message is
   * @param quota maximum number of messages of a sender, a multiple of {@code batch}, or {@link
   *     Long#MAX_VALUE}
   */
  public DueCount dueCount(int senders, int batch, IntToLongFunction quota) {
    return switch (arrivals) {
      case UNIFORM -> {
        long requests = requests(senders, batch, quota);
        yield (from, to) ->
            batch
                * (Math.min(requests, requestsBefore(to, batch))
                    - Math.min(requests, requestsBefore(from, batch)));
      }
      case POISSON -> new DrawnDueCount(this, senders, batch, quota);
    };
  }

  private static long requests(int senders, int batch, IntToLongFunction quota) {
    long requests = 0;
    for (int sender = 0; sender < senders; sender++) {
      long own = quota.applyAsLong(sender);
      if (own == Long.MAX_VALUE) {
        return Long.MAX_VALUE;
      }
      requests += own / batch;
    }
    return requests;
  }

  private long requestsBefore(long nanos, int batch) {
    // The profile and its inverse may round to different sides of a nanosecond.
    long due = (long) Math.ceil(profile.messagesUntil((double) nanos) / batch);
    while (due > 0 && dueNanos(profile, (due - 1) * batch) >= nanos) {
      due--;
    }
    while (dueNanos(profile, due * batch) < nanos) {
      due++;
    }
    return due;
  }

  private static long dueNanos(RateProfile profile, long message) {
    return (long) profile.nanosUntil((double) message);
  }

  private static final class Uniform implements IntendedTimes {
    private final RateProfile profile;
    private final long stride;
    private long index;

    Uniform(RateProfile profile, long first, long stride) {
      this.profile = profile;
      this.index = first;
      this.stride = stride;
    }

    @Override
    public long nextNanos() {
      long nanos = dueNanos(profile, index);
      index += stride;
      return nanos;
    }
  }

  private static final class Poisson implements IntendedTimes {
    private final RateProfile profile;
    private final double meanMessages;
    private final SplittableRandom random;
    private double messages;

    Poisson(RateProfile profile, double meanMessages, SplittableRandom random) {
      this.profile = profile;
      this.meanMessages = meanMessages;
      this.random = random;
    }

    @Override
    public long nextNanos() {
      messages -= meanMessages * Math.log1p(-random.nextDouble());
      return (long) profile.nanosUntil(messages);
    }
  }

  /** Counts by drawing the arrivals of all senders again, each when it is due. */
  private static final class DrawnDueCount implements DueCount {

    private final int batch;
    private final IntendedTimes[] times;
    private final long[] nextNanos;
    private final long[] requestsLeft;
    private long requests;

    DrawnDueCount(Schedule schedule, int senders, int batch, IntToLongFunction quota) {
      this.batch = batch;
      this.times = new IntendedTimes[senders];
      this.nextNanos = new long[senders];
      this.requestsLeft = new long[senders];
      for (int sender = 0; sender < senders; sender++) {
        times[sender] = schedule.times(sender, senders, batch);
        nextNanos[sender] = times[sender].nextNanos();
        requestsLeft[sender] = quota.applyAsLong(sender) / batch;
      }
    }

    @Override
    public long due(long fromNanos, long toNanos) {
      for (int sender = 0; sender < times.length; sender++) {
        while (requestsLeft[sender] > 0 && nextNanos[sender] < toNanos) {
          requests += nextNanos[sender] >= fromNanos ? 1 : 0;
          requestsLeft[sender]--;
          nextNanos[sender] = times[sender].nextNanos();
        }
      }
      return requests * batch;
    }
  }
}
