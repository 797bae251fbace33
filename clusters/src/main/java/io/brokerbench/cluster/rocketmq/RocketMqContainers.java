package io.brokerbench.cluster.rocketmq;

import io.brokerbench.cluster.ClusterStart;
import io.brokerbench.cluster.ContainerBroker;
import io.brokerbench.cluster.HostKeys;
import io.brokerbench.cluster.Placement;
import io.brokerbench.cluster.docker.ContainerHost;
import io.brokerbench.cluster.docker.ContainerImage;
import io.brokerbench.cluster.docker.ContainerOptions;
import io.brokerbench.cluster.docker.ContainerOptions.Network;
import io.brokerbench.cluster.docker.DockerEngine;
import io.brokerbench.cluster.docker.ReplicationProxy;
import io.brokerbench.cluster.node.MemoryNeed;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Cluster;
import io.brokerbench.fault.FaultSettings;
import io.brokerbench.fault.PlannedFault.Action;
import io.brokerbench.units.Text;
import io.brokerbench.workload.Settings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * RocketMQ in containers: the settings of {@code rocketmq.yaml} for host container.
 *
 * @param replicationDelay the delay of replication on the way to the slave
 * @param delayFaults the targets of planned faults that delay it, by the keys of their settings
 * @param proxyImage the image of the proxy that delays
 */
record RocketMqContainers(
    RocketMqSettings rocketMq,
    ContainerOptions options,
    Duration replicationDelay,
    Map<String, String> delayFaults,
    String proxyImage)
    implements ContainerBroker<RocketMqPortLayout> {

  private static final String DELAY = "cluster.container.replication-delay";
  private static final String SLAVE = "slave";
  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final int JDK_OF_IMAGE_AT_LEAST = 9;

  static RocketMqContainers read(Settings settings) {
    RocketMqSettings rocketMq = RocketMqSettings.read(settings, HostKeys.CONTAINER);
    RocketMqContainers read =
        new RocketMqContainers(
            rocketMq,
            ContainerOptions.read(settings, "apache/rocketmq:" + rocketMq.release().name()),
            settings.duration(DELAY, Duration.ZERO),
            FaultSettings.targets(settings, Action.DELAY),
            settings.text("cluster.container.proxy-image").strip());
    read.check(settings);
    return read;
  }

  private void check(Settings settings) {
    options.checkMemory(
        RocketMqFeasibility.ofBrokerBytes(rocketMq),
        "cluster.heap, direct memory (as much, and 512m at least) and the overhead of a JVM",
        settings);
    if (replicationDelay.toNanos() % NANOS_PER_MILLI != 0) {
      settings.problem(DELAY, "must be whole milliseconds");
    }
    delayFaults.forEach(
        (key, target) -> {
          if (delaysReplication() && !target.equals(SLAVE)) {
            settings.problem(
                key,
                Text.of("must be slave, which the master's data reaches late, got \"%s\"", target));
          }
        });
    if (options.storeBytes() > 0) {
      FaultSettings.targets(settings, Action.FILL_DISK)
          .forEach(
              (key, target) -> {
                if (Nodes.isHelper(target)) {
                  settings.problem(
                      key,
                      Text.of(
                          "must be a broker, whose messages have a file system of their own, got \"%s\"",
                          target));
                }
              });
    }
    if (!replicationDelay.isZero()) {
      if (rocketMq.topology() != RocketMqTopology.MASTER_AND_SLAVE) {
        settings.problem(
            DELAY,
            "needs a master and its slave, but cluster.topology is "
                + rocketMq.topology().notation());
      }
      if (options.network() == Network.HOST) {
        settings.problem(DELAY, "needs cluster.container.network pod");
      }
    }
  }

  @Override
  public MemoryNeed memory() {
    return options.withStores(RocketMqFeasibility.memory(rocketMq), rocketMq.topology().brokers());
  }

  /**
   * Whether replication is or will be delayed, which requires an address that differs from the
   * master's.
   */
  @Override
  public boolean needsPod() {
    return !replicationDelay.isZero() || delaysReplication();
  }

  @Override
  public boolean delaysReplication() {
    return !delayFaults.isEmpty()
        && rocketMq.topology() == RocketMqTopology.MASTER_AND_SLAVE
        && options.network() != Network.HOST;
  }

  @Override
  public Path home() {
    return Path.of("/home/rocketmq/brokerbench");
  }

  @Override
  public RocketMqClusterStart prepare(
      DockerEngine engine, ContainerImage image, Consumer<String> progress)
      throws BrokerException, InterruptedException {
    String home = image.required("ROCKETMQ_HOME", "RocketMQ");
    String release = rocketMq.release().name();
    String there = image.environment().getOrDefault("ROCKETMQ_VERSION", release);
    if (!there.equals(release)) {
      throw image.holds("RocketMQ", there, release);
    }
    if (needsPod()) {
      engine.image(proxyImage, progress);
    }
    if (!rocketMq.properties().isEmpty()) {
      RocketMqJars.checkProperties(
          RocketMqJars.ARTIFACTS.get(release, RocketMqJars.BROKERS, progress), rocketMq);
    }
    // JDK 8 supports neither the flags nor the variable.
    String access = String.join(" ", JvmFlags.access(rocketMq.release(), JDK_OF_IMAGE_AT_LEAST));
    return new RocketMqClusterStart(
        rocketMq,
        Map.of("replicationDelayMillis", replicationDelay.toMillis()),
        node ->
            node.process(
                node.command("java", List.of(), home + "/lib/*"),
                access.isEmpty() ? Map.of() : Map.of("JDK_JAVA_OPTIONS", access)));
  }

  @Override
  public Cluster run(
      ClusterStart<RocketMqPortLayout> nodes,
      ContainerHost host,
      Placement<RocketMqPortLayout> site,
      Consumer<String> progress)
      throws BrokerException, InterruptedException {
    if (!needsPod()) {
      return nodes.run(host, site, progress);
    }
    ReplicationProxy proxy = delay(host, site.ports().ha(BrokerProperties.MASTER_ID));
    return nodes.run(host.with(proxy), site.withReplicationHost(proxy.address()), progress);
  }

  /** Starts a proxy between master and slave; after a failure, nothing is left on the host. */
  private ReplicationProxy delay(ContainerHost host, int port)
      throws BrokerException, InterruptedException {
    DockerEngine engine = host.engine();
    String pod = host.network().containers().get(0);
    ContainerHost started = host;
    try {
      ReplicationProxy proxy =
          ReplicationProxy.start(engine, host.containers(), proxyImage, pod, replicationDelay);
      started = host.with(proxy);
      proxy.forward(port, engine.address(pod) + ":" + port);
      return proxy;
    } catch (Throwable e) {
      started.close();
      throw e;
    }
  }
}
