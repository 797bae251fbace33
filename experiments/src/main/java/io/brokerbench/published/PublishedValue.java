package io.brokerbench.published;

import io.brokerbench.units.Text;
import io.brokerbench.units.Unit;

/**
 * A published value: {@code 3770/s}, {@code about 3800/s}, {@code 70% to 80%}, {@code < 1s}, {@code
 * > 60s}.
 *
 * @param precision how the publication states it
 * @param low lower end, in its unit
 * @param high upper end; equal to {@code low} unless it is a range
 * @param unit its unit
 */
public record PublishedValue(Precision precision, double low, double high, Unit unit) {

  /** How a publication states a value. */
  enum Precision {
    EXACT(""),
    ABOUT("about "),
    RANGE(""),
    BELOW("< "),
    ABOVE("> ");

    private final String prefix;

    Precision(String prefix) {
      this.prefix = prefix;
    }

    /** Whether a value, as text, is stated as about. */
    static boolean isAbout(String text) {
      return text.startsWith(ABOUT.prefix);
    }
  }

  /**
   * @throws IllegalArgumentException with a message that continues a sentence starting with the key
   */
  static PublishedValue parse(String text, Unit unit) {
    String stripped = text.strip();
    for (Precision precision :
        new Precision[] {Precision.ABOUT, Precision.BELOW, Precision.ABOVE}) {
      if (stripped.startsWith(precision.prefix.strip())) {
        double value = unit.parse(stripped.substring(precision.prefix.strip().length()).strip());
        return new PublishedValue(precision, value, value, unit);
      }
    }
    String[] ends = stripped.split("\\s+to\\s+", -1);
    double low = unit.parse(ends[0]);
    if (ends.length == 1) {
      return new PublishedValue(Precision.EXACT, low, low, unit);
    }
    double high = unit.parse(ends[1]);
    if (ends.length > 2 || high < low) {
      throw new IllegalArgumentException(
          Text.of("must be a range such as 70%% to 80%%, got \"%s\"", text));
    }
    return new PublishedValue(Precision.RANGE, low, high, unit);
  }

  /** The value, or the middle of its range. */
  double middle() {
    return (low + high) / 2;
  }

  /** Whether it is a bound that a measured value keeps or breaks. */
  boolean bound() {
    return precision == Precision.BELOW || precision == Precision.ABOVE;
  }

  /** Whether a measured value keeps the bound. */
  boolean holds(double measured) {
    return precision == Precision.BELOW ? measured < high : measured > low;
  }

  String text() {
    return precision.prefix
        + unit.text(low)
        + (precision == Precision.RANGE ? " to " + unit.text(high) : "");
  }
}
