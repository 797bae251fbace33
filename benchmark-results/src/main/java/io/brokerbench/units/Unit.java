package io.brokerbench.units;

import java.math.BigDecimal;

/** The unit of a figure: its notation in settings, and its texts. */
public enum Unit {
  PER_SECOND(true, "messages/s", "a rate above 0 such as 20k/s"),
  /** A length of time, nanoseconds. */
  NANOS(true, "ns", "a duration above 0 such as 50ms"),
  /** Processor time per message, microseconds. */
  MICROS_PER_MESSAGE(true, "us/message", "a duration above 0 such as 50us"),
  BYTES_PER_SECOND(true, "bytes/s", "bytes per second such as 100MB/s"),
  /**
   * A share from 0 to 1. A ratio of two shares of what different machines have says nothing, and
   * there is none of zero.
   */
  SHARE(false, "share", "a share from 0% to 100% such as 75%"),
  MESSAGES(false, "messages", "a whole number of messages such as 0"),
  /** A number of anything else. */
  COUNT(false, "", "a number such as 100k");

  private static final double MICRO = 1e3;

  private final boolean proportional;
  private final String symbol;
  private final String notation;

  Unit(boolean proportional, String symbol, String notation) {
    this.proportional = proportional;
    this.symbol = symbol;
    this.notation = notation;
  }

  /** Whether a ratio of two values has a meaning. */
  public boolean proportional() {
    return proportional;
  }

  /** The name in files: {@code messages/s}. */
  public String symbol() {
    return symbol;
  }

  /** What a value looks like: {@code a duration above 0 such as 50ms}. */
  public String notation() {
    return notation;
  }

  /**
   * Parses a value: {@code 20k/s}, {@code 50ms}, {@code 100MB/s}, {@code 75%}, {@code 341}.
   *
   * @throws IllegalArgumentException with a message that continues a sentence starting with the key
   */
  public double parse(String text) {
    double value =
        switch (this) {
          case PER_SECOND -> Quantities.ratePerSecond(text);
          case NANOS -> Quantities.duration(text).toNanos();
          case MICROS_PER_MESSAGE -> Quantities.duration(text).toNanos() / MICRO;
          case BYTES_PER_SECOND -> Quantities.bytes(text.replaceFirst("/s$", ""));
          case SHARE -> Quantities.share(text);
          case MESSAGES, COUNT -> Quantities.number(text);
        };
    boolean inRange =
        switch (this) {
          case PER_SECOND, NANOS, MICROS_PER_MESSAGE -> value > 0;
          case SHARE -> value >= 0 && value <= 1;
          case MESSAGES -> value >= 0 && value == Math.rint(value);
          case BYTES_PER_SECOND, COUNT -> value >= 0;
        };
    if (!inRange) {
      throw new IllegalArgumentException(Text.of("must be %s, got \"%s\"", notation, text));
    }
    return value;
  }

  /** A value with its unit. */
  public String text(double value) {
    return switch (this) {
      case PER_SECOND -> Units.rate(value) + "/s";
      case NANOS -> Units.nanos(Math.round(value));
      case MICROS_PER_MESSAGE -> Text.of("%.1f us", value);
      case BYTES_PER_SECOND -> Units.bytes(value) + "/s";
      case SHARE -> Units.percent(value);
      case MESSAGES -> Units.count(Math.round(value)) + " messages";
      case COUNT -> Units.count(Math.round(value));
    };
  }

  /** A value under a label that names what is counted: {@code n/a} for NaN. */
  public String cell(double value) {
    if (Double.isNaN(value)) {
      return "n/a";
    }
    return this == PER_SECOND ? Units.rate(value) : text(value);
  }

  /** A value with its unit, in full. */
  public String exactText(double value) {
    return switch (this) {
      case PER_SECOND, BYTES_PER_SECOND -> plain(value) + "/s";
      case NANOS -> Text.of("%,.0f ns", value);
      case MICROS_PER_MESSAGE -> plain(value) + " us";
      case SHARE -> plain(value * 100) + " %";
      case MESSAGES -> text(value);
      case COUNT -> plain(value);
    };
  }

  /** All digits, without an exponent. */
  private static String plain(double value) {
    return BigDecimal.valueOf(value).toPlainString();
  }
}
