package io.brokerbench.cluster.rabbitmq;

import io.brokerbench.driver.ClusterFactory;
import io.brokerbench.driver.ClusterPlan;
import io.brokerbench.workload.Settings;
import io.brokerbench.workload.SettingsReader;

/** RabbitMQ as child processes on loopback. Stateless. */
public final class RabbitMqProcessFactory implements ClusterFactory {

  @Override
  public String driver() {
    return "rabbitmq";
  }

  @Override
  public String host() {
    return "process";
  }

  @Override
  public void addReference(SettingsReader reader) {
    reader.reference(RabbitMqProcessFactory.class, "rabbitmq.yaml");
  }

  @Override
  public ClusterPlan plan(Settings settings) {
    ProcessSettings read = ProcessSettings.read(settings);
    Feasibility.check(read, settings);
    return new ProcessPlan(read);
  }
}
