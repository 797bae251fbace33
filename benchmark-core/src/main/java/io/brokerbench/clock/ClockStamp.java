package io.brokerbench.clock;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Data that another process needs to interpret times of a monotonic clock.
 *
 * @param id of the clock: the same in all processes that share it
 * @param anchorNanos added to a time of the clock yields the brokers' wall clock, since 1970
 * @param errorNanos maximum error of that sum
 */
public record ClockStamp(int id, long anchorNanos, long errorNanos) {

  private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");
  private static final Path OFFSETS = Path.of("/proc/self/timens_offsets");

  /**
   * The stamp of this process's clock.
   *
   * @param offset of the brokers' wall clock from the local one
   */
  public static ClockStamp of(Clock clock, ClockOffset offset) {
    long before = clock.nanoTime();
    long wallNanos = wallNanos(clock);
    long between = clock.nanoTime() - before;
    return new ClockStamp(
        ownId(), wallNanos - before - between / 2 + offset.nanos(), offset.errorNanos() + between);
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

  /** On Linux System.nanoTime counts from the boot, shifted by the time name space. */
  private static int ownId() {
    try {
      return (Files.readString(BOOT) + Files.readString(OFFSETS)).hashCode();
    } catch (IOException e) {
      // On other systems the origin is specific to the process.
      return Long.hashCode(ProcessHandle.current().pid() * 31 + System.identityHashCode(BOOT));
    }
  }
}
