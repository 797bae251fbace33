package io.brokerbench.sample;

import io.brokerbench.clock.Clock;
import java.util.Arrays;
import java.util.function.Supplier;
import oshi.hardware.CentralProcessor.TickType;

/**
 * Processor times of the host since the creation of this object. Busy is the elapsed time minus the
 * idle time: Linux accounts idle time exactly (unless it was built without {@code NO_HZ_IDLE}), but
 * samples busy time only some hundred times per second and misses most threads that wake up by a
 * timer and sleep again between two samples. Not thread-safe.
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
   * Starts counting.
   *
   * @param ticks milliseconds by {@link TickType}, over all processors; may be slightly outdated
   * @param clock that the ticks follow
   */
  HostProcessors(int processors, Supplier<long[]> ticks, Clock clock) {
    this.processors = processors;
    this.ticks = ticks;
    this.clock = clock;
    this.first = ticks.get().clone();
    this.last = first;
    this.beginNanos = clock.nanoTime();
  }

  Times read() {
    long[] now = ticks.get();
    int idle = TickType.IDLE.getIndex();
    // A decrease means that the system could not be read.
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
