package io.brokerbench.cluster.mqtt;

import io.brokerbench.cluster.Artifacts;
import io.brokerbench.driver.BrokerException;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.eclipse.aether.resolution.VersionRangeResolutionException;

/** HiveMQ CE's jars, out of Maven Central. */
final class HiveMqJars {

  static final Release DEFAULT = new Release("2025.5");

  private static final Artifacts ARTIFACTS = new Artifacts("com.hivemq");
  private static final List<String> SERVER = List.of("hivemq-community-edition-embedded");

  private HiveMqJars() {}

  /** The class path, after what is not on this machine was downloaded. */
  static String get(Release release, Consumer<String> progress) throws BrokerException {
    return ARTIFACTS.get(Broker.HIVEMQ.title(), release.name(), SERVER, progress).stream()
        .map(Path::toString)
        .collect(Collectors.joining(File.pathSeparator));
  }

  /**
   * Whether a release can be had.
   *
   * @throws VersionRangeResolutionException if it is not here and no repository tells
   */
  static boolean areThere(Release release) throws VersionRangeResolutionException {
    return ARTIFACTS.areLocal(release.name(), SERVER)
        || ARTIFACTS.completeReleases(SERVER).contains(release.name());
  }
}
