package io.brokerbench.cluster.mqtt;

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
import java.util.Optional;
import java.util.function.Consumer;

/** Starts brokers in containers as the settings have them. */
final class ContainerPlan implements ClusterPlan {

  private static final String HIVEMQ_JAR = "/opt/hivemq/bin/hivemq.jar";

  private final ContainerSettings settings;

  ContainerPlan(ContainerSettings settings) {
    this.settings = settings;
  }

  @Override
  public Cluster start(Consumer<String> progress) throws BrokerException, InterruptedException {
    DockerEngine engine = DockerEngine.connect();
    MqttSettings mqtt = settings.mqtt();
    if (mqtt.broker() == Broker.HIVEMQ && Feasibility.neededBytes(mqtt) > engine.memoryBytes()) {
      throw new BrokerException(
          String.format(
              Locale.ROOT,
              "cluster.heap needs %s of memory, but Docker has %s; set a smaller heap",
              Memory.size(Feasibility.neededBytes(mqtt)),
              Memory.size(engine.memoryBytes())));
    }
    engine.removeForgotten();
    DockerEngine.Image image = engine.image(settings.options().image(), progress);
    boolean ofHost = settings.options().isOfHost(engine, mqtt.broker() == Broker.EMQX);
    PortRange range = PortRange.wanted(mqtt.firstPort(), mqtt.portCount());
    if (mqtt.firstPort() > 0) {
      range.requireFree();
    }
    PortLayout ports = new PortLayout(mqtt.broker(), range.first(), mqtt.nodes().size());
    Optional<Certificate> certificate =
        mqtt.tls() ? Optional.of(Certificate.make()) : Optional.empty();
    String release = release(image);
    progress.accept(
        String.format(
            Locale.ROOT,
            "%s in containers of %s, network %s",
            ClusterStart.announce(mqtt, release, ports),
            image.name(),
            ofHost ? "host" : "pod"));
    Containers containers = new Containers(engine);
    ContainerNetwork network = containers.network(ofHost, image.name(), ports.all());
    Path home = home(mqtt.broker());
    Site site = new Site(ports, network.bindAddress(), name -> home, Secret.make(), certificate);
    return new ClusterStart(
            mqtt,
            site,
            new ContainerHost(
                engine,
                containers,
                settings.options(),
                "",
                network,
                settings.options().facts(engine, image, ofHost)),
            release)
        .run(
            node ->
                switch (mqtt.broker()) {
                  case MOSQUITTO -> MosquittoNode.of(mqtt, site, node, "mosquitto");
                  case HIVEMQ -> HiveMqNode.of(mqtt, site, "java", HIVEMQ_JAR);
                  case EMQX -> EmqxNode.of(mqtt, site);
                },
            progress);
  }

  /** Of the image's volume: as fast as the disk is. */
  private static Path home(Broker broker) {
    return Path.of(
            switch (broker) {
              case MOSQUITTO -> "/mosquitto/data";
              case HIVEMQ -> "/opt/hivemq/data";
              case EMQX -> "/opt/emqx/data";
            })
        .resolve("brokerbench");
  }

  /** As far as the image tells; its tag otherwise. */
  private static String release(DockerEngine.Image image) {
    String tag = image.name().substring(image.name().lastIndexOf('/') + 1);
    String named = tag.contains(":") ? tag.substring(tag.indexOf(':') + 1) : "latest";
    return image
        .environment()
        .getOrDefault("HIVEMQ_CE_VERSION", image.environment().getOrDefault("EMQX_VERSION", named));
  }
}
