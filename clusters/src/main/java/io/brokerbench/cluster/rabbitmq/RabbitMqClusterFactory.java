package io.brokerbench.cluster.rabbitmq;

import io.brokerbench.cluster.BrokerClusterFactory;
import io.brokerbench.cluster.ContainerPlan;
import io.brokerbench.cluster.ProcessPlan;
import io.brokerbench.cluster.node.Addresses;
import io.brokerbench.driver.ClusterPlan;
import io.brokerbench.workload.Settings;
import java.util.LinkedHashMap;
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
    RabbitMqFeasibility.checkQueueType(read.rabbitMq().release(), settings);
    return new ContainerPlan<>(read);
  }

  @Override
  protected Map<String, Object> externalFacts(Settings settings) {
    Map<String, Object> facts = new LinkedHashMap<>();
    Map.of(
            RabbitMqClusterFacts.METRICS,
            settings.parsed("cluster.metrics-addresses", Addresses::parse),
            RabbitMqClusterFacts.MANAGEMENT,
            settings.parsed("cluster.management-addresses", Addresses::parse))
        .forEach(
            (fact, addresses) -> {
              if (!addresses.list().isEmpty()) {
                facts.put(fact, addresses.toString());
              }
            });
    return facts;
  }
}
