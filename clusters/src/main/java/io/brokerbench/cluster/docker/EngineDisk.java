package io.brokerbench.cluster.docker;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.units.Text;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The disk on which an engine on this machine keeps its containers: a whole one, because only those
 * can be throttled.
 *
 * @param entry its directory in sysfs
 */
record EngineDisk(Path entry) {

  private static final Path BLOCK = Path.of("/sys/class/block");

  static EngineDisk of(DockerEngine engine) throws BrokerException {
    String directory = engine.rootDirectory();
    try {
      Path device = Path.of(Files.getFileStore(Path.of(directory)).name()).toRealPath();
      Path entry = BLOCK.resolve(device.getFileName()).toRealPath();
      return new EngineDisk(
          Files.exists(entry.resolve("partition")) ? entry.resolve("..").normalize() : entry);
    } catch (IOException e) {
      throw new BrokerException(
          Text.of(
              "a limit of write operations is not available: the disk behind %s, where Docker keeps its containers, is unknown here",
              directory),
          e);
    }
  }

  /** Its path: {@code /dev/vda}. */
  String path() {
    return "/dev/" + entry.getFileName();
  }

  /** Its major and minor number: {@code 254:0}. */
  String number() throws IOException {
    return Files.readString(entry.resolve("dev")).strip();
  }
}
