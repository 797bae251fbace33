package io.brokerbench.cluster.rocketmq;

import io.brokerbench.cluster.process.Artifacts;
import io.brokerbench.driver.BrokerException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** The jars of RocketMQ. */
final class RocketMqJars {

  static final Artifacts ARTIFACTS = new Artifacts("RocketMQ", "org.apache.rocketmq");

  /** Name server and broker, the servers of every cluster. */
  static final List<String> BROKERS = List.of("rocketmq-namesrv", "rocketmq-broker");

  static final List<String> PROXY = List.of("rocketmq-proxy");

  private RocketMqJars() {}

  /**
   * Checks whether brokers support the properties. Before the start, this is known only if the
   * release is on this machine.
   *
   * @throws BrokerException naming the invalid properties
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
