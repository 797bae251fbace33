package io.brokerbench.cluster.rabbitmq;

import io.brokerbench.cluster.ContainerBroker;
import io.brokerbench.cluster.HostKeys;
import io.brokerbench.cluster.docker.ContainerImage;
import io.brokerbench.cluster.docker.ContainerOptions;
import io.brokerbench.cluster.docker.DockerEngine;
import io.brokerbench.cluster.node.MemoryNeed;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.units.Text;
import io.brokerbench.workload.Settings;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * RabbitMQ in containers: the settings of {@code rabbitmq.yaml} for host container.
 *
 * @param built the name of the image that {@code scripts/docker/prepare} builds of the requested
 *     release; empty if the settings name an image or no release
 */
record RabbitMqContainers(
    RabbitMqSettings rabbitMq, ContainerOptions options, Optional<String> built)
    implements ContainerBroker<RabbitMqPortLayout> {

  private static final String VERSION = "RABBITMQ_VERSION";
  private static final String BUILT = "brokerbench/rabbitmq:";
  private static final String OFFICIAL = "rabbitmq:";

  /** The last line of releases with all kinds of queues. */
  private static final String DEFAULT_TAG = "3.13";

  static RabbitMqContainers read(Settings settings) {
    RabbitMqSettings rabbitMq = RabbitMqSettings.read(settings, HostKeys.CONTAINER);
    ContainerOptions options =
        ContainerOptions.read(
            settings, OFFICIAL + rabbitMq.release().map(RabbitMqRelease::name).orElse(DEFAULT_TAG));
    options.checkMemory(
        RabbitMqFeasibility.ofNodeBytes(rabbitMq),
        "cluster.memory-watermark and the overhead of a node",
        settings);
    if (options.storeBytes() > 0 && options.storeBytes() <= rabbitMq.diskFreeLimitBytes()) {
      settings.problem(
          ContainerOptions.STORE_SIZE,
          Text.of(
              "must exceed cluster.disk-free-limit, %,d bytes, got %,d",
              rabbitMq.diskFreeLimitBytes(), options.storeBytes()));
    }
    return new RabbitMqContainers(
        rabbitMq,
        options,
        settings.text("cluster.container.image").isBlank()
            ? rabbitMq.release().flatMap(RabbitMqRelease::line).map(BUILT::concat)
            : Optional.empty());
  }

  @Override
  public MemoryNeed memory() {
    return options.withStores(RabbitMqFeasibility.memory(rabbitMq), rabbitMq.nodes());
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

  /** The image built on this machine if it has the requested release. */
  @Override
  public ContainerImage image(DockerEngine engine, Consumer<String> progress)
      throws BrokerException, InterruptedException {
    if (built.isPresent()) {
      Optional<ContainerImage> there = engine.find(built.get()).filter(this::hasRelease);
      if (there.isPresent()) {
        return there.get();
      }
    }
    return ContainerBroker.super.image(engine, progress);
  }

  private boolean hasRelease(ContainerImage image) {
    String there = image.environment().getOrDefault(VERSION, "0");
    return rabbitMq.release().filter(RabbitMqRelease.parse(there)::is).isPresent();
  }

  @Override
  public RabbitMqClusterStart prepare(
      DockerEngine engine, ContainerImage image, Consumer<String> progress) throws BrokerException {
    String there = image.required(VERSION, "RabbitMQ");
    RabbitMqRelease release = RabbitMqRelease.parse(there);
    Optional<RabbitMqRelease> wanted = rabbitMq.release();
    if (wanted.isPresent() && !release.is(wanted.get())) {
      throw image.holds("RabbitMQ", there, wanted.get().name());
    }
    return new RabbitMqClusterStart(
        rabbitMq.of(release), new RabbitMqPrograms(release, "rabbitmq-server", "epmd", Map.of()));
  }
}
