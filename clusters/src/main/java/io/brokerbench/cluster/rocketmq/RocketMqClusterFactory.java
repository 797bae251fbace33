package io.brokerbench.cluster.rocketmq;

import io.brokerbench.address.HostPort;
import io.brokerbench.cluster.BrokerClusterFactory;
import io.brokerbench.cluster.ContainerPlan;
import io.brokerbench.cluster.ProcessPlan;
import io.brokerbench.driver.ClusterPlan;
import io.brokerbench.driver.MessageStore;
import io.brokerbench.driver.MessageStore.Kept;
import io.brokerbench.workload.Settings;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Plans clusters of RocketMQ. Stateless. */
public final class RocketMqClusterFactory extends BrokerClusterFactory {

  public RocketMqClusterFactory() {
    super(
        "rocketmq",
        "name server",
        RocketMqSettings.HOST_KEYS,
        List.of(
            "cluster.version",
            "cluster.topology",
            "cluster.flush",
            "cluster.replication",
            "cluster.heap",
            "cluster.name-servers",
            "cluster.name-server-heap",
            "cluster.proxy-mode",
            "cluster.proxy-heap",
            "cluster.jvm-flags",
            "cluster.port",
            "cluster.start-timeout"));
  }

  @Override
  protected ClusterPlan process(Settings settings) {
    RocketMqProcesses read = RocketMqProcesses.read(settings);
    RocketMqFeasibility.check(read, settings);
    RocketMqSettings wanted = read.rocketMq();
    Path directory = read.dataDirectory();
    Optional<MessageStore> store = store(Optional.of(directory), wanted, settings);
    return new ProcessPlan<>(
        directory, Nodes.targets(wanted), store, wanted.checkBackDelay(), read::prepare);
  }

  @Override
  protected ClusterPlan container(Settings settings) {
    RocketMqContainers read = RocketMqContainers.read(settings);
    RocketMqFeasibility.checkProperties(read.rocketMq(), settings);
    read.rocketMq().namedPorts().ifPresent(ports -> ports.checkRange(settings));
    RocketMqSettings wanted = read.rocketMq();
    Optional<MessageStore> store = store(Optional.empty(), wanted, settings);
    return new ContainerPlan<>(Nodes.targets(wanted), store, wanted.checkBackDelay(), read);
  }

  /** Brokers keep consumed messages for hours. */
  private static Optional<MessageStore> store(
      Optional<Path> directory, RocketMqSettings wanted, Settings settings) {
    Kept kept = settings.flag("client.compress.enabled") ? Kept.UNCERTAIN : Kept.THROUGHOUT;
    return Optional.of(new MessageStore(directory, wanted.topology().replicas(), kept));
  }

  @Override
  protected Map<String, Object> externalFacts(Settings settings) {
    settings.text("cluster.broker-cluster-name");
    List<HostPort> proxies = settings.parsed("cluster.proxy-addresses", HostPort::list);
    if (RocketMqSettings.wantsProxy(settings)
        && settings.text("cluster.proxy-addresses").isBlank()) {
      settings.problem(
          "cluster.proxy-addresses",
          "must name the proxies for rocketmq.client=grpc, as host:port;host:port");
    }
    return proxies.isEmpty()
        ? Map.of()
        : Map.of(RocketMqClusterFacts.PROXIES, HostPort.text(proxies));
  }
}
