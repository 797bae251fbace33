package io.brokerbench.fault;

import io.brokerbench.fault.ModelRun.Fate;
import java.util.List;

/**
 * A server in virtual time that answers requests one after the other, in the order of their
 * arrival, and is down at known times. Times are nanoseconds since the start of the load.
 */
final class ServerModel {

  /** What becomes of the requests of an outage. */
  enum Mode {
    /** They are rejected. */
    FAILS,
    /** They wait for the end of the outage. */
    STALLS,
    /** They are never answered. */
    IGNORES
  }

  /**
   * A time in which the server is down.
   *
   * @param halfUntilNanos until then the server has half of its capacity
   */
  record Down(long fromNanos, long toNanos, Mode mode, long halfUntilNanos) {

    boolean overlaps(long from, long to) {
      return from < toNanos && to > fromNanos;
    }
  }

  /** What becomes of a request, and when. */
  record Reply(Fate fate, long atNanos) {}

  private final double perSecond;
  private final long latencyNanos;
  private final List<Down> downs;
  private long freeNanos;

  /**
   * Creates a server.
   *
   * @param perSecond its capacity in requests
   * @param latencyNanos of each answer, after the service
   * @param downs in the order of time
   */
  ServerModel(double perSecond, long latencyNanos, List<Down> downs) {
    this.perSecond = perSecond;
    this.latencyNanos = latencyNanos;
    this.downs = downs;
  }

  Reply reply(long arrivalNanos) {
    long start = Math.max(arrivalNanos, freeNanos);
    for (Down down : downs) {
      if (down.overlaps(start, start + serviceNanos(start))) {
        if (down.mode() != Mode.STALLS) {
          long at = Math.max(arrivalNanos, down.fromNanos()) + latencyNanos;
          return down.mode() == Mode.FAILS
              ? new Reply(Fate.REJECTED, at)
              : new Reply(Fate.UNANSWERED, Long.MAX_VALUE);
        }
        start = down.toNanos();
      }
    }
    freeNanos = start + serviceNanos(start);
    return new Reply(Fate.ACKED, freeNanos + latencyNanos);
  }

  private long serviceNanos(long startNanos) {
    boolean half =
        downs.stream()
            .anyMatch(down -> startNanos >= down.toNanos() && startNanos < down.halfUntilNanos());
    return (long) ((half ? 2e9 : 1e9) / perSecond);
  }
}
