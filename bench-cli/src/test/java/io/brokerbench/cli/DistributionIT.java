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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The zip, unpacked where there is nothing else of ours. */
@Tag("default")
final class DistributionIT {

  private final Path home;

  DistributionIT(@TempDir Path home) throws IOException {
    this.home = home;
    unpack();
  }

  private void unpack() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("target"))) {
      List<Path> zips = files.filter(file -> file.toString().endsWith(".zip")).toList();
      assertThat(zips).hasSize(1);
      try (FileSystem zip =
              FileSystems.newFileSystem(
                  URI.create("jar:" + zips.get(0).toAbsolutePath().toUri()), Map.of());
          Stream<Path> entries = Files.walk(zip.getPath("/"))) {
        for (Path entry : entries.filter(Files::isRegularFile).toList()) {
          Path file = home.resolve(entry.toString().substring(1));
          Files.createDirectories(file.getParent());
          try (InputStream in = Files.newInputStream(entry)) {
            Files.copy(in, file);
          }
          // Of the modes in the zip this way of reading it knows nothing.
          if (entry.toString().contains("/bin/")) {
            assertThat(file.toFile().setExecutable(true)).isTrue();
          }
        }
      }
    }
  }

  @Test
  void measuresWithoutSourcesOrMaven() throws Exception {
    try (Stream<Path> roots = Files.list(home)) {
      Path root = roots.toList().get(0);
      assertThat(root.resolve("workloads/publications/p1-2-modes.yaml")).exists();
      Process process =
          new ProcessBuilder(
                  "bash",
                  root.resolve("bin/producer.sh").toString(),
                  "--set",
                  "driver=memory",
                  "-w",
                  "1",
                  "--warmup",
                  "0s",
                  "--duration",
                  "1s",
                  "--out",
                  home.resolve("results").toString())
              .redirectErrorStream(true)
              .redirectOutput(home.resolve("output").toFile())
              .start();
      assertThat(process.waitFor()).as(Files.readString(home.resolve("output"))).isIn(0, 4);
    }
    assertThat(Files.readString(home.resolve("output")))
        .contains("acknowledged in the memory of this process")
        .doesNotContain("building");
  }
}
