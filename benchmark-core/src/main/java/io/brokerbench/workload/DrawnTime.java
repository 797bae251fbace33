package io.brokerbench.workload;

import io.brokerbench.units.Quantities;
import io.brokerbench.units.Text;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A time for each message: none, a fixed one, or one drawn from a distribution. Immutable.
 *
 * @param shape of the distribution
 * @param lowNanos the fixed time, the mean, or the minimum
 * @param highNanos the maximum; equal to {@code lowNanos} for other shapes than uniform
 */
public record DrawnTime(Shape shape, long lowNanos, long highNanos) {

  public enum Shape {
    /** Always the same. */
    FIXED,
    /** Exponential around a mean. */
    EXPONENTIAL,
    /** Uniform between two times. */
    UNIFORM
  }

  private static final Pattern EXPONENTIAL = Pattern.compile("exp\\((.*)\\)");

  /** Parses {@code 0}, {@code 5ms}, {@code exp(5ms)} or {@code 1ms..9ms}. */
  static DrawnTime parse(String text) {
    try {
      Matcher exponential = EXPONENTIAL.matcher(text.strip());
      if (exponential.matches()) {
        return of(Shape.EXPONENTIAL, exponential.group(1), exponential.group(1));
      }
      int dots = text.indexOf("..");
      if (dots < 0) {
        return of(Shape.FIXED, text, text);
      }
      DrawnTime uniform = of(Shape.UNIFORM, text.substring(0, dots), text.substring(dots + 2));
      if (uniform.lowNanos <= uniform.highNanos) {
        return uniform;
      }
    } catch (IllegalArgumentException e) {
      // falls through to the common message
    }
    throw new IllegalArgumentException(
        Text.of("must be a time such as 0 or 5ms, exp(5ms), or 1ms..9ms, got \"%s\"", text));
  }

  private static DrawnTime of(Shape shape, String low, String high) {
    return new DrawnTime(
        shape, Quantities.duration(low).toNanos(), Quantities.duration(high).toNanos());
  }

  /** Whether it is 0 for every message. */
  public boolean isNone() {
    return highNanos == 0;
  }

  public double meanNanos() {
    return (lowNanos + highNanos) / 2.0;
  }

  /** The time for a uniform random number from 0 (inclusive) to 1 (exclusive). */
  public long nanos(double uniform) {
    return switch (shape) {
      case FIXED -> lowNanos;
      case EXPONENTIAL -> Math.round(-Math.log(1 - uniform) * lowNanos);
      case UNIFORM -> lowNanos + (long) ((highNanos - lowNanos) * uniform);
    };
  }
}
