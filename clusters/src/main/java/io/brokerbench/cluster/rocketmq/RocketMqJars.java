package io.brokerbench.cluster.rocketmq;

import io.brokerbench.driver.BrokerException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.eclipse.aether.resolution.DependencyResolutionException;

/** RocketMQ's jars, wherever they come from. */
final class RocketMqJars {

  private RocketMqJars() {}

  /**
   * Those of a release's servers, downloaded if they are not on this machine.
   *
   * @param servers such as {@link Artifacts#BROKERS}
   */
  static List<Path> get(Release release, List<String> servers, Consumer<String> progress)
      throws BrokerException {
    try {
      return Artifacts.classPath(release, servers, true);
    } catch (DependencyResolutionException notAllLocal) {
      progress.accept("downloading RocketMQ %s from Maven Central".formatted(release.name()));
    }
    try {
      return Artifacts.classPath(release, servers, false);
    } catch (DependencyResolutionException e) {
      throw new BrokerException(
          "RocketMQ %s cannot be downloaded: %s".formatted(release.name(), e.getMessage()), e);
    }
  }

  /**
   * Whether brokers understand the properties. Known before the start only if the release was here.
   */
  static void checkProperties(List<Path> classPath, RocketMqSettings settings)
      throws BrokerException {
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
