package io.brokerbench.workload;

import io.brokerbench.units.Quantities;
import io.brokerbench.units.Text;
import java.time.Duration;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Limits that end the load at once to protect the cluster; {@code reference.yaml} explains each.
 *
 * @param errors share of sends that fail
 * @param responseNanos response time, 99th percentile
 * @param backlog messages that consumers have yet to receive
 * @param alarms alarms that brokers report
 * @param disk used share of the brokers' disks, or of those of named nodes, the fullest one
 */
public record AbortLimits(
    Optional<Limit> errors,
    Optional<Limit> responseNanos,
    Optional<Limit> backlog,
    Optional<Limit> alarms,
    Optional<Limit> disk) {

  private static final Pattern NOTATION = Pattern.compile("(.+?)\\s+for\\s+(.+)");
  private static final String NONE = "none";
  private static final double PERCENT = 100;

  /**
   * A limit and the time for which it must be broken.
   *
   * @param above broken by any larger value
   * @param text as the user stated it
   */
  public record Limit(double above, Duration time, String text) {}

  static AbortLimits read(Settings settings) {
    return new AbortLimits(
        settings.parsed("abort.errors", text -> limit(text, "5% for 3s", AbortLimits::share)),
        settings.parsed(
            "abort.response-p99",
            text -> limit(text, "2s for 5s", value -> Quantities.duration(value).toNanos())),
        settings.parsed("abort.backlog", text -> limit(text, "100k for 5s", AbortLimits::count)),
        settings.parsed("abort.alarms", text -> limit(text, "0 for 5s", AbortLimits::count)),
        settings.parsed("abort.disk", text -> limit(text, "85% for 5s", AbortLimits::share)));
  }

  /** Whether nothing is watched. */
  public boolean none() {
    return errors.isEmpty()
        && responseNanos.isEmpty()
        && backlog.isEmpty()
        && alarms.isEmpty()
        && disk.isEmpty();
  }

  private static Optional<Limit> limit(
      String text, String example, ToDoubleFunction<String> value) {
    if (text.strip().equals(NONE)) {
      return Optional.empty();
    }
    Matcher m = NOTATION.matcher(text.strip());
    try {
      if (m.matches()) {
        return Optional.of(
            new Limit(
                value.applyAsDouble(m.group(1)), Quantities.duration(m.group(2)), text.strip()));
      }
    } catch (IllegalArgumentException e) {
      // falls through to the common message
    }
    throw new IllegalArgumentException(
        Text.of("must be none, or a limit and a time such as %s, got \"%s\"", example, text));
  }

  private static double share(String text) {
    if (!text.endsWith("%")) {
      throw new IllegalArgumentException("must be a percentage");
    }
    double percent = Double.parseDouble(text.substring(0, text.length() - 1).strip());
    if (!(percent >= 0 && percent < PERCENT)) {
      throw new IllegalArgumentException("must be from 0 % to less than 100 %");
    }
    return percent / PERCENT;
  }

  private static double count(String text) {
    double count = Quantities.ratePerSecond(text);
    if (count < 0) {
      throw new IllegalArgumentException("must not be negative");
    }
    return count;
  }
}
