package io.brokerbench.ceiling;

import io.brokerbench.clock.Clock;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The limits of this machine, measured one by one, for comparison with the results of a run ({@link
 * CeilingUse}).
 *
 * @param timer time between two readings of the clock
 * @param park overshoot of the shortest wait
 * @param fsync one thread, one page at a time
 * @param groupedFsync several threads that share forces
 * @param sequentialWrite large blocks written to the disk
 * @param loopbackRoundTrip 1 KiB over the loopback interface and back, TCP without delay
 * @param loopbackStream one TCP connection within this machine
 */
public record Ceilings(
    CeilingLatency timer,
    CeilingLatency park,
    Forces fsync,
    GroupedForces groupedFsync,
    Bandwidth sequentialWrite,
    CeilingLatency loopbackRoundTrip,
    Bandwidth loopbackStream) {

  /**
   * Measures the ceilings one after the other, so that they do not disturb each other.
   *
   * @param directory on the disk to measure; no file is left behind
   * @param longestNanos time limit of each ceiling; a disk operation that has started may exceed it
   */
  public static Ceilings measure(Path directory, Clock clock, long longestNanos)
      throws IOException {
    ClockFloors floors = new ClockFloors(clock);
    DiskCeilings disk = new DiskCeilings(Storage.in(directory), clock, longestNanos);
    LoopbackCeilings loopback = new LoopbackCeilings(clock, longestNanos);
    return new Ceilings(
        floors.timer(),
        floors.park(longestNanos),
        disk.fsync(),
        disk.groupedFsync(),
        disk.sequentialWrite(),
        loopback.roundTrip(),
        loopback.stream());
  }

  /**
   * Sequential forces.
   *
   * @param perSecond forced appends per second
   * @param latency of an append and its force
   */
  public record Forces(double perSecond, CeilingLatency latency) {

    /**
     * Measures only these.
     *
     * @param directory on the disk to measure; no file is left behind
     * @param longestNanos time limit; a disk operation that has started may exceed it
     */
    public static Forces measure(Path directory, Clock clock, long longestNanos)
        throws IOException {
      return new DiskCeilings(Storage.in(directory), clock, longestNanos).fsync();
    }
  }

  /**
   * Forces shared by several threads.
   *
   * @param threads number of appending threads
   * @param appendsPerSecond forced appends per second, of all threads together
   * @param forcesPerSecond forces per second
   */
  public record GroupedForces(int threads, double appendsPerSecond, double forcesPerSecond) {}

  /**
   * A sequential transfer.
   *
   * @param bytes number of bytes moved
   * @param bytesPerSecond transfer rate
   */
  public record Bandwidth(long bytes, double bytesPerSecond) {

    static Bandwidth of(long bytes, long nanos) {
      // A coarse clock may not have advanced.
      return new Bandwidth(bytes, bytes * 1e9 / Math.max(1, nanos));
    }
  }
}
