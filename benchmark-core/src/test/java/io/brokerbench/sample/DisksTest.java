package io.brokerbench.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DisksTest {

  private final Path stats;
  private final Path devices;

  DisksTest(@TempDir Path directory) {
    this.stats = directory.resolve("diskstats");
    this.devices = directory.resolve("block");
  }

  /** An encrypted volume on a partition of a disk, and memory that is swapped to. */
  @Test
  void whatAVolumeWritesCountsOnceAtTheDiskBelowIt() throws IOException {
    for (String name : List.of("sda", "nvme0n1", "dm-0", "dm-1", "md127", "zram0", "loop3")) {
      Files.createDirectories(devices.resolve(name));
    }
    Files.writeString(
        stats,
        """
           8       0 sda 10 0 80 5 20 0 4000 7 0 300 12 0 0 0 0 9 4
           8       1 sda1 10 0 80 5 20 0 4000 7 0 300 12 0 0 0 0 0 0
         259       0 nvme0n1 1 0 8 5 2 0 100 7 0 20 12 0 0 0 0 1 4
         253       0 dm-0 10 0 80 5 20 0 4000 7 0 310 12 0 0 0 0 9 4
         253       1 dm-1 10 0 80 5 20 0 4000 7 0 320 12 0 0 0 0 9 4
           9     127 md127 10 0 80 5 20 0 4000 7 0 0 0 0 0 0 0 9 4
         252       0 zram0 10 0 80 5 20 0 64 7 0 1 1 0 0 0 0 0 0
           7       3 loop3 10 0 80 5 20 0 64 7 0 1 1 0 0 0 0 0 0
        """);
    Map<String, Long> busy = Map.of("/dev/sda", 300_000_000L, "/dev/nvme0n1", 20_000_000L);
    assertThat(Disks.read(stats, devices)).isEqualTo(new Disks(4100 * 512L, 10, busy));
  }

  /** Before Linux 5.5. */
  @Test
  void flushesAreUnknownWhereTheKernelDoesNotCountThem() throws IOException {
    Files.createDirectories(devices.resolve("sda"));
    Files.writeString(stats, "8 0 sda 10 0 80 5 20 0 4 7 0 300 12 0 0 0 0\n");
    assertThat(Disks.read(stats, devices))
        .isEqualTo(new Disks(4 * 512L, -1, Map.of("/dev/sda", 300_000_000L)));
  }

  @Test
  void everythingIsUnknownWithoutTheFile() {
    assertThat(Disks.read(stats, devices)).isEqualTo(new Disks(-1, -1, Map.of()));
  }
}
