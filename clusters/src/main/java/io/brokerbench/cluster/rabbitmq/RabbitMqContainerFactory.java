package io.brokerbench.cluster.rabbitmq;

import io.brokerbench.driver.ClusterFactory;
import io.brokerbench.driver.ClusterPlan;
import io.brokerbench.workload.Settings;
import io.brokerbench.workload.SettingsReader;

/** RabbitMQ in containers. Stateless. */
public final class RabbitMqContainerFactory implements ClusterFactory {

  @Override
  public String driver() {
    return "rabbitmq";
  }

  @Override
  public String host() {
    return "container";
  }

  @Override
  public void addReference(SettingsReader reader) {
    reader.reference(RabbitMqContainerFactory.class, "rabbitmq.yaml");
  }

  @Override
  public ClusterPlan plan(Settings settings) {
    ContainerSettings read = ContainerSettings.read(settings);
    read.rabbitMq().ports().ifPresent(ports -> ports.checkRange(settings));
    Feasibility.checkMirrors(read.rabbitMq().release(), settings);
    return new ContainerPlan(read);
  }
}
