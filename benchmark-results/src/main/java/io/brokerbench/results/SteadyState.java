package io.brokerbench.results;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.brokerbench.units.Text;
import org.jspecify.annotations.Nullable;

/**
 * Result of a test whether a figure, one value per second, kept its level: the ratio of the mean of
 * its second half to the mean of its first half, as an interval.
 *
 * @param status conclusion from the interval
 * @param cutSeconds length of the initial transient, which is better omitted
 * @param figure name of the figure; null in files of older releases
 * @param low lower end; null if the series is too short or was zero
 * @param high upper end; null if the series is too short or was zero
 */
public record SteadyState(
    Status status,
    int cutSeconds,
    @Nullable String figure,
    @Nullable Double low,
    @Nullable Double high) {

  /** Upper ends above this are shown as such: their digits would say nothing. */
  private static final double READABLE = 100;

  /** Conclusion. */
  public enum Status {
    /** The interval lies within the tolerance. */
    @JsonProperty("steady")
    STEADY,
    /** The interval lies outside the tolerance, or the figure was zero for half of the time. */
    @JsonProperty("drifting")
    DRIFTING,
    /** The series is too short, or too noisy. */
    @JsonProperty("too short")
    TOO_SHORT
  }

  /** Description in one clause. */
  public String text() {
    String series = figure == null ? "load" : figure;
    String restless = low == null ? "too short" : "too noisy";
    String state =
        switch (status) {
          case STEADY -> Text.of("the %s is steady", series);
          case DRIFTING -> Text.of("the %s is drifting", series);
          case TOO_SHORT -> Text.of("%s to decide whether the %s is steady", restless, series);
        };
    if (low == null || high == null) {
      return state;
    }
    String upper = high > READABLE ? Text.of("over %.0f", READABLE) : Text.of("%.2f", high);
    return state + Text.of(" (second half / first half: %.2f to %s)", low, upper);
  }
}
