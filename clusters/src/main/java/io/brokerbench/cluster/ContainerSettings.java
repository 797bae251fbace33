package io.brokerbench.cluster;

import io.brokerbench.workload.Settings;
import java.time.Duration;
import java.util.Locale;

/**
 * What {@code rocketmq.yaml} explains, for host container.
 *
 * @param cpus limit of each broker, 0 for none
 * @param memoryBytes limit of each broker, 0 for none
 * @param writeIops limit of write operations a second of each broker, 0 for none
 * @param replicationDelay what replication is held up by on its way to the slave
 */
record ContainerSettings(
    RocketMqSettings rocketMq,
    String image,
    Network network,
    double cpus,
    long memoryBytes,
    long writeIops,
    Duration replicationDelay,
    String proxyImage) {

  private static final double MAX_CPUS = 1024;
  private static final long MAX_MEMORY_BYTES = 1L << 40;
  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final long MAX_IOPS = 10_000_000;

  /** Which network the nodes are in. */
  enum Network {
    /** The host's where this process shares it, else a pod. */
    AUTO,
    /** The host's own. */
    HOST,
    /** One of their own, with published ports. */
    POD
  }

  static ContainerSettings read(Settings settings) {
    RocketMqSettings rocketMq = RocketMqSettings.read(settings, HostKeys.CONTAINER);
    String image = settings.text("cluster.container.image").strip();
    ContainerSettings read =
        new ContainerSettings(
            rocketMq,
            image.isEmpty() ? "apache/rocketmq:" + rocketMq.release().name() : image,
            settings.choice("cluster.container.network", Network.class),
            settings.parsed("cluster.container.cpus", ContainerSettings::cpus),
            settings.bytes("cluster.container.memory", 0, MAX_MEMORY_BYTES),
            settings.integer("cluster.container.write-iops", 0, MAX_IOPS),
            settings.duration("cluster.container.replication-delay", Duration.ZERO),
            settings.text("cluster.container.proxy-image").strip());
    read.check(settings);
    return read;
  }

  private void check(Settings settings) {
    if (rocketMq.proxy()) {
      settings.problem(
          RocketMqSettings.CLIENT, "must be remoting for cluster.host container, got \"grpc\"");
    }
    long neededBytes = Capacity.ofBrokerBytes(rocketMq);
    if (memoryBytes > 0 && memoryBytes < neededBytes) {
      settings.problem(
          "cluster.container.memory",
          "must hold cluster.heap twice (direct memory too) and what a JVM has beside, %,d bytes, got %,d"
              .formatted(neededBytes, memoryBytes));
    }
    if (replicationDelay.toNanos() % NANOS_PER_MILLI != 0) {
      settings.problem("cluster.container.replication-delay", "must be whole milliseconds");
    }
    if (!replicationDelay.isZero()) {
      if (rocketMq.topology() != Topology.MASTER_AND_SLAVE) {
        settings.problem(
            "cluster.container.replication-delay",
            "needs a master and its slave, but cluster.topology is "
                + rocketMq.topology().notation());
      }
      if (network == Network.HOST) {
        settings.problem(
            "cluster.container.replication-delay", "needs cluster.container.network pod");
      }
    }
  }

  private static double cpus(String text) {
    String rule =
        String.format(
            Locale.ROOT,
            "must be a number of processors up to %,.0f, such as 1.5, or 0, got \"%s\"",
            MAX_CPUS,
            text);
    try {
      double cpus = Double.parseDouble(text.strip());
      if (cpus == 0 || (cpus >= 0.01 && cpus <= MAX_CPUS)) {
        return cpus;
      }
      throw new IllegalArgumentException(rule);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(rule, e);
    }
  }
}
