package io.brokerbench.cluster.rocketmq;

import io.brokerbench.driver.ClusterFactory;
import io.brokerbench.driver.ClusterPlan;
import io.brokerbench.workload.Settings;
import io.brokerbench.workload.SettingsReader;

/** RocketMQ as child processes on loopback. Stateless. */
public final class RocketMqProcessFactory implements ClusterFactory {

  @Override
  public String driver() {
    return "rocketmq";
  }

  @Override
  public String host() {
    return "process";
  }

  @Override
  public void addReference(SettingsReader reader) {
    reader.reference(RocketMqProcessFactory.class, "rocketmq.yaml");
  }

  @Override
  public ClusterPlan plan(Settings settings) {
    ProcessSettings read = ProcessSettings.read(settings);
    Feasibility.check(read, settings);
    return new ProcessPlan(read);
  }
}
