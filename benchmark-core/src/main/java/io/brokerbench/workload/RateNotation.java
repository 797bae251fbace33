package io.brokerbench.workload;

import io.brokerbench.schedule.RateProfile;
import io.brokerbench.schedule.RateProfile.Piece;
import io.brokerbench.units.Quantities;
import io.brokerbench.units.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The notation of {@code load.rate}: {@code closed}, {@code 2000/s}, {@code 1k/s for 10s, 2k/s},
 * {@code 1k/s..5k/s for 30s, 5k/s}.
 */
final class RateNotation {

  private RateNotation() {}

  /** Parses a rate; rates and lengths are multiplied by these factors. */
  static Optional<RateProfile> parse(String text, double rateScale, double timeScale) {
    if (text.strip().equals(Load.CLOSED)) {
      return Optional.empty();
    }
    String[] parts = text.split(",", -1);
    List<Piece> pieces = new ArrayList<>();
    for (int i = 0; i < parts.length; i++) {
      pieces.add(piece(parts[i], i == parts.length - 1, rateScale, timeScale));
    }
    return Optional.of(RateProfile.of(pieces));
  }

  private static Piece piece(String text, boolean last, double rateScale, double timeScale) {
    String[] rateAndLength = text.split("\\bfor\\b", -1);
    String[] fromAndTo = rateAndLength[0].split("\\.\\.", -1);
    double from = rate(fromAndTo[0]) * rateScale;
    double to = fromAndTo.length > 1 ? rate(fromAndTo[1]) * rateScale : from;
    if (rateAndLength.length > 2 || fromAndTo.length > 2) {
      throw new IllegalArgumentException(
          Text.of("must be closed, a rate, or pieces such as 1k/s for 10s, got \"%s\"", text));
    }
    if (rateAndLength.length == 2) {
      double seconds = Quantities.duration(rateAndLength[1]).toNanos() / 1e9 * timeScale;
      if (seconds == 0) {
        throw new IllegalArgumentException(
            Text.of("must have pieces longer than 0s, got \"%s\"", text.strip()));
      }
      return new Piece(from, to, seconds);
    }
    if (!last || from != to) {
      throw new IllegalArgumentException(
          Text.of(
              "must say how long \"%s\" lasts, as in \"%s for 30s\"", text.strip(), text.strip()));
    }
    return new Piece(from, to, Double.POSITIVE_INFINITY);
  }

  /** Parses a single rate, per second. */
  static double rate(String text) {
    double perSecond = Quantities.ratePerSecond(text);
    if (!(perSecond > 0) || perSecond > Load.MAX_PER_SECOND) {
      throw new IllegalArgumentException(
          Text.of("must be above 0/s and at most 10M/s, got \"%s\"", text.strip()));
    }
    return perSecond;
  }
}
