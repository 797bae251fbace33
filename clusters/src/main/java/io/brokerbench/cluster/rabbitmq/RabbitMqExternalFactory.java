package io.brokerbench.cluster.rabbitmq;

import io.brokerbench.cluster.Addresses;
import io.brokerbench.cluster.ExternalPlan;
import io.brokerbench.cluster.HostKeys;
import io.brokerbench.driver.ClusterFactory;
import io.brokerbench.driver.ClusterPlan;
import io.brokerbench.workload.Settings;
import io.brokerbench.workload.SettingsReader;
import java.util.List;
import java.util.Map;

/** A RabbitMQ cluster that somebody else runs. Stateless. */
public final class RabbitMqExternalFactory implements ClusterFactory {

  private static final List<String> OURS =
      List.of(
          "cluster.version",
          "cluster.nodes",
          "cluster.memory-watermark",
          "cluster.disk-free-limit",
          "cluster.port",
          "cluster.start-timeout");

  @Override
  public String driver() {
    return "rabbitmq";
  }

  @Override
  public String host() {
    return "external";
  }

  @Override
  public void addReference(SettingsReader reader) {
    reader.reference(RabbitMqExternalFactory.class, "rabbitmq.yaml");
  }

  @Override
  public ClusterPlan plan(Settings settings) {
    settings.text("cluster.host");
    settings.flag("cluster.tls");
    HostKeys.refuseOurs(settings, OURS, HostKinds.PROCESS, HostKinds.CONTAINER);
    Addresses addresses = Addresses.required(settings, "the nodes");
    Addresses metrics = settings.parsed("cluster.metrics-addresses", Addresses::parse);
    return new ExternalPlan(
        "node",
        addresses,
        metrics.list().isEmpty() ? Map.of() : Map.of(ClusterFacts.METRICS, metrics.toString()));
  }
}
