package io.brokerbench.cluster.rocketmq;

import io.brokerbench.driver.ClusterFactory;
import io.brokerbench.driver.ClusterPlan;
import io.brokerbench.workload.Settings;
import io.brokerbench.workload.SettingsReader;

/** RocketMQ in containers. Stateless. */
public final class RocketMqContainerFactory implements ClusterFactory {

  @Override
  public String driver() {
    return "rocketmq";
  }

  @Override
  public String host() {
    return "container";
  }

  @Override
  public void addReference(SettingsReader reader) {
    reader.reference(RocketMqContainerFactory.class, "rocketmq.yaml");
  }

  @Override
  public ClusterPlan plan(Settings settings) {
    ContainerSettings read = ContainerSettings.read(settings);
    Feasibility.checkProperties(read.rocketMq(), settings);
    Feasibility.ports(read.rocketMq()).ifPresent(ports -> ports.checkRange(settings));
    return new ContainerPlan(read);
  }
}
