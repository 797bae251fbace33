package io.brokerbench.results.clocks;

import org.jspecify.annotations.Nullable;

/**
 * State of a machine's clock, as chronyd reports it ({@code chronyc tracking}).
 *
 * @param offsetNanos correction that chronyd still has to make; positive if the clock is slow
 * @param rootDispersionNanos accumulated dispersion back to the stratum-1 computer
 * @param rootDelayNanos total of the network delays to the stratum-1 computer
 * @param leapStatus {@code Normal}, {@code Insert second}, {@code Delete second} or {@code Not
 *     synchronised}
 * @param boundNanos maximum offset from true time, if the stratum-1 computer is correct: |offset| +
 *     root dispersion + root delay / 2, the formula of chronyc(1); null if the clock is not
 *     synchronized
 */
public record ChronyTracking(
    long offsetNanos,
    long rootDispersionNanos,
    long rootDelayNanos,
    String leapStatus,
    @Nullable Long boundNanos) {

  private static final String NOT_SYNCHRONIZED = "Not synchronised";

  /** The state by its figures. */
  public static ChronyTracking of(
      long offsetNanos, long rootDispersionNanos, long rootDelayNanos, String leapStatus) {
    return new ChronyTracking(
        offsetNanos,
        rootDispersionNanos,
        rootDelayNanos,
        leapStatus,
        leapStatus.equals(NOT_SYNCHRONIZED)
            ? null
            : Math.abs(offsetNanos) + rootDispersionNanos + (rootDelayNanos + 1) / 2);
  }
}
