package io.brokerbench.cluster.rocketmq;

import io.brokerbench.cluster.Memory;
import io.brokerbench.workload.Settings;
import java.io.File;
import java.util.Locale;

/** Whether memory and disk suffice. */
final class Capacity {

  // Metaspace, compiled code, thread stacks, the collector's own: what a broker's JVM has beside
  // its heap and its buffers.
  private static final long OVERHEAD_BYTES = 160L << 20;
  private static final long DISK_BYTES_PER_BROKER = 2L << 30;
  // The level at which DefaultMessageStore's clean-up marks the disk full, whatever it is set to.
  private static final int DISK_FULL_PERCENT = 90;

  private Capacity() {}

  static void checkMemory(RocketMqSettings wanted, Settings settings) {
    checkMemory(wanted, Memory.availableBytes(), settings);
  }

  static void checkDisk(ProcessSettings wanted, Settings settings) {
    File disk = wanted.dataDirectory().toFile();
    checkDisk(wanted, disk.getTotalSpace(), disk.getFreeSpace(), disk.getUsableSpace(), settings);
  }

  /** What one broker may take: heap, as much direct memory, and what a JVM has beside. */
  static long ofBrokerBytes(RocketMqSettings wanted) {
    return 2 * wanted.heapBytes() + OVERHEAD_BYTES;
  }

  /** What all nodes may take. */
  static long neededBytes(RocketMqSettings wanted) {
    return wanted.topology().brokers() * ofBrokerBytes(wanted)
        + wanted.nameServerHeapBytes()
        + OVERHEAD_BYTES
        + (wanted.proxy() ? 2 * wanted.proxyHeapBytes() + OVERHEAD_BYTES : 0);
  }

  static void checkMemory(RocketMqSettings wanted, long availableBytes, Settings settings) {
    int brokers = wanted.topology().brokers();
    long neededBytes = neededBytes(wanted);
    if (neededBytes > availableBytes) {
      settings.problem(
          "cluster.heap",
          String.format(
              Locale.ROOT,
              "needs %s of memory (heap and as much direct memory for each of %d brokers), of which"
                  + " %s are missing; set a smaller heap, or cluster.topology 1m",
              Memory.size(neededBytes),
              brokers,
              Memory.size(neededBytes - availableBytes)));
    }
  }

  /** {@code usableBytes} may be less than {@code freeBytes}: some file systems keep a reserve. */
  static void checkDisk(
      ProcessSettings wanted,
      long totalBytes,
      long freeBytes,
      long usableBytes,
      Settings settings) {
    long neededBytes = wanted.rocketMq().topology().brokers() * DISK_BYTES_PER_BROKER;
    long usedBytes = totalBytes - freeBytes;
    long limitBytes = (usedBytes + usableBytes) / 100 * DISK_FULL_PERCENT;
    if (usedBytes + neededBytes > limitBytes) {
      settings.problem(
          "cluster.data-directory",
          String.format(
              Locale.ROOT,
              "%s needs room for %s before its disk is %d %% full, when brokers stop taking messages,"
                  + " but has %s; name a directory on another disk",
              wanted.dataDirectory(),
              Memory.size(neededBytes),
              DISK_FULL_PERCENT,
              Memory.size(Math.max(0, limitBytes - usedBytes))));
    }
  }
}
