package io.brokerbench.clock;

import java.util.concurrent.locks.LockSupport;

/**
 * Time that this process has run: it stands still while the machine runs other processes. A thread
 * looks at the machine's clock every millisecond, and of a longer gap between two looks only {@link
 * #LONGEST_STEP_NANOS} count. Tests with time limits therefore do not depend on the load of the
 * machine. Thread-safe.
 */
final class AwakeTime {

  private static final long TICK_NANOS = 1_000_000;
  private static final long LONGEST_STEP_NANOS = 5_000_000;

  private static final AwakeTime OF_THIS_PROCESS = new AwakeTime();

  private volatile Tick last = new Tick(System.nanoTime(), 0);

  private AwakeTime() {
    Thread thread = new Thread(this::tick, "awake-time");
    thread.setDaemon(true);
    thread.start();
  }

  /** A look at the machine's clock, and the time awake until then. */
  private static final class Tick {
    final long realNanos;
    final long awakeNanos;

    Tick(long realNanos, long awakeNanos) {
      this.realNanos = realNanos;
      this.awakeNanos = awakeNanos;
    }

    long awakeNanosAt(long nanos) {
      return awakeNanos + Math.min(nanos - realNanos, LONGEST_STEP_NANOS);
    }
  }

  private void tick() {
    while (true) {
      LockSupport.parkNanos(TICK_NANOS);
      long now = System.nanoTime();
      last = new Tick(now, last.awakeNanosAt(now));
    }
  }

  /** Nanoseconds that this process has run since it first asked; never decreases. */
  static long nanos() {
    Tick tick = OF_THIS_PROCESS.last;
    return tick.awakeNanosAt(System.nanoTime());
  }
}
