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

  private Capacity() {}

  static void check(ProcessSettings wanted, Settings settings) {
    checkMemory(wanted, new SystemInfo().getHardware().getMemory().getAvailable(), settings);
    File disk = wanted.dataDirectory().toFile();
    checkDisk(wanted, disk.getTotalSpace(), disk.getUsableSpace(), settings);
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

  static void checkDisk(
      ProcessSettings wanted, long totalBytes, long usableBytes, Settings settings) {
    long neededBytes = wanted.topology().brokers() * DISK_BYTES_PER_BROKER;
    long reservedBytes = totalBytes / 100 * (100 - BrokerProperties.DISK_MAX_USED_PERCENT);
    if (usableBytes < neededBytes + reservedBytes) {
      settings.problem(
          "cluster.data-directory",
          ("%s needs %s free (%s for data, and brokers take no message on a disk that is %d %%"
                  + " full), but has %s")
              .formatted(
                  wanted.dataDirectory(),
                  size(neededBytes + reservedBytes),
                  size(neededBytes),
                  BrokerProperties.DISK_MAX_USED_PERCENT,
                  size(usableBytes)));
    }
  }

  private static String size(long bytes) {
    return String.format(Locale.ROOT, "%.1f GiB", bytes / (double) (1L << 30));
  }
}
