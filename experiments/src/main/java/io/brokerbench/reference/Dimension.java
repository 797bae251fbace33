package io.brokerbench.reference;

import io.brokerbench.units.Quantities;
import io.brokerbench.units.Text;
import io.brokerbench.units.Units;
import java.util.OptionalLong;

/** The dimension of a figure: its notation in workload files and its unit for display. */
enum Dimension {
  /** Messages per second. */
  RATE(true),
  /** A length of time, nanoseconds. */
  TIME(true),
  /** Bytes per second. */
  BYTES_PER_SECOND(true),
  /**
   * A share of a machine's capacity, from 0 to 1. A ratio of two shares of different machines says
   * nothing.
   */
  SHARE(false),
  /** A number. The ratio of two numbers says nothing, because the runs differ in length. */
  COUNT(false);

  private final boolean proportional;

  Dimension(boolean proportional) {
    this.proportional = proportional;
  }

  /** Whether a ratio of two values has a meaning. */
  boolean proportional() {
    return proportional;
  }

  /**
   * Parses a value: {@code 3800/s}, {@code 0.26ms}, {@code 100MB/s}, {@code 75.9%}, {@code 341}.
   *
   * @throws IllegalArgumentException with a message that continues a sentence starting with the key
   */
  double parse(String text) {
    try {
      return switch (this) {
        case RATE -> Quantities.ratePerSecond(text);
        case TIME -> Quantities.duration(text).toNanos();
        case BYTES_PER_SECOND -> Quantities.bytes(text.replaceFirst("/s$", ""));
        case SHARE -> Quantities.share(text);
        case COUNT -> Double.parseDouble(text);
      };
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(Text.of("must be a number, got \"%s\"", text), e);
    }
  }

  /** A value with its unit. */
  String text(double value) {
    return switch (this) {
      case RATE -> Units.rate(value) + "/s";
      case TIME -> Units.nanos(OptionalLong.of(Math.round(value)));
      case BYTES_PER_SECOND -> Units.bytes(value) + "/s";
      case SHARE -> Units.percent(value);
      case COUNT -> Units.count(Math.round(value));
    };
  }
}
