package io.brokerbench.sample;

import io.brokerbench.clock.Clock;
import java.util.Arrays;
import java.util.function.Supplier;
import oshi.hardware.CentralProcessor.TickType;

/**
 * What the host's processors have done since this was made. Busy is the time that passed less what
 * was idle: Linux knows idle time exactly (unless it was built without {@code NO_HZ_IDLE}), but
 * sees who is at work only some hundred times a second, and misses most of what wakes up by a timer
 * and sleeps again before it looks. Not thread-safe.
 */
final class HostProcessors {

  private static final long NANOS_PER_MILLI = 1_000_000;

  private final int processors;
  private final Supplier<long[]> ticks;
  private final Clock clock;
  private final long[] first;
  private final long beginNanos;
  private long[] last;
  private Times times = new Times(0, 0, 0, 0);

  /** Sums over all processors, as in {@link HostFigures}. */
  record Times(long busyNanos, long ioWaitNanos, long stealNanos, long totalNanos) {}

  /**
   * Begins to count.
   *
   * @param processors how many there are
   * @param ticks milliseconds by {@link TickType}, of all processors; may be those of a moment ago
   * @param clock that the ticks are told by
   */
  HostProcessors(int processors, Supplier<long[]> ticks, Clock clock) {
    this.processors = processors;
    this.ticks = ticks;
    this.clock = clock;
    this.first = ticks.get().clone();
    this.last = first;
    this.beginNanos = clock.nanoTime();
  }

  /** Until now. */
  Times read() {
    long[] now = ticks.get();
    int idle = TickType.IDLE.getIndex();
    // Fewer are none at all: the system could not be asked.
    if (Arrays.equals(now, last) || now[idle] < last[idle]) {
      return times;
    }
    last = now.clone();
    long total = processors * (clock.nanoTime() - beginNanos);
    long ioWait = since(TickType.IOWAIT);
    long steal = since(TickType.STEAL);
    // Ticks are coarser than the clock.
    long busy = Math.max(times.busyNanos(), total - since(TickType.IDLE) - ioWait - steal);
    times = new Times(busy, ioWait, steal, Math.max(total, busy + ioWait + steal));
    return times;
  }

  private long since(TickType type) {
    return (last[type.getIndex()] - first[type.getIndex()]) * NANOS_PER_MILLI;
  }
}
