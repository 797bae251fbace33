package io.brokerbench.doctor;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** External programs that some runs need. */
final class ExternalTools {

  private static final long ANSWER_SECONDS = 5;
  private static final String DOCKER = "docker";
  private static final String CONTAINERS = "needed for brokers in containers";

  private final List<Path> path;
  private final Optional<PackageManager> packages;

  /**
   * Has no side effects.
   *
   * @param path directories in the notation of the environment variable {@code PATH}
   * @param packages installs what is missing; empty if it is unknown
   */
  ExternalTools(String path, Optional<PackageManager> packages) {
    this.packages = packages;
    this.path =
        Stream.of(path.split(Pattern.quote(File.pathSeparator), -1))
            .filter(each -> !each.isEmpty())
            .map(Path::of)
            .toList();
  }

  List<Finding> findings() throws IOException {
    return List.of(
        docker(),
        program("rabbitmq-server", "needed for RabbitMQ nodes started by brokerbench"),
        program("mosquitto", "needed for cluster.broker=mosquitto as processes"),
        program("ssh", "needed for workers on named hosts (scripts/workers)"),
        program("rsync", "needed for workers on named hosts (scripts/workers)"));
  }

  private Finding program(String name, String use) {
    return find(name)
        .map(file -> Finding.of(name, file.toString()))
        .orElseGet(() -> missing(name, use));
  }

  private Finding missing(String name, String use) {
    return new Finding(
        name,
        "not on the PATH",
        use + packages.map(each -> ": " + each.installs(name)).orElse("; install it"));
  }

  /** Queries the engine, because a client without one is useless. */
  private Finding docker() throws IOException {
    Optional<Path> client = find(DOCKER);
    if (client.isEmpty()) {
      return missing(DOCKER, CONTAINERS);
    }
    String remedy = CONTAINERS + ": start it, and check the rights on its socket";
    return engine(client.get())
        .map(version -> Finding.of(DOCKER, "engine " + version))
        .orElseGet(() -> new Finding(DOCKER, "its engine does not answer", remedy));
  }

  private static Optional<String> engine(Path client) throws IOException {
    Process process =
        new ProcessBuilder(client.toString(), "version", "--format", "{{.Server.Version}}")
            .redirectError(Redirect.DISCARD)
            .start();
    try (InputStream answer = process.getInputStream()) {
      return process.waitFor(ANSWER_SECONDS, TimeUnit.SECONDS) && process.exitValue() == 0
          ? Optional.of(new String(answer.readAllBytes(), StandardCharsets.UTF_8).strip())
          : Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    } finally {
      process.destroyForcibly();
    }
  }

  private Optional<Path> find(String name) {
    return path.stream()
        .map(directory -> directory.resolve(name))
        .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
        .findFirst();
  }
}
