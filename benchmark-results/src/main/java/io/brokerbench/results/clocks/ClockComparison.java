package io.brokerbench.results.clocks;

import io.brokerbench.units.Text;
import io.brokerbench.units.Units;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Readings of another machine's clock in a run. Seconds are those since the start of the run.
 *
 * @param readings their number, at least 1
 * @param first offset at the first reading
 * @param last offset at the last reading
 * @param minErrorNanos minimum error after a reading
 * @param maxErrorNanos maximum error from the first reading to the last, between readings too
 * @param drift mean drift in the longest time without a step; null with a single reading
 * @param steps number of steps
 * @param describedSteps the first twenty of them
 */
public record ClockComparison(
    long readings,
    Moment first,
    Moment last,
    long minErrorNanos,
    long maxErrorNanos,
    @Nullable Drift drift,
    long steps,
    List<Step> describedSteps) {

  /**
   * An offset; positive if the other clock is ahead.
   *
   * @param errorNanos maximum error of the offset
   */
  public record Moment(double atSeconds, long offsetNanos, long errorNanos) {}

  /**
   * A difference in speed, in parts per million; positive if the other clock is faster.
   *
   * @param seconds time over which it is the mean
   * @param errorPpm maximum error
   */
  public record Drift(double seconds, double ppm, double errorPpm) {}

  /**
   * A sudden change of the offset: one of the clocks was set, or slewed by more than 500 ppm.
   *
   * @param afterSeconds it came after this moment
   * @param bySeconds it was over by this moment
   * @param nanos its size; positive if the other clock was set forward, or the local one back
   * @param errorNanos maximum error of the size
   */
  public record Step(double afterSeconds, double bySeconds, long nanos, long errorNanos) {

    /** Description in one line. */
    public String text() {
      return Text.of(
          "a step of %s +- %s between %.1f s and %.1f s",
          signed(nanos), Units.nanos(errorNanos), afterSeconds, bySeconds);
    }
  }

  private static String signed(long nanos) {
    return (nanos < 0 ? "-" : "+") + Units.nanos(Math.abs(nanos));
  }
}
