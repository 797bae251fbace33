package io.brokerbench.doctor;

import io.brokerbench.units.Text;
import io.brokerbench.units.Units;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** Findings about the file system of a directory. */
final class DiskFindings {

  private static final Set<String> IN_MEMORY = Set.of("tmpfs", "ramfs");
  private static final Set<String> ELSEWHERE =
      Set.of("nfs", "nfs4", "cifs", "smb3", "9p", "virtiofs", "fuse.sshfs");

  /**
   * Ten minutes of a master and a slave writing 8 MiB/s each, or the segments of a small cluster.
   */
  private static final long WANTED_BYTES = 10L << 30;

  private DiskFindings() {}

  static List<Finding> of(Path directory) throws IOException {
    FileStore store = Files.getFileStore(directory);
    return List.of(fileSystem(store.type(), store.name()), free(store.getUsableSpace()));
  }

  static Finding fileSystem(String type, String device) {
    String name = "file system";
    String value = Text.of("%s on %s", type, device);
    if (IN_MEMORY.contains(type)) {
      return new Finding(
          name, value, "it is in memory, so fsync means nothing: --directory on a disk");
    }
    return Finding.of(
        name,
        value,
        ELSEWHERE.contains(type),
        "fsync is another machine's: --directory on the disk that brokers will use");
  }

  static Finding free(long bytes) {
    String wanted = Units.bytes((double) WANTED_BYTES);
    String concern = Text.of("brokers store all messages: %s are needed for longer runs", wanted);
    return Finding.of("disk free", Units.bytes((double) bytes), bytes < WANTED_BYTES, concern);
  }
}
