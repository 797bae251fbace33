package io.brokerbench.sample;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Flush requests completed by the block devices, the last step of an fsync. Linux reports them in
 * {@code /proc/diskstats}, 16th figure of a device (kernel documentation, admin-guide/iostats).
 */
final class DiskFlushes {

  private static final Path DISK_STATS = Path.of("/proc/diskstats");
  private static final int NAME = 2;
  private static final int FLUSHES = 18;

  private DiskFlushes() {}

  /** Sum over all whole devices since their start; -1 if the system does not report it. */
  static long completed() {
    List<String> lines;
    try {
      lines = Files.readAllLines(DISK_STATS);
    } catch (IOException e) {
      return -1;
    }
    long sum = 0;
    boolean known = false;
    for (String line : lines) {
      String[] words = line.strip().split("\\s+", -1);
      // The flushes of a partition are included in those of its device.
      if (words.length > FLUSHES && Files.exists(Path.of("/sys/block", words[NAME]))) {
        sum += Long.parseLong(words[FLUSHES]);
        known = true;
      }
    }
    return known ? sum : -1;
  }
}
