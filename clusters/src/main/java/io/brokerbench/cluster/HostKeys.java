package io.brokerbench.cluster;

import io.brokerbench.workload.Settings;
import java.util.List;

/**
 * The settings that mean something for one kind of host only.
 *
 * @param host as {@code cluster.host} names it
 */
record HostKeys(String host, List<String> keys) {

  static final HostKeys PROCESS =
      new HostKeys("process", List.of("cluster.data-directory", "cluster.java"));

  static final HostKeys CONTAINER =
      new HostKeys(
          "container",
          List.of(
              "cluster.container.image",
              "cluster.container.network",
              "cluster.container.cpus",
              "cluster.container.memory",
              "cluster.container.write-iops",
              "cluster.container.replication-delay",
              "cluster.container.proxy-image"));

  static final HostKeys EXTERNAL =
      new HostKeys("external", List.of("cluster.addresses", "cluster.proxy-addresses"));

  private static final List<HostKeys> ALL = List.of(PROCESS, CONTAINER, EXTERNAL);

  /** Notes every key as a problem that was given but is for another host than this one. */
  void refuseOthers(Settings settings) {
    for (HostKeys other : ALL) {
      for (String key : other.keys) {
        if (!other.equals(this) && settings.isGiven(key) && !settings.text(key).isBlank()) {
          settings.problem(key, "is for cluster.host " + other.host);
        }
      }
    }
  }
}
