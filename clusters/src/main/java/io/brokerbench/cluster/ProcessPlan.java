package io.brokerbench.cluster;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.ClusterPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.eclipse.aether.resolution.DependencyResolutionException;

/** Starts RocketMQ's processes as the settings have them. */
final class ProcessPlan implements ClusterPlan {

  private final ProcessSettings settings;

  ProcessPlan(ProcessSettings settings) {
    this.settings = settings;
  }

  @Override
  public Cluster start(Consumer<String> progress) throws BrokerException, InterruptedException {
    List<Path> classPath = classPath(progress);
    checkProperties(classPath);
    PortLayout ports = ports();
    Path directory = directory();
    progress.accept(
        "starting RocketMQ %s, %s, on ports %d to %d"
            .formatted(
                settings.release().name(),
                settings.topology().notation(),
                ports.first(),
                ports.last()));
    return new ProcessStart(
            settings, ports, new Launcher(directory, classPath, settings.java().executable()))
        .run(progress);
  }

  private List<Path> classPath(Consumer<String> progress) throws BrokerException {
    Release release = settings.release();
    try {
      return Artifacts.classPath(release, true);
    } catch (DependencyResolutionException notAllLocal) {
      progress.accept("downloading RocketMQ %s from Maven Central".formatted(release.name()));
    }
    try {
      return Artifacts.classPath(release, false);
    } catch (DependencyResolutionException e) {
      throw new BrokerException(
          "RocketMQ %s cannot be downloaded: %s".formatted(release.name(), e.getMessage()), e);
    }
  }

  /** Again: the release may have been downloaded only now. */
  private void checkProperties(List<Path> classPath) throws BrokerException {
    if (!settings.properties().isEmpty()) {
      String problems =
          KnownProperties.problems(classPath, settings.release(), settings.properties())
              .entrySet()
              .stream()
              .map(entry -> "cluster.properties." + entry.getKey() + " " + entry.getValue())
              .collect(Collectors.joining("; "));
      if (!problems.isEmpty()) {
        throw new BrokerException(problems);
      }
    }
  }

  private PortLayout ports() throws BrokerException {
    int brokers = settings.topology().brokers();
    if (settings.firstPort() > 0) {
      return new PortLayout(settings.firstPort(), brokers);
    }
    return PortLayout.free(brokers)
        .orElseThrow(
            () -> new BrokerException("no free ports were found; name the first by cluster.port"));
  }

  private Path directory() throws BrokerException {
    try {
      return Files.createTempDirectory(settings.dataDirectory(), "brokerbench-").toRealPath();
    } catch (IOException e) {
      throw new BrokerException(
          "no directory can be made in %s: %s".formatted(settings.dataDirectory(), e.getMessage()),
          e);
    }
  }
}
