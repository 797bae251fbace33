package io.brokerbench.cluster.rabbitmq;

import io.brokerbench.cluster.ContainerBroker;
import io.brokerbench.cluster.HostKeys;
import io.brokerbench.cluster.docker.ContainerImage;
import io.brokerbench.cluster.docker.ContainerOptions;
import io.brokerbench.cluster.docker.DockerEngine;
import io.brokerbench.cluster.node.MemoryNeed;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.workload.Settings;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** RabbitMQ in containers: the settings of {@code rabbitmq.yaml} for host container. */
record RabbitMqContainers(RabbitMqSettings rabbitMq, ContainerOptions options)
    implements ContainerBroker<RabbitMqPortLayout> {

  /** The last line of releases with all kinds of queues. */
  private static final String DEFAULT_TAG = "3.13";

  // Memory of a node in addition to the memory that it counts.
  private static final long OVERHEAD_BYTES = 160L << 20;

  static RabbitMqContainers read(Settings settings) {
    RabbitMqSettings rabbitMq = RabbitMqSettings.read(settings, HostKeys.CONTAINER);
    ContainerOptions options =
        ContainerOptions.read(
            settings,
            "rabbitmq:" + rabbitMq.release().map(RabbitMqRelease::name).orElse(DEFAULT_TAG));
    options.checkMemory(
        rabbitMq.memoryWatermarkBytes() + OVERHEAD_BYTES,
        "cluster.memory-watermark and the overhead of a node",
        settings);
    return new RabbitMqContainers(rabbitMq, options);
  }

  @Override
  public MemoryNeed memory() {
    return RabbitMqFeasibility.memory(rabbitMq);
  }

  @Override
  public boolean needsPod() {
    return false;
  }

  @Override
  public Path home() {
    return Path.of("/var/lib/rabbitmq/brokerbench");
  }

  /** The user with write access to the home. */
  @Override
  public String user() {
    return "rabbitmq";
  }

  @Override
  public RabbitMqClusterStart prepare(
      DockerEngine engine, ContainerImage image, Consumer<String> progress) throws BrokerException {
    String there = image.required("RABBITMQ_VERSION", "RabbitMQ");
    RabbitMqRelease release = RabbitMqRelease.parse(there);
    Optional<RabbitMqRelease> wanted = rabbitMq.release();
    if (wanted.isPresent() && !release.is(wanted.get())) {
      throw image.holds("RabbitMQ", there, wanted.get().name());
    }
    return new RabbitMqClusterStart(
        rabbitMq, new RabbitMqPrograms(release, "rabbitmq-server", "epmd", Map.of()));
  }
}
