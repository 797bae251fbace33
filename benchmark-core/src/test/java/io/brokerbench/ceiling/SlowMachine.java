package io.brokerbench.ceiling;

import io.brokerbench.clock.Clock;
import java.io.IOException;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A clock that moves only as told, and a disk whose work moves it. Times are nanoseconds. Its files
 * are counted, not kept.
 */
final class SlowMachine implements Clock, Storage {

  final AtomicLong now = new AtomicLong();
  final AtomicLong bytes = new AtomicLong();
  final AtomicLong forces = new AtomicLong();
  final AtomicInteger open = new AtomicInteger();

  private final long perReading;
  private final long perForce;
  private final long perUnforcedMiB;
  private long unforcedBytes;

  private SlowMachine(long perReading, long perForce, long perUnforcedMiB) {
    this.perReading = perReading;
    this.perForce = perForce;
    this.perUnforcedMiB = perUnforcedMiB;
  }

  /** Each reading of the clock takes so long. */
  static SlowMachine reading(long nanos) {
    return new SlowMachine(nanos, 0, 0);
  }

  /** Each force takes so long. */
  static SlowMachine forcing(long nanos) {
    return new SlowMachine(0, nanos, 0);
  }

  /** Each force takes so long for each MiB that was appended since the last. */
  static SlowMachine writing(long nanos) {
    return new SlowMachine(0, 0, nanos);
  }

  @Override
  public long nanoTime() {
    return now.addAndGet(perReading);
  }

  @Override
  public void park(long nanos) {
    now.addAndGet(nanos + 53_000);
  }

  @Override
  public void spin() {}

  @Override
  public Instant now() {
    return Instant.EPOCH;
  }

  @Override
  public Appended create() {
    open.incrementAndGet();
    return new Appended() {
      @Override
      public void append(int more) {
        synchronized (SlowMachine.this) {
          unforcedBytes += more;
        }
        bytes.addAndGet(more);
      }

      @Override
      public void force() throws IOException {
        forces.incrementAndGet();
        synchronized (SlowMachine.this) {
          now.addAndGet(perForce + perUnforcedMiB * (unforcedBytes >> 20));
          unforcedBytes = 0;
        }
      }

      @Override
      public void close() {
        open.decrementAndGet();
      }
    };
  }
}
