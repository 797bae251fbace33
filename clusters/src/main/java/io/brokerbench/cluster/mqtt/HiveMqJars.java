package io.brokerbench.cluster.mqtt;

import io.brokerbench.cluster.process.Artifacts;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.units.Text;
import io.brokerbench.workload.Settings;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** The jars of HiveMQ CE from Maven Central. */
final class HiveMqJars {

  static final MqttRelease DEFAULT = new MqttRelease("2025.5");

  private static final Artifacts ARTIFACTS = new Artifacts("com.hivemq");
  private static final List<String> SERVER = List.of("hivemq-community-edition-embedded");

  private HiveMqJars() {}

  /** The class path; artifacts that are not on this machine are downloaded. */
  static String get(MqttRelease release, Consumer<String> progress) throws BrokerException {
    return ARTIFACTS.get(Broker.HIVEMQ.title(), release.name(), SERVER, progress).stream()
        .map(Path::toString)
        .collect(Collectors.joining(File.pathSeparator));
  }

  /** Reports as a problem a release that is not available. */
  static void checkRelease(MqttRelease release, Settings settings) {
    ARTIFACTS.checkRelease(
        release.name(),
        SERVER,
        complete ->
            Text.of(
                "must be a release of HiveMQ CE that Maven Central has, such as %s, got \"%s\"",
                DEFAULT.name(), release.name()),
        settings);
  }
}
