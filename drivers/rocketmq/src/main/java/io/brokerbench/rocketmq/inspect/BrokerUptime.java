package io.brokerbench.rocketmq.inspect;

import io.brokerbench.clock.Clock;
import io.brokerbench.clock.ClockOffset;
import io.brokerbench.clock.ClockStamp;
import io.brokerbench.driver.BrokerException;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a broker's wall clock without sending a message: a broker reports its start time in
 * milliseconds and its uptime in whole seconds. Repeated requests observe the moment at which the
 * second changes, to within the time between two requests.
 */
public final class BrokerUptime {

  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final long NANOS_PER_SECOND = 1_000_000_000;
  private static final long ASK_FOR_NANOS = 1_100_000_000;
  private static final long PAUSE_MILLIS = 5;

  /** The first request alone may use up the whole time. */
  private static final int FEWEST_QUESTIONS = 2;

  /** {@code [ 0 days, 2 hours, 5 minutes, 12 seconds ]}, with commas in large numbers. */
  private static final Pattern RUNTIME =
      Pattern.compile(
          "\\D*([\\d,.]+) days, ([\\d,.]+) hours, ([\\d,.]+) minutes, ([\\d,.]+) seconds.*");

  private BrokerUptime() {}

  /** A request for the broker's runtime figures. */
  public interface Question {
    Map<String, String> ask() throws BrokerException;
  }

  /**
   * How far the broker's clock is ahead; {@link ClockOffset#UNKNOWN} if the broker does not report
   * its uptime. Single requests may fail: a client closes a connection on which another request
   * timed out.
   *
   * @throws BrokerException if all requests fail
   */
  public static ClockOffset offset(Question question) throws BrokerException, InterruptedException {
    Clock clock = Clock.system();
    long end = clock.nanoTime() + ASK_FOR_NANOS;
    ClockOffset offset = ClockOffset.UNKNOWN;
    boolean answered = false;
    for (int asked = 1; clock.nanoTime() < end || !answered; asked++) {
      long before = ClockStamp.wallNanos(clock);
      Map<String, String> figures;
      try {
        figures = question.ask();
      } catch (BrokerException e) {
        if (!answered && asked >= FEWEST_QUESTIONS && clock.nanoTime() >= end) {
          throw e;
        }
        Thread.sleep(PAUSE_MILLIS);
        continue;
      }
      answered = true;
      long after = ClockStamp.wallNanos(clock);
      OptionalLong second = wholeSecondMillis(figures);
      if (second.isEmpty()) {
        return ClockOffset.UNKNOWN;
      }
      long nanos = second.getAsLong() * NANOS_PER_MILLI;
      offset =
          new ClockOffset(
              Math.max(offset.lowNanos(), nanos - after),
              Math.min(offset.highNanos(), nanos + NANOS_PER_SECOND - before));
      Thread.sleep(PAUSE_MILLIS);
    }
    return offset.lowNanos() <= offset.highNanos() ? offset : ClockOffset.UNKNOWN;
  }

  /**
   * The last time at which the broker's clock was a whole number of seconds past its start, in
   * milliseconds since the epoch; empty if the figures lack it.
   */
  public static OptionalLong wholeSecondMillis(Map<String, String> figures) {
    Matcher runtime = RUNTIME.matcher(figures.getOrDefault("runtime", ""));
    String began = figures.getOrDefault("bootTimestamp", "");
    if (!runtime.matches() || !began.matches("\\d{1,18}")) {
      return OptionalLong.empty();
    }
    long seconds = 0;
    int[] units = {24, 60, 60};
    for (int i = 1; i <= 4; i++) {
      seconds += Long.parseLong(runtime.group(i).replaceAll("\\D", ""));
      seconds *= i < 4 ? units[i - 1] : 1;
    }
    return OptionalLong.of(Long.parseLong(began) + seconds * 1_000);
  }
}
