package io.brokerbench.workload;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/**
 * Rates recorded in production, as a file of {@code load.rate}: a time and a rate per line. The
 * settings of a run have them in the notation of {@link RateNotation}, so that a result and workers
 * need no file.
 */
final class RateFile {

  /** A day by the minute. */
  static final int MOST_LINES = 1_440;

  private static final int MILLIS_DIGITS = 3;

  private final ValueFile file;
  private final List<BigDecimal> seconds = new ArrayList<>();
  private final List<BigDecimal> rates = new ArrayList<>();

  private RateFile(ValueFile file) {
    this.file = file;
  }

  /**
   * The rates of a file, each until the time of the next line; the last one continues indefinitely.
   *
   * @param value {@code file:PATH}
   * @throws IllegalArgumentException with a message that continues a sentence starting with the key
   */
  static String notation(String value) {
    RateFile rates = new RateFile(ValueFile.of(value));
    rates.file.lines(MOST_LINES, "rates").forEach(rates::add);
    return rates.notation();
  }

  private void add(ValueFile.Line line) {
    List<String> cells = line.cells();
    try {
      BigDecimal at = seconds(cells.get(0).strip());
      BigDecimal rate = new BigDecimal(cells.get(cells.size() - 1).strip());
      if (cells.size() == 2
          && rate.signum() > 0
          && (seconds.isEmpty() || at.compareTo(seconds.get(seconds.size() - 1)) > 0)) {
        seconds.add(at);
        rates.add(rate);
        return;
      }
    } catch (NumberFormatException | DateTimeException e) {
      // Reported below.
    }
    throw file.refusal(
        line,
        "a time later than the one before and messages per second above 0, such as 60,1500 or"
            + " 2026-11-27T08:01:00Z,1500");
  }

  /** Seconds of a number, or of a date and time: without a time zone, in UTC. */
  private static BigDecimal seconds(String time) {
    if (!time.contains(":")) {
      return new BigDecimal(time);
    }
    String text = time.replace(' ', 'T');
    Instant instant =
        text.endsWith("Z")
            ? Instant.parse(text)
            : LocalDateTime.parse(text).toInstant(ZoneOffset.UTC);
    return BigDecimal.valueOf(instant.toEpochMilli(), MILLIS_DIGITS);
  }

  private String notation() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < rates.size(); i++) {
      text.append(i == 0 ? "" : ", ").append(rates.get(i).toPlainString()).append("/s");
      if (i + 1 < rates.size()) {
        BigDecimal length = seconds.get(i + 1).subtract(seconds.get(i));
        text.append(" for ")
            .append(length.movePointRight(MILLIS_DIGITS).setScale(0, RoundingMode.UP))
            .append("ms");
      }
    }
    return text.toString();
  }
}
