package io.brokerbench.sample;

import java.util.Map;

/**
 * Figures of a machine: processor times since sampling started, counters since then or its boot.
 * Times are sums over all processors. Figures that the system does not report are -1, or an empty
 * map.
 *
 * @param processors number of processors
 * @param busyNanos processor time that was neither idle nor stolen
 * @param ioWaitNanos idle processor time while a disk was busy
 * @param stealNanos processor time that the hypervisor gave to other machines
 * @param totalNanos all processor time
 * @param loadAverage current load average over one minute
 * @param networkBytes by network interface, including loopback: received and sent
 * @param diskWrittenBytes written to all disks
 * @param diskFlushes flush requests that disks completed
 * @param memoryUsedShare share of the memory that is currently not available to other processes
 * @param diskBusyNanos by disk: time with requests in progress
 * @param networkBusyNanos by direction of each network card with known speed: time that its traffic
 *     takes at that speed
 * @param fileSystemUsedShares by mount point: share of the file system that is used
 * @param pressureNanos by resource (cpu, io, memory): time that some task waited for it, as the
 *     kernel's pressure stall information counts it; absent if unknown
 */
public record HostFigures(
    int processors,
    long busyNanos,
    long ioWaitNanos,
    long stealNanos,
    long totalNanos,
    double loadAverage,
    Map<String, Long> networkBytes,
    long diskWrittenBytes,
    long diskFlushes,
    double memoryUsedShare,
    Map<String, Long> diskBusyNanos,
    Map<String, Long> networkBusyNanos,
    Map<String, Double> fileSystemUsedShares,
    Map<String, Long> pressureNanos) {

  public HostFigures {
    networkBytes = Map.copyOf(networkBytes);
    diskBusyNanos = Map.copyOf(diskBusyNanos);
    networkBusyNanos = Map.copyOf(networkBusyNanos);
    fileSystemUsedShares = Map.copyOf(fileSystemUsedShares);
    pressureNanos = Map.copyOf(pressureNanos);
  }

  /**
   * Mean number of busy processors since an earlier sample; 0 if the system reported nothing new.
   */
  public double busyCoresSince(HostFigures begin) {
    long passed = totalNanos - begin.totalNanos;
    return passed == 0 ? 0 : (double) processors * (busyNanos - begin.busyNanos) / passed;
  }

  /**
   * Traffic since an earlier sample, of the interfaces that both have: those of containers come and
   * go, and take their counts with them.
   */
  public long networkBytesSince(HostFigures begin) {
    long bytes = 0;
    for (Map.Entry<String, Long> its : networkBytes.entrySet()) {
      Long before = begin.networkBytes.get(its.getKey());
      bytes += before == null ? 0 : its.getValue() - before;
    }
    return bytes;
  }
}
