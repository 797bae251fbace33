package io.brokerbench.clock;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Data that another process needs to interpret times of a monotonic clock: it maps them to a clock
 * that both processes know, such as the brokers' wall clock.
 *
 * @param id of the monotonic clock: the same in all processes that share it
 * @param atNanos time of the monotonic clock at which the error is valid
 * @param anchorNanos added to a time of the monotonic clock yields the common clock
 * @param errorNanos maximum error of that sum at that time
 */
public record ClockStamp(int id, long atNanos, long anchorNanos, long errorNanos) {

  /**
   * A thread may lose its processor between the two clocks, or wait for them, and the first reading
   * loads classes. All of them take microseconds.
   */
  static final int READINGS = 50;

  private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");
  private static final Path OFFSETS = Path.of("/proc/self/timens_offsets");
  private static final int OWN_ID = readOwnId();

  /**
   * The stamp of this process's clock, which maps it to the brokers' wall clock since 1970: the one
   * with the smallest error of a few readings.
   *
   * @param offset of the brokers' wall clock from the local one, now
   */
  public static ClockStamp of(Clock clock, ClockOffset offset) {
    int id = ownId();
    ClockStamp best = reading(id, clock, offset);
    for (int i = 1; i < READINGS && best.errorNanos > offset.errorNanos(); i++) {
      ClockStamp next = reading(id, clock, offset);
      best = next.errorNanos < best.errorNanos ? next : best;
    }
    return best;
  }

  private static ClockStamp reading(int id, Clock clock, ClockOffset offset) {
    long before = clock.nanoTime();
    long wallNanos = wallNanos(clock);
    long between = clock.nanoTime() - before;
    return new ClockStamp(
        id,
        before,
        wallNanos - before - between / 2 + offset.nanos(),
        offset.errorNanos() + between);
  }

  /**
   * Maximum error of the common clock at a time of the monotonic clock: it grows by the maximum
   * drift of two clocks, 500 ppm.
   */
  public long errorNanosAt(long nanos) {
    return errorNanos + ClockOffset.driftNanos(nanos - atNanos);
  }

  /** The wall clock in nanoseconds since 1970. */
  public static long wallNanos(Clock clock) {
    java.time.Instant now = clock.now();
    return now.getEpochSecond() * 1_000_000_000 + now.getNano();
  }

  /** The wall clock in milliseconds since 1970. */
  public static long wallMillis(Clock clock) {
    return clock.now().toEpochMilli();
  }

  /**
   * The id of this process's monotonic clock. On Linux System.nanoTime counts from the boot,
   * shifted by the time name space.
   */
  public static int ownId() {
    return OWN_ID;
  }

  private static int readOwnId() {
    try {
      return (Files.readString(BOOT) + Files.readString(OFFSETS)).hashCode();
    } catch (IOException e) {
      // On other systems the origin is specific to the process.
      return Long.hashCode(ProcessHandle.current().pid() * 31 + System.identityHashCode(BOOT));
    }
  }
}
