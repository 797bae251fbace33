package io.brokerbench.rocketmq.connect;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The delay levels of messages, as brokers read them from a property. */
public final class DelayLevels {

  /** Name of the property: the times of all levels, from level 1 on. */
  public static final String PROPERTY = "messageDelayLevel";

  private static final String USUAL = "1s 5s 10s 30s 1m 2m 3m 4m 5m 6m 7m 8m 9m 10m 20m 30m 1h 2h";

  private DelayLevels() {}

  /**
   * Time for which a broker holds messages of a delay level back; zero for level 0.
   *
   * @param property value of the broker's property; null if it is not set
   * @throws java.time.format.DateTimeParseException if that level of the property is no time
   */
  public static Duration delay(int level, @Nullable String property) {
    if (level == 0) {
      return Duration.ZERO;
    }
    String delay = delays(property)[taken(level, property) - 1];
    return Duration.parse((delay.endsWith("d") ? "P" : "PT") + delay);
  }

  /** The level that a broker uses for a level: its last one, if the level is above that. */
  public static int taken(int level, @Nullable String property) {
    return Math.min(level, delays(property).length);
  }

  private static String[] delays(@Nullable String property) {
    return (property == null ? USUAL : property).strip().split(" +", -1);
  }
}
