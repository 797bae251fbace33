package io.brokerbench.schedule;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The configured rate over time: linear pieces, constant or ramping, of which the last continues
 * indefinitely. Immutable.
 *
 * <p>With rate r(t), N(t) = the integral of r from 0 to t messages are due by time t. The profile
 * computes the inverse: the time at which N(t) reaches a count. In a piece of start rate a and
 * slope s this solves a t + s t^2 / 2 = n, as t = 2 n / (a + sqrt(a^2 + 2 s n)), the form that is
 * numerically stable for s near 0.
 */
public final class RateProfile {

  private static final double NANOS_PER_SECOND = 1e9;

  /**
   * A linear piece of the profile.
   *
   * @param fromPerSecond rate at its start in messages per second, above 0
   * @param toPerSecond rate at its end in messages per second, above 0
   * @param seconds its length; infinite for the last piece
   */
  public record Piece(double fromPerSecond, double toPerSecond, double seconds) {

    public Piece {
      if (!(fromPerSecond > 0) || !(toPerSecond > 0) || !(seconds > 0)) {
        throw new IllegalArgumentException("rates and lengths must be above 0");
      }
      if (Double.isInfinite(seconds) && fromPerSecond != toPerSecond) {
        throw new IllegalArgumentException("a ramp must end");
      }
    }

    double messages() {
      return Double.isInfinite(seconds) ? seconds : (fromPerSecond + toPerSecond) / 2 * seconds;
    }

    private double slope() {
      return Double.isInfinite(seconds) ? 0 : (toPerSecond - fromPerSecond) / seconds;
    }

    double secondsUntil(double messages) {
      if (fromPerSecond == toPerSecond) {
        // Equals the result of the general form to the last bit, at a third of its cost.
        return messages / fromPerSecond;
      }
      double root = fromPerSecond * fromPerSecond + 2 * slope() * messages;
      return 2 * messages / (fromPerSecond + Math.sqrt(Math.max(0, root)));
    }

    double messagesUntil(double time) {
      return fromPerSecond * time + slope() * time * time / 2;
    }
  }

  private final Piece[] pieces;
  private final double[] startSeconds;
  private final double[] startMessages;

  private RateProfile(List<Piece> pieces) {
    this.pieces = pieces.toArray(new Piece[0]);
    this.startSeconds = new double[this.pieces.length];
    this.startMessages = new double[this.pieces.length];
    for (int i = 1; i < this.pieces.length; i++) {
      startSeconds[i] = startSeconds[i - 1] + this.pieces[i - 1].seconds();
      startMessages[i] = startMessages[i - 1] + this.pieces[i - 1].messages();
    }
  }

  /** A constant rate in messages per second. */
  public static RateProfile constant(double perSecond) {
    return of(List.of(new Piece(perSecond, perSecond, Double.POSITIVE_INFINITY)));
  }

  /**
   * A sequence of pieces; if the last one is finite, its end rate continues indefinitely.
   *
   * @throws IllegalArgumentException if there are no pieces, or an infinite one is not the last
   */
  public static RateProfile of(List<Piece> pieces) {
    if (pieces.isEmpty()) {
      throw new IllegalArgumentException("a profile needs a piece");
    }
    if (pieces.stream().limit(pieces.size() - 1L).anyMatch(p -> Double.isInfinite(p.seconds()))) {
      throw new IllegalArgumentException("only the last piece may be endless");
    }
    Piece last = pieces.get(pieces.size() - 1);
    List<Piece> all = new ArrayList<>(pieces);
    if (!Double.isInfinite(last.seconds())) {
      all.add(new Piece(last.toPerSecond(), last.toPerSecond(), Double.POSITIVE_INFINITY));
    }
    return new RateProfile(all);
  }

  /** The rate in messages per second if it is the same at all times, else NaN. */
  public double onlyRate() {
    double first = pieces[0].fromPerSecond();
    boolean only =
        Arrays.stream(pieces)
            .allMatch(each -> each.fromPerSecond() == first && each.toPerSecond() == first);
    return only ? first : Double.NaN;
  }

  /** Time at which {@code messages} are due, in nanoseconds since the start. */
  public double nanosUntil(double messages) {
    int i = pieceAt(startMessages, messages);
    return (startSeconds[i] + pieces[i].secondsUntil(messages - startMessages[i]))
        * NANOS_PER_SECOND;
  }

  /** Number of messages due by {@code nanos} since the start; not rounded. */
  public double messagesUntil(double nanos) {
    double seconds = nanos / NANOS_PER_SECOND;
    int i = pieceAt(startSeconds, seconds);
    return startMessages[i] + pieces[i].messagesUntil(seconds - startSeconds[i]);
  }

  private static int pieceAt(double[] starts, double value) {
    if (starts.length == 1) {
      return 0;
    }
    int found = Arrays.binarySearch(starts, value);
    return found >= 0 ? found : Math.max(0, -found - 2);
  }
}
