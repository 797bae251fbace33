package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The archives of this build. */
final class Distribution {

  private Distribution() {}

  /** Unpacks the zip into a directory; returns its root there. */
  static Path unpack(Path directory) throws IOException {
    unpack(archive(".zip"), directory);
    try (Stream<Path> roots = Files.list(directory)) {
      return roots.toList().get(0);
    }
  }

  /** The archive of this build whose name has an ending. */
  static Path archive(String suffix) throws IOException {
    try (Stream<Path> files = Files.list(Path.of("target"))) {
      List<Path> archives = files.filter(file -> file.toString().endsWith(suffix)).toList();
      assertThat(archives).hasSize(1);
      return archives.get(0);
    }
  }

  private static void unpack(Path file, Path directory) throws IOException {
    try (FileSystem zip =
            FileSystems.newFileSystem(
                URI.create("jar:" + file.toAbsolutePath().toUri()), Map.of());
        Stream<Path> entries = Files.walk(zip.getPath("/"))) {
      for (Path entry : entries.filter(Files::isRegularFile).toList()) {
        Path unpacked = directory.resolve(entry.toString().substring(1));
        Files.createDirectories(unpacked.getParent());
        try (InputStream in = Files.newInputStream(entry)) {
          Files.copy(in, unpacked);
        }
        // Of the modes in the zip this way of reading it knows nothing.
        if (entry.toString().contains("/bin/")) {
          assertThat(unpacked.toFile().setExecutable(true)).isTrue();
        }
      }
    }
  }
}
