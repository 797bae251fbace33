package io.brokerbench.driver.memory;

import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.ClusterFactory;
import io.brokerbench.driver.ClusterPlan;
import io.brokerbench.driver.Node;
import io.brokerbench.workload.Settings;
import io.brokerbench.workload.SettingsReader;
import java.util.List;
import java.util.Map;

/** Factory of the cluster of the in-memory driver, which has no processes. */
public final class NoClusterFactory implements ClusterFactory {

  /** A cluster without processes, for brokers that need none. */
  public static final Cluster NO_CLUSTER =
      new Cluster() {
        @Override
        public String address() {
          return "memory";
        }

        @Override
        public List<Node> nodes() {
          return List.of();
        }

        @Override
        public Map<String, Object> facts() {
          return Map.of("host", "none");
        }

        @Override
        public void close() {}
      };

  @Override
  public String driver() {
    return "memory";
  }

  @Override
  public List<String> hosts() {
    return List.of("none");
  }

  @Override
  public void addDefaults(SettingsReader reader) {
    // It has no settings.
  }

  @Override
  public ClusterPlan plan(String host, Settings settings) {
    return progress -> NO_CLUSTER;
  }
}
