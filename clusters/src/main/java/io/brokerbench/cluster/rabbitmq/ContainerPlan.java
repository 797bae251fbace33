package io.brokerbench.cluster.rabbitmq;

import io.brokerbench.cluster.Certificate;
import io.brokerbench.cluster.ContainerHost;
import io.brokerbench.cluster.ContainerNetwork;
import io.brokerbench.cluster.Containers;
import io.brokerbench.cluster.DockerEngine;
import io.brokerbench.cluster.Memory;
import io.brokerbench.cluster.PortRange;
import io.brokerbench.cluster.Secret;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.ClusterPlan;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Starts RabbitMQ in containers as the settings have it. */
final class ContainerPlan implements ClusterPlan {

  // Of the image's volume, where it has one: as fast as the disk is.
  private static final Path HOME = Path.of("/var/lib/rabbitmq/brokerbench");

  /** Who may write there. */
  private static final String USER = "rabbitmq";

  private final ContainerSettings settings;

  ContainerPlan(ContainerSettings settings) {
    this.settings = settings;
  }

  @Override
  public Cluster start(Consumer<String> progress) throws BrokerException, InterruptedException {
    DockerEngine engine = DockerEngine.connect();
    RabbitMqSettings rabbitMq = settings.rabbitMq();
    long neededBytes = rabbitMq.nodes() * rabbitMq.memoryWatermarkBytes();
    if (neededBytes > engine.memoryBytes()) {
      throw new BrokerException(
          String.format(
              Locale.ROOT,
              "cluster.memory-watermark needs %s of memory, but Docker has %s; set less, or cluster.nodes 1",
              Memory.size(neededBytes),
              Memory.size(engine.memoryBytes())));
    }
    engine.removeForgotten();
    DockerEngine.Image image = engine.image(settings.options().image(), progress);
    Release release = release(image);
    boolean ofHost = settings.options().isOfHost(engine, false);
    PortRange range = PortRange.wanted(rabbitMq.firstPort(), PortLayout.count(rabbitMq.nodes()));
    if (rabbitMq.firstPort() > 0) {
      range.requireFree();
    }
    PortLayout ports = new PortLayout(range.first(), rabbitMq.nodes());
    Optional<Certificate> certificate =
        rabbitMq.tls() ? Optional.of(Certificate.make()) : Optional.empty();
    progress.accept(
        String.format(
            Locale.ROOT,
            "%s in containers of %s, network %s",
            ClusterStart.announce(rabbitMq, release, ports),
            image.name(),
            ofHost ? "host" : "pod"));
    Containers containers = new Containers(engine);
    ContainerNetwork network = containers.network(ofHost, image.name(), ports.ofClients());
    Site site =
        new Site(
            containers.clusterName(),
            release,
            ports,
            network.bindAddress(),
            name -> HOME,
            Secret.make(),
            "rabbitmq-server",
            "epmd",
            Map.of(),
            certificate);
    return new ClusterStart(
            rabbitMq,
            site,
            new ContainerHost(
                engine,
                containers,
                settings.options(),
                USER,
                network,
                settings.options().facts(engine, image, ofHost)))
        .run(progress);
  }

  /** What the image holds. */
  private Release release(DockerEngine.Image image) throws BrokerException {
    String there = image.environment().get("RABBITMQ_VERSION");
    if (there == null) {
      throw new BrokerException(
          String.format(
              Locale.ROOT,
              "image %s is no RabbitMQ: it sets no RABBITMQ_VERSION; name another by cluster.container.image",
              image.name()));
    }
    Release release = Release.parse(there);
    Optional<Release> wanted = settings.rabbitMq().release();
    if (wanted.isPresent() && !release.is(wanted.get())) {
      throw new BrokerException(
          String.format(
              Locale.ROOT,
              "image %s holds RabbitMQ %s, but cluster.version is %s",
              image.name(),
              there,
              wanted.get().name()));
    }
    return release;
  }
}
