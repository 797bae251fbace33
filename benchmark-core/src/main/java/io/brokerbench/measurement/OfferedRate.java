package io.brokerbench.measurement;

import io.brokerbench.schedule.RateProfile;
import io.brokerbench.workload.Limits;
import io.brokerbench.workload.Workload;

/**
 * Checks whether senders kept up with the offered rate.
 *
 * <p>At the end of the measured time each sender may hold a request that is due but not sent yet,
 * which does not affect the rate. The possible number of such requests follows from their maximum
 * delay: the longest pause allowed to the generator ({@code limits.hiccup-p99}), or the share of
 * the measured time that may be missing ({@code limits.achieved}).
 */
record OfferedRate(Workload workload, RateProfile profile) {

  /**
   * Far below the distance between two messages, and far above the rounding error of their times.
   */
  private static final double ROUNDING = 1e-6;

  /**
   * Whether too few of the messages due in the measured time were sent before its end.
   *
   * @param fromSeconds start of the measured time, since the start of the load
   * @param seconds length of the measured time, above 0
   * @param due messages that were due in it
   * @param sent those of them that were sent before its end
   */
  boolean missed(double fromSeconds, double seconds, double due, long sent) {
    return sent < workload.limits().achieved() * due && due - sent > held(fromSeconds, seconds);
  }

  /** Number of messages that senders may still hold at the end. */
  private double held(double fromSeconds, double seconds) {
    Limits limits = workload.limits();
    double late = Math.max(limits.hiccupP99().toNanos() / 1e9, (1 - limits.achieved()) * seconds);
    double to = fromSeconds + seconds;
    double requests = requestsBefore(to) - requestsBefore(Math.max(fromSeconds, to - late));
    return Math.min(workload.load().threads(), requests) * workload.message().batch();
  }

  /** For random arrivals: the mean, rounded up. */
  private double requestsBefore(double seconds) {
    int batch = workload.message().batch();
    return Math.ceil(profile.messagesUntil(seconds * 1e9) / batch - ROUNDING);
  }
}
