package io.brokerbench.rocketmq.inspect;

import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A broker's wall clock in its runtime figures: the start time and the uptime in whole seconds. */
final class BrokerUptime {

  /** {@code [ 0 days, 2 hours, 5 minutes, 12 seconds ]}, with commas in large numbers. */
  private static final Pattern RUNTIME =
      Pattern.compile(
          "\\D*([\\d,.]+) days, ([\\d,.]+) hours, ([\\d,.]+) minutes, ([\\d,.]+) seconds.*");

  private BrokerUptime() {}

  /**
   * The last time at which the broker's clock was a whole number of seconds past its start, in
   * milliseconds since the epoch; empty if the figures lack it.
   */
  static OptionalLong wholeSecondMillis(Map<String, String> figures) {
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
