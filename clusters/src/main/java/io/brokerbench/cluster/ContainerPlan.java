package io.brokerbench.cluster;

import io.brokerbench.cluster.ContainerSettings.Network;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.ClusterPlan;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;

/** Starts RocketMQ in containers as the settings have it. */
final class ContainerPlan implements ClusterPlan {

  private static final Path HOME = Path.of("/home/rocketmq/brokerbench");
  private static final int NAME_LENGTH = 12;

  private final ContainerSettings settings;

  ContainerPlan(ContainerSettings settings) {
    this.settings = settings;
  }

  @Override
  public Cluster start(Consumer<String> progress) throws BrokerException, InterruptedException {
    DockerEngine engine = DockerEngine.connect();
    if (!engine.isNear()) {
      throw new BrokerException(
          "the Docker engine at %s is on another machine: start brokers there, and use cluster.host external"
              .formatted(engine.address()));
    }
    if (Capacity.neededBytes(settings.rocketMq()) > engine.memoryBytes()) {
      throw new BrokerException(
          "cluster.heap needs %s of memory, but Docker has %s; set a smaller heap, or cluster.topology 1m"
              .formatted(
                  Capacity.size(Capacity.neededBytes(settings.rocketMq())),
                  Capacity.size(engine.memoryBytes())));
    }
    engine.removeForgotten();
    DockerEngine.Image image = engine.image(settings.image(), progress);
    String jars = jars(image);
    boolean ofHost = isOfHost(engine);
    if (!settings.replicationDelay().isZero()) {
      engine.image(settings.proxyImage(), progress);
    }
    if (!settings.rocketMq().properties().isEmpty()) {
      RocketMqJars.checkProperties(
          RocketMqJars.get(settings.rocketMq().release(), Artifacts.BROKERS, progress),
          settings.rocketMq());
    }
    PortLayout ports = ports();
    String clusterName =
        "brokerbench-" + UUID.randomUUID().toString().replace("-", "").substring(0, NAME_LENGTH);
    progress.accept(
        "%s in containers of %s, network %s"
            .formatted(
                ClusterStart.announce(settings.rocketMq(), ports),
                image.name(),
                ofHost ? "host" : "pod"));
    Containers containers = new Containers(engine, clusterName);
    ContainerNetwork network =
        ofHost ? ContainerNetwork.ofHost(engine) : Pod.start(engine, containers, settings, ports);
    Site site = new Site(clusterName, ports, network.bindAddress(), network.haHost(), name -> HOME);
    return new ClusterStart(
            settings.rocketMq(),
            new ContainerHost(
                engine, containers, settings, network, site, jars, facts(engine, image, ofHost)))
        .run(progress);
  }

  /** A pod does not tell whose port is taken: those that were named are looked at before. */
  private PortLayout ports() throws BrokerException {
    PortLayout ports = PortLayout.of(settings.rocketMq());
    Optional<String> conflict =
        settings.rocketMq().firstPort() > 0 ? ports.conflict() : Optional.empty();
    if (conflict.isPresent()) {
      throw new BrokerException("cluster.port " + conflict.get());
    }
    return ports;
  }

  /** RocketMQ's in the image, as a class path. */
  private String jars(DockerEngine.Image image) throws BrokerException {
    String home = image.environment().get("ROCKETMQ_HOME");
    if (home == null) {
      throw new BrokerException(
          "image %s is no RocketMQ: it sets no ROCKETMQ_HOME; name another by cluster.container.image"
              .formatted(image.name()));
    }
    String release = settings.rocketMq().release().name();
    String there = image.environment().getOrDefault("ROCKETMQ_VERSION", release);
    if (!there.equals(release)) {
      throw new BrokerException(
          "image %s holds RocketMQ %s, but cluster.version is %s"
              .formatted(image.name(), there, release));
    }
    return home + "/lib/*";
  }

  private boolean isOfHost(DockerEngine engine) throws BrokerException {
    if (settings.network() == Network.HOST && !engine.sharesOurNetwork()) {
      throw new BrokerException(
          "cluster.container.network host cannot be had: Docker runs in a machine of its own; use pod");
    }
    return settings.network() == Network.HOST
        || (settings.network() == Network.AUTO
            && settings.replicationDelay().isZero()
            && engine.sharesOurNetwork());
  }

  private Map<String, Object> facts(DockerEngine engine, DockerEngine.Image image, boolean ofHost) {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("host", "container");
    facts.put("image", image.name());
    facts.put("imageId", image.id());
    facts.put("dockerVersion", engine.version());
    facts.put("network", ofHost ? "host" : "pod");
    facts.put("cpus", settings.cpus());
    facts.put("memoryBytes", settings.memoryBytes());
    facts.put("writeIops", settings.writeIops());
    facts.put("replicationDelayMillis", settings.replicationDelay().toMillis());
    return facts;
  }
}
