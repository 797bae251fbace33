package io.brokerbench.cluster.rabbitmq;

import io.brokerbench.cluster.BrokerClusterFactory;
import io.brokerbench.cluster.ContainerPlan;
import io.brokerbench.cluster.ProcessPlan;
import io.brokerbench.cluster.node.Addresses;
import io.brokerbench.driver.ClusterPlan;
import io.brokerbench.workload.Settings;
import java.util.List;
import java.util.Map;

/** Plans clusters of RabbitMQ. Stateless. */
public final class RabbitMqClusterFactory extends BrokerClusterFactory {

  /** Creates the factory. */
  public RabbitMqClusterFactory() {
    super(
        "rabbitmq",
        "node",
        RabbitMqSettings.HOST_KEYS,
        List.of(
            "cluster.version",
            "cluster.nodes",
            "cluster.memory-watermark",
            "cluster.disk-free-limit",
            "cluster.port",
            "cluster.start-timeout"));
  }

  @Override
  protected ClusterPlan process(Settings settings) {
    RabbitMqProcesses read = RabbitMqProcesses.read(settings);
    RabbitMqFeasibility.check(read, settings);
    return new ProcessPlan<>(read.dataDirectory(), read::prepare);
  }

  @Override
  protected ClusterPlan container(Settings settings) {
    RabbitMqContainers read = RabbitMqContainers.read(settings);
    read.rabbitMq().namedPorts().ifPresent(ports -> ports.checkRange(settings));
    RabbitMqFeasibility.checkMirrors(read.rabbitMq().release(), settings);
    return new ContainerPlan<>(read);
  }

  @Override
  protected Map<String, Object> externalFacts(Settings settings) {
    Addresses metrics = settings.parsed("cluster.metrics-addresses", Addresses::parse);
    return metrics.list().isEmpty()
        ? Map.of()
        : Map.of(RabbitMqClusterFacts.METRICS, metrics.toString());
  }
}
