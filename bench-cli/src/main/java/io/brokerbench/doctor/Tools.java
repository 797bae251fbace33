package io.brokerbench.doctor;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Programs of others that some runs need. */
final class Tools {

  private static final long ANSWER_SECONDS = 5;
  private static final String DOCKER_FOR = "needed for brokers in containers";

  private final List<Path> path;

  /**
   * Nothing is looked for yet.
   *
   * @param path directories, as the environment's {@code PATH} has them
   */
  Tools(String path) {
    this.path =
        Stream.of(path.split(Pattern.quote(File.pathSeparator), -1))
            .filter(each -> !each.isEmpty())
            .map(Path::of)
            .toList();
  }

  List<Finding> findings() throws IOException {
    return List.of(
        docker(),
        program("rabbitmq-server", "needed for RabbitMQ as a process of ours"),
        program("mosquitto", "needed for MQTT with a broker of ours"));
  }

  private Finding program(String name, String use) {
    return find(name)
        .map(file -> Finding.of(name, file.toString()))
        .orElseGet(() -> new Finding(name, "not on the PATH", use));
  }

  /** A client without its engine is of no use, so the engine is asked. */
  private Finding docker() throws IOException {
    Optional<Path> client = find("docker");
    if (client.isEmpty()) {
      return new Finding("docker", "not on the PATH", DOCKER_FOR);
    }
    return engine(client.get())
        .map(version -> Finding.of("docker", "engine " + version))
        .orElseGet(() -> new Finding("docker", "its engine does not answer", DOCKER_FOR));
  }

  private static Optional<String> engine(Path client) throws IOException {
    Path answer = Files.createTempFile("brokerbench-docker", ".txt");
    try {
      Process process =
          new ProcessBuilder(client.toString(), "version", "--format", "{{.Server.Version}}")
              .redirectError(Redirect.DISCARD)
              .redirectOutput(answer.toFile())
              .start();
      try {
        boolean answered =
            process.waitFor(ANSWER_SECONDS, TimeUnit.SECONDS) && process.exitValue() == 0;
        return answered
            ? Optional.of(Files.readString(answer, StandardCharsets.UTF_8).strip())
            : Optional.empty();
      } finally {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    } finally {
      Files.deleteIfExists(answer);
    }
  }

  private Optional<Path> find(String name) {
    return path.stream()
        .map(directory -> directory.resolve(name))
        .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
        .findFirst();
  }
}
