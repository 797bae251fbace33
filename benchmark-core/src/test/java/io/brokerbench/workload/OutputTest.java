package io.brokerbench.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class OutputTest {

  private final Path directory;

  OutputTest(@TempDir Path directory) {
    this.directory = directory;
  }

  @Test
  void aDirectoryThatCanBeMadeIsTakenAndNotMadeYet() {
    Path wanted = directory.resolve("a/b/c");
    assertThat(TestWorkload.of("output.directory=" + wanted).output().directory())
        .isEqualTo(wanted);
    assertThat(directory.resolve("a")).doesNotExist();
  }

  @Test
  void aFileIsRefused() throws IOException {
    Path file = Files.createFile(directory.resolve("file"));
    assertRefused(file, "--set: output.directory must be a directory, but " + file + " is a file");
  }

  @Test
  void aDirectoryBelowAFileIsRefused() throws IOException {
    Path file = Files.createFile(directory.resolve("file"));
    assertRefused(file.resolve("a/b"), "--set: output.directory must be a directory, but " + file);
  }

  @Test
  void aReadOnlyDirectoryIsRefusedEvenForRoot() throws IOException {
    Path readOnly = Files.createDirectory(directory.resolve("readOnly"));
    Files.setPosixFilePermissions(readOnly, PosixFilePermissions.fromString("r-xr-xr-x"));
    assertRefused(
        readOnly, "--set: output.directory must be writable, but " + readOnly + " is not");
    assertRefused(
        readOnly.resolve("below"),
        "--set: output.directory must be writable, but " + readOnly + " is not");
    Files.setPosixFilePermissions(readOnly, PosixFilePermissions.fromString("rwxr-xr-x"));
    assertThat(TestWorkload.of("output.directory=" + readOnly).output().directory())
        .isEqualTo(readOnly);
  }

  private static void assertRefused(Path path, String message) {
    assertThatThrownBy(() -> TestWorkload.of("output.directory=" + path))
        .rootCause()
        .hasMessageStartingWith(message);
  }
}
