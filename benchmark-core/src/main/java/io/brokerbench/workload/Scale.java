package io.brokerbench.workload;

import io.brokerbench.units.Text;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;

/**
 * Factors that make a workload smaller, each above 0 and at most 1. Immutable.
 *
 * @param all {@code scale}: factor of times, of the rate and of message counts
 * @param clients {@code scale.clients}: factor of the numbers of clients and queues, and with them
 *     of the rate, of message counts and of limits for all clients together; what applies to each
 *     client stays
 * @param time {@code scale.time}: factor of times
 */
public record Scale(double all, double clients, double time) {

  static final Scale NONE = new Scale(1, 1, 1);

  static final String CLIENTS = "scale.clients";

  private static final String ALL = "scale";
  private static final String TIME = "scale.time";

  /** The factors of a workload; the default of each is 1. */
  public static Scale read(Settings settings) {
    return new Scale(
        settings.parsed(ALL, Scale::factor),
        settings.parsed(CLIENTS, Scale::factor),
        settings.parsed(TIME, Scale::factor));
  }

  /** Parses a factor above 0 and at most 1. */
  static double factor(String text) {
    try {
      double factor = Double.parseDouble(text.strip());
      if (factor > 0 && factor <= 1) {
        return factor;
      }
    } catch (NumberFormatException e) {
      // falls through to the common message
    }
    throw new IllegalArgumentException(Text.of("must be above 0 and at most 1, got \"%s\"", text));
  }

  /** Factor of the rate of all clients together. */
  double ofRate() {
    return all * clients;
  }

  double ofTime() {
    return all * time;
  }

  public Duration of(Duration whole) {
    return Duration.ofNanos(Math.round(whole.toNanos() * ofTime()));
  }

  /** A scaled message count, rounded up; 0 remains 0, all others remain at least 1. */
  long of(long messages) {
    // In binary, 100 times 0.07 is above 7.
    return BigDecimal.valueOf(messages)
        .multiply(BigDecimal.valueOf(all))
        .multiply(BigDecimal.valueOf(clients))
        .setScale(0, RoundingMode.CEILING)
        .longValueExact();
  }
}
