package io.brokerbench.cluster.rocketmq;

import io.brokerbench.cluster.ContainerHost;
import io.brokerbench.cluster.ContainerNetwork;
import io.brokerbench.cluster.Containers;
import io.brokerbench.cluster.DockerEngine;
import io.brokerbench.cluster.Launch;
import io.brokerbench.cluster.Memory;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.ClusterPlan;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/** Starts RocketMQ in containers as the settings have it. */
final class ContainerPlan implements ClusterPlan {

  private static final Path HOME = Path.of("/home/rocketmq/brokerbench");
  private static final int JDK_OF_IMAGE_AT_LEAST = 9;

  private final ContainerSettings settings;

  ContainerPlan(ContainerSettings settings) {
    this.settings = settings;
  }

  @Override
  public Cluster start(Consumer<String> progress) throws BrokerException, InterruptedException {
    DockerEngine engine = DockerEngine.connect();
    RocketMqSettings rocketMq = settings.rocketMq();
    if (Capacity.neededBytes(rocketMq) > engine.memoryBytes()) {
      throw new BrokerException(
          String.format(
              Locale.ROOT,
              "cluster.heap needs %s of memory, but Docker has %s; set a smaller heap, or cluster.topology 1m",
              Memory.size(Capacity.neededBytes(rocketMq)),
              Memory.size(engine.memoryBytes())));
    }
    engine.removeForgotten();
    DockerEngine.Image image = engine.image(settings.options().image(), progress);
    String jars = jars(image);
    boolean ofHost = settings.options().isOfHost(engine, !settings.replicationDelay().isZero());
    if (!settings.replicationDelay().isZero()) {
      engine.image(settings.proxyImage(), progress);
    }
    if (!rocketMq.properties().isEmpty()) {
      RocketMqJars.checkProperties(
          RocketMqJars.get(rocketMq.release(), RocketMqJars.BROKERS, progress), rocketMq);
    }
    PortLayout ports = PortLayout.of(rocketMq);
    if (rocketMq.firstPort() > 0) {
      ports.range().requireFree();
    }
    progress.accept(
        String.format(
            Locale.ROOT,
            "%s in containers of %s, network %s",
            ClusterStart.announce(rocketMq, ports),
            image.name(),
            ofHost ? "host" : "pod"));
    Containers containers = new Containers(engine);
    ContainerNetwork network = containers.network(ofHost, image.name(), ports.ofClients());
    String haHost = Site.LOOPBACK;
    if (!settings.replicationDelay().isZero()) {
      HaProxy proxy = delay(engine, containers, network, ports);
      network = network.with(proxy.id());
      haHost = proxy.address();
    }
    Site site =
        new Site(containers.clusterName(), ports, network.bindAddress(), haHost, name -> HOME);
    return new ClusterStart(
            rocketMq,
            site,
            new ContainerHost(
                engine,
                containers,
                settings.options(),
                "",
                network,
                settings.options().facts(engine, image, ofHost)),
            Map.of("replicationDelayMillis", settings.replicationDelay().toMillis()),
            node -> launch(node, jars))
        .run(progress);
  }

  /** A proxy on the way from master to slave; the network, which is a pod, is gone if it fails. */
  private HaProxy delay(
      DockerEngine engine, Containers containers, ContainerNetwork network, PortLayout ports)
      throws BrokerException, InterruptedException {
    String pod = network.containers().get(0);
    List<String> started = new ArrayList<>(network.containers());
    boolean up = false;
    try {
      HaProxy proxy = HaProxy.start(engine, containers, settings.proxyImage(), pod);
      started.add(proxy.id());
      int port = ports.ha(BrokerProperties.MASTER_ID);
      proxy.delay(port, engine.address(pod) + ":" + port, settings.replicationDelay());
      up = true;
      return proxy;
    } finally {
      if (!up) {
        started.forEach(engine::remove);
      }
    }
  }

  private Launch launch(NodeSpec node, String jars) {
    // A JDK 8 would not know the flags; nor does it know the variable.
    String access =
        String.join(" ", JvmFlags.access(settings.rocketMq().release(), JDK_OF_IMAGE_AT_LEAST));
    return node.launch(
        node.command("java", List.of(), jars),
        access.isEmpty() ? Map.of() : Map.of("JDK_JAVA_OPTIONS", access));
  }

  /** RocketMQ's in the image, as a class path. */
  private String jars(DockerEngine.Image image) throws BrokerException {
    String home = image.environment().get("ROCKETMQ_HOME");
    if (home == null) {
      throw new BrokerException(
          String.format(
              Locale.ROOT,
              "image %s is no RocketMQ: it sets no ROCKETMQ_HOME; name another by cluster.container.image",
              image.name()));
    }
    String release = settings.rocketMq().release().name();
    String there = image.environment().getOrDefault("ROCKETMQ_VERSION", release);
    if (!there.equals(release)) {
      throw new BrokerException(
          String.format(
              Locale.ROOT,
              "image %s holds RocketMQ %s, but cluster.version is %s",
              image.name(),
              there,
              release));
    }
    return home + "/lib/*";
  }
}
