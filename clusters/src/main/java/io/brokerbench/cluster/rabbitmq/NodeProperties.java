package io.brokerbench.cluster.rabbitmq;

import io.brokerbench.cluster.Certificate;
import io.brokerbench.cluster.Placement;
import io.brokerbench.units.Text;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;

/** The {@code rabbitmq.conf} of a node started by brokerbench. */
final class NodeProperties {

  // Attempts of a joining node to find the first one, which is already up.
  private static final String JOIN_TRIES = "120";
  private static final String JOIN_PAUSE_MILLIS = "250";

  // The log of quorum queues is also kept in memory; the default is 512 MiB.
  private static final String WAL_BYTES = "64000000";

  private NodeProperties() {}

  /**
   * @param node the number of the node, from 0
   */
  static SortedMap<String, String> of(
      RabbitMqSettings settings, Placement<RabbitMqPortLayout> site, int node) {
    Path home = site.home(RabbitMqNode.name(node));
    SortedMap<String, String> p = new TreeMap<>();
    String listener = Text.of("%s:%d", site.bindAddress(), site.ports().amqp(node));
    if (site.certificate().isPresent()) {
      p.put("listeners.tcp", "none");
      p.put("listeners.ssl.1", listener);
      p.put("ssl_options.cacertfile", home.resolve(Certificate.AUTHORITY_FILE).toString());
      p.put("ssl_options.certfile", home.resolve(Certificate.FILE).toString());
      p.put("ssl_options.keyfile", home.resolve(Certificate.KEY_FILE).toString());
      p.put("ssl_options.verify", "verify_none");
      p.put("ssl_options.fail_if_no_peer_cert", "false");
    } else {
      p.put("listeners.tcp.1", listener);
    }
    p.put("cluster_name", site.clusterName());
    p.put("loopback_users", "none");
    p.put("log.console", "true");
    p.put("log.console.level", "info");
    p.put("log.file", "false");
    p.put("load_definitions", home.resolve(RabbitMqNode.DEFINITIONS).toString());
    p.put("vm_memory_high_watermark.absolute", Long.toString(settings.memoryWatermarkBytes()));
    p.put("disk_free_limit.absolute", Long.toString(settings.diskFreeLimitBytes()));
    p.put("raft.wal_max_size_bytes", WAL_BYTES);
    if (site.ports().managed()) {
      p.put("management.tcp.ip", site.bindAddress());
      p.put("management.tcp.port", Integer.toString(site.ports().management(node)));
    }
    if (!settings.countsByManagement()) {
      // Statistics of the management API, which nothing reads; Prometheus does not need the
      // collector.
      p.put("management_agent.disable_metrics_collector", "true");
    }
    p.put("prometheus.tcp.ip", site.bindAddress());
    p.put("prometheus.tcp.port", Integer.toString(site.ports().metrics(node)));
    if (node > 0) {
      p.put("cluster_formation.peer_discovery_backend", "classic_config");
      for (int peer = 0; peer < settings.nodes(); peer++) {
        p.put(
            "cluster_formation.classic_config.nodes." + (peer + 1), RabbitMqNode.erlangName(peer));
      }
      p.put("cluster_formation.discovery_retry_limit", JOIN_TRIES);
      p.put("cluster_formation.discovery_retry_interval", JOIN_PAUSE_MILLIS);
      if (settings.release().filter(RabbitMqRelease::delaysJoining).isPresent()) {
        // Nodes that start together need the delay; here the first one is already up.
        p.put("cluster_formation.randomized_startup_delay_range.max", "0");
      }
    }
    p.putAll(settings.properties());
    return p;
  }
}
