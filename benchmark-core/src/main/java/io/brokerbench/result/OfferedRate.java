package io.brokerbench.result;

import io.brokerbench.schedule.RateProfile;
import io.brokerbench.workload.Limits;
import io.brokerbench.workload.Workload;

/**
 * Whether senders kept up with the rate that was offered to them.
 *
 * <p>At the end of the measured time each sender may hold a request that has become due but is not
 * sent yet, which says nothing about the rate. How many requests that can be follows from how late
 * they may be: no later than the generator may stand still ({@code limits.hiccup-p99}), or than the
 * share of the measured time that may be missing ({@code limits.achieved}).
 */
final class OfferedRate {

  /** Far below the distance of two messages, far above the rounding of their times. */
  private static final double ROUNDING = 1e-6;

  private final Limits limits;
  private final int senders;
  private final int batch;
  private final RateProfile profile;

  /** The rate of an open loop. */
  OfferedRate(Workload workload, RateProfile profile) {
    this.limits = workload.limits();
    this.senders = workload.load().threads();
    this.batch = workload.message().batch();
    this.profile = profile;
  }

  /**
   * Whether too few of the messages that were due in the measured time were sent before its end.
   *
   * @param fromSeconds start of the measured time, since the start of the load
   * @param seconds its length, above 0
   * @param due messages that were due in it
   * @param sent those of them that were sent before its end
   */
  boolean missed(double fromSeconds, double seconds, double due, long sent) {
    return sent < limits.achieved() * due && due - sent > held(fromSeconds, seconds);
  }

  /** Messages that senders may still hold at the end. */
  private double held(double fromSeconds, double seconds) {
    double late = Math.max(limits.hiccupP99().toNanos() / 1e9, (1 - limits.achieved()) * seconds);
    double to = fromSeconds + seconds;
    double requests = requestsBefore(to) - requestsBefore(Math.max(fromSeconds, to - late));
    return Math.min(senders, requests) * batch;
  }

  /** Of random arrivals: in the mean, rounded up. */
  private double requestsBefore(double seconds) {
    return Math.ceil(profile.messagesUntil(seconds * 1e9) / batch - ROUNDING);
  }
}
