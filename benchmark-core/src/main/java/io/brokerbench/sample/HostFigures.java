package io.brokerbench.sample;

/**
 * What the host has done since its start. Times add up over all processors. Figures that the system
 * does not tell are -1.
 *
 * @param busyNanos processor time in use
 * @param ioWaitNanos processor time idle while a disk was busy
 * @param stealNanos processor time that the hypervisor gave to others
 * @param totalNanos all processor time
 * @param loadAverage over one minute, now
 * @param networkBytes received and sent, all interfaces, loopback too
 * @param diskWrittenBytes written to all disks
 * @param diskFlushes flush requests that disks completed
 */
public record HostFigures(
    long busyNanos,
    long ioWaitNanos,
    long stealNanos,
    long totalNanos,
    double loadAverage,
    long networkBytes,
    long diskWrittenBytes,
    long diskFlushes) {}
