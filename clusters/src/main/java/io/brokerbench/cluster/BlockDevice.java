package io.brokerbench.cluster;

import io.brokerbench.driver.BrokerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** Whole disks: only these can be throttled. */
final class BlockDevice {

  private static final Path BLOCK = Path.of("/sys/class/block");

  private BlockDevice() {}

  /** The disk that a directory is on, such as {@code /dev/vda}. */
  static String behind(String directory) throws BrokerException {
    try {
      Path device = Path.of(Files.getFileStore(Path.of(directory)).name()).toRealPath();
      Path entry = BLOCK.resolve(device.getFileName()).toRealPath();
      Path disk =
          Files.exists(entry.resolve("partition")) ? entry.resolve("..").normalize() : entry;
      return "/dev/" + disk.getFileName();
    } catch (IOException e) {
      throw new BrokerException(
          String.format(
              Locale.ROOT,
              "cluster.container.write-iops cannot be had: the disk behind %s, where Docker keeps its containers, is not known here",
              directory),
          e);
    }
  }
}
