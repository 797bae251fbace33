package io.brokerbench.console;

import java.time.Duration;
import java.util.Locale;

/** An estimate of the remaining time from the duration of the runs that have ended. */
public final class TimeLeft {

  private static final int SECONDS_PER_MINUTE = 60;

  private TimeLeft() {}

  /**
   * The remaining time as text; empty before the first run has ended.
   *
   * @param format format string with one conversion for the minutes, which are rounded up
   * @param passed time since the first run started
   * @param ran runs that have ended since then
   * @param remaining runs still to come
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
