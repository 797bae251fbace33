package io.brokerbench.sample;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Flush requests that the block devices completed: what fsync ends in. Linux tells it in {@code
 * /proc/diskstats}, 16th figure of a device (kernel documentation, admin-guide/iostats).
 */
final class DiskFlushes {

  private static final Path DISK_STATS = Path.of("/proc/diskstats");
  private static final int NAME = 2;
  private static final int FLUSHES = 18;

  private DiskFlushes() {}

  /** The sum over whole devices since their start; -1 where the system does not tell. */
  static long completed() {
    List<String> lines;
    try {
      lines = Files.readAllLines(DISK_STATS);
    } catch (IOException e) {
      return -1;
    }
    long sum = 0;
    boolean told = false;
    for (String line : lines) {
      String[] words = line.strip().split("\\s+", -1);
      // A partition's flushes are its device's as well.
      if (words.length > FLUSHES && Files.exists(Path.of("/sys/block", words[NAME]))) {
        sum += Long.parseLong(words[FLUSHES]);
        told = true;
      }
    }
    return told ? sum : -1;
  }
}
