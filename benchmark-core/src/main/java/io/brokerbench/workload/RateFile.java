package io.brokerbench.workload;

import io.brokerbench.units.Text;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
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

  private static final String PREFIX = "file:";
  private static final int MILLIS_DIGITS = 3;

  private final String name;
  private final List<BigDecimal> seconds = new ArrayList<>();
  private final List<BigDecimal> rates = new ArrayList<>();

  private RateFile(String name) {
    this.name = name;
  }

  /** Whether a value of {@code load.rate} names a file. */
  static boolean is(String value) {
    return value.startsWith(PREFIX);
  }

  /**
   * The rates of a file, each until the time of the next line; the last one continues indefinitely.
   *
   * @param value {@code file:PATH}
   * @throws IllegalArgumentException with a message that continues a sentence starting with the key
   */
  static String notation(String value) {
    RateFile file = new RateFile(value.substring(PREFIX.length()).strip());
    file.read();
    return file.notation();
  }

  private void read() {
    List<String> lines;
    try {
      lines = Files.readAllLines(Path.of(name));
    } catch (InvalidPathException | IOException e) {
      throw new IllegalArgumentException(
          Text.of("refers to the file %s, which cannot be read: %s", name, e), e);
    }
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      boolean titles = i == 0 && !line.isEmpty() && Character.isLetter(line.charAt(0));
      if (!line.isEmpty() && !line.startsWith("#") && !titles) {
        add(line, i + 1);
      }
    }
    if (rates.isEmpty() || rates.size() > MOST_LINES) {
      throw new IllegalArgumentException(
          Text.of(
              "refers to the file %s, which must have from 1 to %,d rates, and has %,d",
              name, MOST_LINES, rates.size()));
    }
  }

  private void add(String line, int number) {
    String[] cells = line.split("[,;\t]", -1);
    try {
      BigDecimal at = seconds(cells[0].strip());
      BigDecimal rate = new BigDecimal(cells[1].strip());
      if (cells.length == 2
          && rate.signum() > 0
          && (seconds.isEmpty() || at.compareTo(seconds.get(seconds.size() - 1)) > 0)) {
        seconds.add(at);
        rates.add(rate);
        return;
      }
    } catch (NumberFormatException | DateTimeException | ArrayIndexOutOfBoundsException e) {
      // Reported below.
    }
    throw new IllegalArgumentException(
        Text.of(
            "refers to the file %s, whose line %d must be a time later than the one before and messages"
                + " per second above 0, such as 60,1500 or 2026-11-27T08:01:00Z,1500; got \"%s\"",
            name, number, line));
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
