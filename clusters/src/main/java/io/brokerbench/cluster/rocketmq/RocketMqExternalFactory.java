package io.brokerbench.cluster.rocketmq;

import io.brokerbench.cluster.Addresses;
import io.brokerbench.cluster.ExternalPlan;
import io.brokerbench.cluster.HostKeys;
import io.brokerbench.driver.ClusterFactory;
import io.brokerbench.driver.ClusterPlan;
import io.brokerbench.workload.Settings;
import io.brokerbench.workload.SettingsReader;
import java.util.List;
import java.util.Map;

/** A RocketMQ cluster that somebody else runs. Stateless. */
public final class RocketMqExternalFactory implements ClusterFactory {

  private static final List<String> OURS =
      List.of(
          "cluster.version",
          "cluster.topology",
          "cluster.flush",
          "cluster.replication",
          "cluster.heap",
          "cluster.name-server-heap",
          "cluster.proxy-heap",
          "cluster.jvm-flags",
          "cluster.port",
          "cluster.start-timeout");

  @Override
  public String driver() {
    return "rocketmq";
  }

  @Override
  public String host() {
    return "external";
  }

  @Override
  public void addReference(SettingsReader reader) {
    reader.reference(RocketMqExternalFactory.class, "rocketmq.yaml");
  }

  @Override
  public ClusterPlan plan(Settings settings) {
    settings.text("cluster.host");
    HostKeys.refuseOurs(settings, OURS, HostKinds.PROCESS, HostKinds.CONTAINER);
    Addresses addresses = Addresses.required(settings, "the name servers");
    Addresses proxies = settings.parsed("cluster.proxy-addresses", Addresses::parse);
    if (RocketMqSettings.wantsProxy(settings)
        && settings.text("cluster.proxy-addresses").isBlank()) {
      settings.problem(
          "cluster.proxy-addresses",
          "must name the proxies for rocketmq.client=grpc, as host:port;host:port");
    }
    return new ExternalPlan(
        "name server",
        addresses,
        proxies.list().isEmpty() ? Map.of() : Map.of(ClusterFacts.PROXIES, proxies.toString()));
  }
}
