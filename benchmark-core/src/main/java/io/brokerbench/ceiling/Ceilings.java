package io.brokerbench.ceiling;

import io.brokerbench.clock.Clock;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The most that this machine can do, thing by thing. What a run did can be set beside it ({@link
 * Closeness}).
 *
 * @param timer between two readings of the clock
 * @param park overshoot of the shortest wait
 * @param fsync one thread, a page at a time
 * @param groupedFsync several threads that share forces
 * @param sequentialWrite large blocks onto the disk
 * @param loopbackRoundTrip of 1 KiB to this machine and back, TCP without delay
 * @param loopbackStream one TCP connection within this machine
 */
public record Ceilings(
    Latency timer,
    Latency park,
    Forces fsync,
    GroupedForces groupedFsync,
    Bandwidth sequentialWrite,
    Latency loopbackRoundTrip,
    Bandwidth loopbackStream) {

  /**
   * Measures one thing after the other, so that none is in another's way.
   *
   * @param directory whose disk is measured; no file is left
   * @param longestNanos what each ceiling may take; the disk may finish what it has begun
   */
  public static Ceilings measure(Path directory, Clock clock, long longestNanos)
      throws IOException {
    Storage disk = new DiskStorage(directory);
    return new Ceilings(
        new TimerFloor(clock).measure(),
        new ParkFloor(clock, longestNanos).measure(),
        new ForceRate(disk, clock, longestNanos).measure(),
        new GroupedForceRate(disk, clock, longestNanos).measure(),
        new SequentialWriteRate(disk, clock, longestNanos).measure(),
        new LoopbackRoundTrip(clock, longestNanos).measure(),
        new LoopbackStream(clock, longestNanos).measure());
  }

  /**
   * Forces one after the other.
   *
   * @param perSecond appends forced in a second
   * @param latency of an append and its force
   */
  public record Forces(double perSecond, Latency latency) {

    /**
     * Measures them alone.
     *
     * @param directory whose disk is measured; no file is left
     * @param longestNanos what it may take; the disk may finish what it has begun
     */
    public static Forces measure(Path directory, Clock clock, long longestNanos)
        throws IOException {
      return new ForceRate(new DiskStorage(directory), clock, longestNanos).measure();
    }
  }

  /**
   * Forces that several threads share.
   *
   * @param threads how many appended
   * @param appendsPerSecond appends forced in a second, of all threads together
   * @param forcesPerSecond forces that this took
   */
  public record GroupedForces(int threads, double appendsPerSecond, double forcesPerSecond) {}

  /**
   * Bytes in a row.
   *
   * @param bytes how many were moved
   * @param bytesPerSecond at which rate
   */
  public record Bandwidth(long bytes, double bytesPerSecond) {

    static Bandwidth of(long bytes, long nanos) {
      // A clock of coarse ticks may not have moved.
      return new Bandwidth(bytes, bytes * 1e9 / Math.max(1, nanos));
    }
  }
}
