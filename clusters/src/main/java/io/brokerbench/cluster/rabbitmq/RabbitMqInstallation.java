package io.brokerbench.cluster.rabbitmq;

import io.brokerbench.units.Text;
import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * An installation of RabbitMQ on this machine.
 *
 * @param server the script that starts a node, not the wrapper of a system package
 */
record RabbitMqInstallation(Path server, RabbitMqRelease release) {

  /** The directory of Debian's package. */
  private static final Path OF_SYSTEM = Path.of("/usr/lib/rabbitmq");

  private static final String SERVER = "rabbitmq-server";
  private static final String PLUGIN = "rabbit-";
  private static final String ARCHIVE = ".ez";

  /**
   * Reads the setting for the directory; blank means the machine's installation.
   *
   * @return empty if the machine has no installation
   * @throws IllegalArgumentException if the directory has no RabbitMQ; the message completes a
   *     sentence that starts with the key
   */
  static Optional<RabbitMqInstallation> parse(String text) {
    if (text.isBlank()) {
      return ofMachine();
    }
    try {
      Path home = Path.of(text.strip()).toAbsolutePath();
      Optional<RabbitMqInstallation> found =
          of(home.resolve("sbin").resolve(SERVER))
              .or(() -> of(home.resolve("bin").resolve(SERVER)));
      if (found.isPresent()) {
        return found;
      }
      throw notRabbitMq(text);
    } catch (InvalidPathException e) {
      throw notRabbitMq(text);
    }
  }

  private static IllegalArgumentException notRabbitMq(String text) {
    return new IllegalArgumentException(
        Text.of(
            "must be the directory of a RabbitMQ installation, with sbin/%1$s or bin/%1$s, got"
                + " \"%2$s\"",
            SERVER, text));
  }

  private static Optional<RabbitMqInstallation> ofMachine() {
    // PATH may contain a wrapper that runs the system's node, in the directory of the script.
    return of(OF_SYSTEM.resolve("bin").resolve(SERVER))
        .or(() -> onPath(SERVER).flatMap(program -> of(program.resolveSibling(SERVER))));
  }

  private static Optional<RabbitMqInstallation> of(Path script) {
    if (!Files.isExecutable(script)) {
      return Optional.empty();
    }
    try {
      Path plugins = script.toRealPath().resolve("../../plugins").normalize();
      try (DirectoryStream<Path> found = Files.newDirectoryStream(plugins, PLUGIN + "[0-9]*")) {
        for (Path plugin : found) {
          String name = plugin.getFileName().toString().substring(PLUGIN.length());
          String release =
              name.endsWith(ARCHIVE) ? name.substring(0, name.length() - ARCHIVE.length()) : name;
          return Optional.of(new RabbitMqInstallation(script, RabbitMqRelease.parse(release)));
        }
      }
    } catch (IOException | IllegalArgumentException e) {
      // No installation that brokerbench can run.
    }
    return Optional.empty();
  }

  /** Erlang's port mapper daemon, epmd; empty if there is no Erlang on PATH. */
  static Optional<Path> portMapper() {
    return onPath("erl").map(erl -> erl.resolveSibling("epmd")).filter(Files::isExecutable);
  }

  /** The first program of this name on PATH, with symbolic links resolved. */
  private static Optional<Path> onPath(String program) {
    return directories()
        .map(directory -> Path.of(directory, program))
        .filter(Files::isExecutable)
        .findFirst()
        .flatMap(
            path -> {
              try {
                return Optional.of(path.toRealPath());
              } catch (IOException e) {
                return Optional.empty();
              }
            });
  }

  /** The PATH of a node. */
  static String path() {
    return String.join(File.pathSeparator, directories().toList());
  }

  private static Stream<String> directories() {
    String path = System.getenv("PATH");
    return Stream.concat(
            Stream.ofNullable(path).flatMap(text -> Stream.of(text.split(File.pathSeparator, -1))),
            List.of("/usr/local/bin", "/usr/bin", "/bin").stream())
        .filter(directory -> !directory.isBlank())
        .distinct();
  }
}
