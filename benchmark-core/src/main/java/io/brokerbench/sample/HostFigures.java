package io.brokerbench.sample;

import java.util.List;

/**
 * Figures of the host: processor times since sampling started, all others since its boot. Times are
 * sums over all processors. Figures that the system does not report are -1.
 *
 * @param processors number of processors
 * @param busyNanos processor time that was neither idle nor stolen
 * @param ioWaitNanos idle processor time while a disk was busy
 * @param stealNanos processor time that the hypervisor gave to other machines
 * @param totalNanos all processor time
 * @param loadAverage current load average over one minute
 * @param networkBytes received and sent, all interfaces including loopback
 * @param diskWrittenBytes written to all disks
 * @param diskFlushes flush requests that disks completed
 * @param memoryUsedShare share of the memory that is currently not available to other processes
 * @param diskBusyNanos of each disk: time with requests in progress
 * @param networkBusyNanos of each direction of each network card with known speed: time that its
 *     traffic takes at that speed
 */
public record HostFigures(
    int processors,
    long busyNanos,
    long ioWaitNanos,
    long stealNanos,
    long totalNanos,
    double loadAverage,
    long networkBytes,
    long diskWrittenBytes,
    long diskFlushes,
    double memoryUsedShare,
    List<Long> diskBusyNanos,
    List<Long> networkBusyNanos) {

  /**
   * Mean number of busy processors since an earlier sample; 0 if the system reported nothing new.
   */
  public double busyCoresSince(HostFigures begin) {
    long passed = totalNanos - begin.totalNanos;
    return passed == 0 ? 0 : (double) processors * (busyNanos - begin.busyNanos) / passed;
  }
}
