package io.brokerbench.cluster.rocketmq;

import io.brokerbench.cluster.ContainerOptions;
import io.brokerbench.cluster.ContainerOptions.Network;
import io.brokerbench.workload.Settings;
import java.time.Duration;
import java.util.Locale;

/**
 * What {@code rocketmq.yaml} explains, for host container.
 *
 * @param replicationDelay what replication is held up by on its way to the slave
 */
record ContainerSettings(
    RocketMqSettings rocketMq,
    ContainerOptions options,
    Duration replicationDelay,
    String proxyImage) {

  private static final long NANOS_PER_MILLI = 1_000_000;

  static ContainerSettings read(Settings settings) {
    RocketMqSettings rocketMq = RocketMqSettings.read(settings, HostKinds.CONTAINER);
    ContainerSettings read =
        new ContainerSettings(
            rocketMq,
            ContainerOptions.read(settings, "apache/rocketmq:" + rocketMq.release().name()),
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
    if (options.memoryBytes() > 0 && options.memoryBytes() < neededBytes) {
      settings.problem(
          "cluster.container.memory",
          String.format(
              Locale.ROOT,
              "must hold cluster.heap twice (direct memory too) and what a JVM has beside, %,d bytes, got %,d",
              neededBytes,
              options.memoryBytes()));
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
      if (options.network() == Network.HOST) {
        settings.problem(
            "cluster.container.replication-delay", "needs cluster.container.network pod");
      }
    }
  }
}
