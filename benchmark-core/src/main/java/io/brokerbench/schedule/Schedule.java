package io.brokerbench.schedule;

import java.util.SplittableRandom;

/**
 * Spreads a rate profile over senders. Immutable.
 *
 * <p>Uniform arrivals: message i of the run is due when the profile reaches i; sender k of n takes
 * i = k, k + n, k + 2 n, ... Poisson arrivals: a unit-rate Poisson process, mapped through the
 * profile's inverse (time change: Cinlar, Introduction to Stochastic Processes, 1975, 4.7); the
 * senders' processes are independent, and their sum is again Poisson with the profile's rate.
 *
 * @param profile messages per second over time
 * @param arrivals how they are spread
 * @param seed of the random arrivals
 */
public record Schedule(RateProfile profile, Arrivals arrivals, long seed) {

  /** The times of sender {@code sender} of {@code senders}. */
  public IntendedTimes times(int sender, int senders) {
    return switch (arrivals) {
      case UNIFORM -> new Uniform(profile, sender, senders);
      case POISSON -> new Poisson(profile, senders, new SplittableRandom(seed + sender));
    };
  }

  /** The messages due before {@code nanos}; exact for uniform arrivals, expected for Poisson. */
  public double dueBefore(long nanos) {
    double messages = profile.messagesUntil((double) nanos);
    if (arrivals == Arrivals.POISSON) {
      return messages;
    }
    // The two directions of the profile may round to different sides of a nanosecond.
    long due = (long) Math.ceil(messages);
    while (due > 0 && dueNanos(profile, due - 1) >= nanos) {
      due--;
    }
    while (dueNanos(profile, due) < nanos) {
      due++;
    }
    return (double) due;
  }

  private static long dueNanos(RateProfile profile, long message) {
    return (long) profile.nanosUntil((double) message);
  }

  private static final class Uniform implements IntendedTimes {
    private final RateProfile profile;
    private final int stride;
    private long index;

    Uniform(RateProfile profile, int first, int stride) {
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
    private final int senders;
    private final SplittableRandom random;
    private double messages;

    Poisson(RateProfile profile, int senders, SplittableRandom random) {
      this.profile = profile;
      this.senders = senders;
      this.random = random;
    }

    @Override
    public long nextNanos() {
      messages -= senders * Math.log1p(-random.nextDouble());
      return (long) profile.nanosUntil(messages);
    }
  }
}
