package io.brokerbench.sample;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Counters of the disks since their start, from {@code /proc/diskstats} (kernel documentation,
 * admin-guide/iostats). Partitions are included in their devices; {@linkplain #isVirtual virtual}
 * devices are left out.
 *
 * @param writtenBytes of all disks; -1 if the system does not report it
 * @param flushes completed flush requests of all disks, the last step of an fsync; -1 if the system
 *     does not report it
 * @param busyNanos by device: time with requests in progress
 */
public record Disks(long writtenBytes, long flushes, Map<String, Long> busyNanos) {

  private static final Path STATS = Path.of("/proc/diskstats");
  private static final Path DEVICES = Path.of("/sys/block");
  private static final Pattern VIRTUAL = Pattern.compile("(dm-|md|loop|ram|zram|sr|fd)\\d.*");
  private static final int NAME = 2;
  private static final int SECTORS_WRITTEN = 9;
  private static final int BUSY_MILLIS = 12;
  private static final int FLUSHES = 18;
  private static final long SECTOR_BYTES = 512;
  private static final long NANOS_PER_MILLI = 1_000_000;

  public Disks {
    busyNanos = Map.copyOf(busyNanos);
  }

  /**
   * Whether a device is in memory or removable, or whether disks that are counted themselves serve
   * its requests, which would count twice: logical volumes, encrypted ones and RAID.
   *
   * @param device its name in the kernel, such as {@code dm-0}
   */
  public static boolean isVirtual(String device) {
    return VIRTUAL.matcher(device).matches();
  }

  static Disks read() {
    return read(STATS, DEVICES);
  }

  /**
   * Reads the counters.
   *
   * @param devices directory with an entry for each device, and none for a partition
   */
  static Disks read(Path stats, Path devices) {
    List<String> lines;
    try {
      lines = Files.readAllLines(stats);
    } catch (IOException e) {
      return new Disks(-1, -1, Map.of());
    }
    long written = 0;
    long flushes = -1;
    Map<String, Long> busy = new HashMap<>();
    for (String line : lines) {
      String[] words = line.strip().split("\\s+", -1);
      String name = words[NAME];
      if (isVirtual(name) || !Files.exists(devices.resolve(name))) {
        continue;
      }
      written += Long.parseLong(words[SECTORS_WRITTEN]) * SECTOR_BYTES;
      busy.put("/dev/" + name, Long.parseLong(words[BUSY_MILLIS]) * NANOS_PER_MILLI);
      if (words.length > FLUSHES) {
        flushes = Math.max(0, flushes) + Long.parseLong(words[FLUSHES]);
      }
    }
    return new Disks(written, flushes, busy);
  }
}
