package io.brokerbench.workers.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.address.HostPort;
import io.brokerbench.file.BadInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Whether each side accepts the other is tested where connections are. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class CredentialsTest {

  private final Path made;

  CredentialsTest(@TempDir Path parent) {
    made = parent.resolve("new/credentials");
  }

  @BeforeAll
  void make() throws Exception {
    Credentials.make(made);
  }

  /** Files that a test may change. */
  private void copyTo(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(made)) {
      for (Path file : files.toList()) {
        Files.copy(file, directory.resolve(file.getFileName()), StandardCopyOption.COPY_ATTRIBUTES);
      }
    }
  }

  @Test
  void hasTheFilesOfBothSidesForTheirOwnerAlone() throws Exception {
    try (Stream<Path> files = Files.list(made)) {
      assertThat(files.toList())
          .allSatisfy(
              file ->
                  assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                      .isEqualTo("rw-------"))
          .extracting(file -> file.getFileName().toString())
          .containsExactlyInAnyOrder(
              "authority.pem",
              "controller.pem",
              "controller-key.pem",
              "worker.pem",
              "worker-key.pem");
    }
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(made)))
        .isEqualTo("rwx------");
  }

  @Test
  void eachSideNeedsOnlyItsOwnKey(@TempDir Path directory) throws Exception {
    copyTo(directory);
    Files.delete(directory.resolve("worker-key.pem"));
    assertThat(Credentials.ofController(directory).ofServer().isServer()).isTrue();
    assertThatThrownBy(() -> Credentials.ofWorker(directory))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith("--credentials: " + directory + "/worker-key.pem cannot be read;");
  }

  @Test
  void onlyADirectoryWithoutFilesIsUsed(@TempDir Path directory) throws Exception {
    copyTo(directory);
    Credentials.make(Files.createDirectory(directory.resolve("empty")));
    assertThat(directory.resolve("empty/worker.pem")).exists();
    assertThatThrownBy(() -> Credentials.make(directory))
        .isInstanceOf(BadInputException.class)
        .hasMessage(directory + " is not empty; name another directory, or remove its files");
    Path file = directory.resolve("worker.pem");
    assertThatThrownBy(() -> Credentials.make(file))
        .isInstanceOf(BadInputException.class)
        .hasMessage(file + " is not a directory; name another one");
  }

  @Test
  void filesThatCannotBeUsedAreRefused(@TempDir Path directory) throws Exception {
    copyTo(directory);
    Path key = directory.resolve("worker-key.pem");
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r--r--"));
    assertThatThrownBy(() -> Credentials.ofWorker(directory))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("first run chmod 600 " + key);
    for (String content : List.of("", "not a key")) {
      Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
      Files.writeString(key, content);
      assertThatThrownBy(() -> Credentials.ofWorker(directory))
          .isInstanceOf(BadInputException.class)
          .message()
          .startsWith("--credentials: the files in " + directory + " cannot be used: ")
          .doesNotContain("\n");
    }
  }

  @Test
  void withoutCredentialsOnlyLoopbackIsAccepted() throws Exception {
    Credentials.requireFor("--join", new HostPort("127.0.0.1", 7000), Optional.empty());
    Credentials.requireFor("--join", new HostPort("::1", 7000), Optional.empty());
    assertThatThrownBy(
            () -> Credentials.requireFor("--listen", new HostPort("0.0.0.0", 7), Optional.empty()))
        .isInstanceOf(BadInputException.class)
        .hasMessage(
            "--listen: 0.0.0.0:7 is not a loopback address, so it needs --credentials; bench worker"
                + " credentials DIR makes them");
  }
}
