package io.brokerbench.junit;

import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.ClusterFactory;
import io.brokerbench.driver.ClusterPlan;
import io.brokerbench.driver.Node;
import io.brokerbench.workload.Settings;
import io.brokerbench.workload.SettingsReader;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Clusters of the in-memory driver that are counted; found by ServiceLoader. */
public final class CountedClusterFactory implements ClusterFactory {

  static final AtomicInteger STARTED = new AtomicInteger();
  static final AtomicInteger CLOSED = new AtomicInteger();

  /** Plans for which this machine must be able to start the cluster. */
  static final AtomicInteger CHECKED = new AtomicInteger();

  @Override
  public String driver() {
    return "memory";
  }

  @Override
  public List<String> hosts() {
    return List.of("counted");
  }

  @Override
  public void addDefaults(SettingsReader reader) {
    reader.defaults(getClass(), "counted.yaml");
  }

  @Override
  public ClusterPlan plan(String host, Settings settings) {
    settings.text("cluster.host");
    if (!settings.clusterIsRunning()) {
      CHECKED.incrementAndGet();
    }
    return progress -> new Counted("counted " + STARTED.incrementAndGet());
  }

  private record Counted(String address) implements Cluster {

    @Override
    public List<Node> nodes() {
      return List.of();
    }

    @Override
    public Map<String, Object> facts() {
      return Map.of();
    }

    @Override
    public void close() {
      CLOSED.incrementAndGet();
    }
  }
}
