package io.brokerbench.sample;

import java.util.List;

/**
 * What the host has done: its processors since they are watched, all else since its start. Times
 * add up over all processors. Figures that the system does not tell are -1.
 *
 * @param processors how many there are
 * @param busyNanos processor time that was neither idle nor another machine's
 * @param ioWaitNanos processor time idle while a disk was busy
 * @param stealNanos processor time that the hypervisor gave to others
 * @param totalNanos all processor time
 * @param loadAverage over one minute, now
 * @param networkBytes received and sent, all interfaces, loopback too
 * @param diskWrittenBytes written to all disks
 * @param diskFlushes flush requests that disks completed
 * @param memoryUsedShare memory that is not available to others, as a share of all, now
 * @param diskBusyNanos of each disk: time in which it had something to do
 * @param networkBusyNanos of each way of each network card whose speed is known: time that what it
 *     carried takes at that speed
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

  /** Processors that were busy since then, in the mean; 0 if the system told nothing new. */
  public double busyCoresSince(HostFigures begin) {
    long passed = totalNanos - begin.totalNanos;
    return passed == 0 ? 0 : (double) processors * (busyNanos - begin.busyNanos) / passed;
  }
}
