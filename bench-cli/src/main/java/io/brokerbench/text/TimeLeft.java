package io.brokerbench.text;

import java.time.Duration;
import java.util.Locale;

/** How long runs that are still to come will take, going by those that came. */
public final class TimeLeft {

  private static final int SECONDS_PER_MINUTE = 60;

  private TimeLeft() {}

  /**
   * For people; empty before the first run has ended.
   *
   * @param format with a place for minutes, rounded up
   * @param passed since the first run began
   * @param ran runs that came to their end since
   * @param remaining runs to come
   */
  public static String text(String format, Duration passed, int ran, int remaining) {
    if (ran == 0) {
      return "";
    }
    long seconds = passed.dividedBy(ran).multipliedBy(remaining).toSeconds();
    return String.format(
        Locale.ROOT, format, (seconds + SECONDS_PER_MINUTE - 1) / SECONDS_PER_MINUTE);
  }
}
