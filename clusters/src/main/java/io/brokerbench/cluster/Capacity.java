package io.brokerbench.cluster;

import io.brokerbench.workload.Settings;
import java.io.File;
import java.util.Locale;
import oshi.SystemInfo;

/** Whether memory and disk suffice. */
final class Capacity {

  // Metaspace, compiled code, thread stacks, the collector's own: what a broker's JVM has beside
  // its heap and its buffers.
  private static final long OVERHEAD_BYTES = 160L << 20;
  private static final long DISK_BYTES_PER_BROKER = 2L << 30;
  // The level at which DefaultMessageStore's clean-up marks the disk full, whatever it is set to.
  private static final int DISK_FULL_PERCENT = 90;

  private Capacity() {}

  static void check(ProcessSettings wanted, Settings settings) {
    checkMemory(wanted, new SystemInfo().getHardware().getMemory().getAvailable(), settings);
    File disk = wanted.dataDirectory().toFile();
    checkDisk(wanted, disk.getTotalSpace(), disk.getFreeSpace(), disk.getUsableSpace(), settings);
  }

  static void checkMemory(ProcessSettings wanted, long availableBytes, Settings settings) {
    int brokers = wanted.topology().brokers();
    long neededBytes =
        brokers * (2 * wanted.heapBytes() + OVERHEAD_BYTES)
            + wanted.nameServerHeapBytes()
            + OVERHEAD_BYTES;
    if (neededBytes > availableBytes) {
      settings.problem(
          "cluster.heap",
          ("needs %s of memory (heap and as much direct memory for each of %d brokers), of which"
                  + " %s are missing; set a smaller heap, or cluster.topology 1m")
              .formatted(size(neededBytes), brokers, size(neededBytes - availableBytes)));
    }
  }

  /** {@code usableBytes} may be less than {@code freeBytes}: some file systems keep a reserve. */
  static void checkDisk(
      ProcessSettings wanted,
      long totalBytes,
      long freeBytes,
      long usableBytes,
      Settings settings) {
    long neededBytes = wanted.topology().brokers() * DISK_BYTES_PER_BROKER;
    long usedBytes = totalBytes - freeBytes;
    long limitBytes = (usedBytes + usableBytes) / 100 * DISK_FULL_PERCENT;
    if (usedBytes + neededBytes > limitBytes) {
      settings.problem(
          "cluster.data-directory",
          ("%s needs room for %s before its disk is %d %% full, when brokers stop taking messages,"
                  + " but has %s; name a directory on another disk")
              .formatted(
                  wanted.dataDirectory(),
                  size(neededBytes),
                  DISK_FULL_PERCENT,
                  size(Math.max(0, limitBytes - usedBytes))));
    }
  }

  private static String size(long bytes) {
    return String.format(Locale.ROOT, "%.1f GiB", bytes / (double) (1L << 30));
  }
}
