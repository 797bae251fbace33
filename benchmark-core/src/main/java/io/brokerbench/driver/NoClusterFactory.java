package io.brokerbench.driver;

import io.brokerbench.workload.Settings;
import io.brokerbench.workload.SettingsReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The cluster of the in-memory driver: none. */
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
        public void check() {}

        @Override
        public void saveLogs(Path directory) {}

        @Override
        public void close() {}
      };

  @Override
  public String driver() {
    return "memory";
  }

  @Override
  public String host() {
    return "none";
  }

  @Override
  public void addReference(SettingsReader reader) {
    // It has no settings.
  }

  @Override
  public ClusterPlan plan(Settings settings) {
    return progress -> NO_CLUSTER;
  }
}
