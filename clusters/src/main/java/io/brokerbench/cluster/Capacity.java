package io.brokerbench.cluster;

import com.sun.management.OperatingSystemMXBean;
import io.brokerbench.workload.Settings;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Whether memory and disk suffice. */
final class Capacity {

  // Metaspace, compiled code, thread stacks, the collector's own: what a broker's JVM has beside
  // its heap and its buffers.
  private static final long OVERHEAD_BYTES = 160L << 20;
  private static final long DISK_BYTES_PER_BROKER = 2L << 30;
  // The level at which DefaultMessageStore's clean-up marks the disk full, whatever it is set to.
  private static final int DISK_FULL_PERCENT = 90;

  private static final Pattern MEM_AVAILABLE = Pattern.compile("MemAvailable:\\s+(\\d+) kB");

  private Capacity() {}

  static void checkMemory(RocketMqSettings wanted, Settings settings) {
    checkMemory(wanted, availableMemoryBytes(), settings);
  }

  static void checkDisk(ProcessSettings wanted, Settings settings) {
    File disk = wanted.dataDirectory().toFile();
    checkDisk(wanted, disk.getTotalSpace(), disk.getFreeSpace(), disk.getUsableSpace(), settings);
  }

  private static long availableMemoryBytes() {
    // The first knows what the kernel could free, the second the limit of a container.
    return Math.min(
        kernelAvailableBytes(),
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize());
  }

  private static long kernelAvailableBytes() {
    try (Stream<String> lines = Files.lines(Path.of("/proc/meminfo"))) {
      return lines
          .map(MEM_AVAILABLE::matcher)
          .filter(Matcher::matches)
          .mapToLong(matcher -> Long.parseLong(matcher.group(1)) * 1024)
          .findFirst()
          .orElse(Long.MAX_VALUE);
    } catch (IOException | UncheckedIOException e) {
      // Other systems do not tell.
      return Long.MAX_VALUE;
    }
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
    long neededBytes = wanted.rocketMq().topology().brokers() * DISK_BYTES_PER_BROKER;
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

  static String size(long bytes) {
    return String.format(Locale.ROOT, "%.1f GiB", bytes / (double) (1L << 30));
  }
}
