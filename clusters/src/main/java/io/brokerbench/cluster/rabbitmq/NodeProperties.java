package io.brokerbench.cluster.rabbitmq;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What a node of ours is told in its {@code rabbitmq.conf}. */
final class NodeProperties {

  // Where a node that joins tries to find the first one, which is up by then.
  private static final String JOIN_TRIES = "120";
  private static final String JOIN_PAUSE_MILLIS = "250";

  // The log of quorum queues is kept in memory as well; 512 MiB if nothing is said.
  private static final String WAL_BYTES = "64000000";

  private NodeProperties() {}

  /**
   * The properties of one node.
   *
   * @param node its number, from 0
   */
  static SortedMap<String, String> of(RabbitMqSettings settings, Site site, int node) {
    Path home = site.home(NodeLaunch.name(node));
    SortedMap<String, String> p = new TreeMap<>();
    String listener =
        String.format(Locale.ROOT, "%s:%d", site.bindAddress(), site.ports().amqp(node));
    if (site.certificate().isPresent()) {
      p.put("listeners.tcp", "none");
      p.put("listeners.ssl.1", listener);
      p.put("ssl_options.cacertfile", home.resolve(NodeLaunch.CERTIFICATE).toString());
      p.put("ssl_options.certfile", home.resolve(NodeLaunch.CERTIFICATE).toString());
      p.put("ssl_options.keyfile", home.resolve(NodeLaunch.KEY).toString());
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
    p.put("load_definitions", home.resolve(NodeLaunch.DEFINITIONS).toString());
    p.put("vm_memory_high_watermark.absolute", Long.toString(settings.memoryWatermarkBytes()));
    p.put("disk_free_limit.absolute", Long.toString(settings.diskFreeLimitBytes()));
    p.put("raft.wal_max_size_bytes", WAL_BYTES);
    // Statistics for a management page that nobody opens; Prometheus has them without.
    p.put("management_agent.disable_metrics_collector", "true");
    p.put("prometheus.tcp.ip", site.bindAddress());
    p.put("prometheus.tcp.port", Integer.toString(site.ports().metrics(node)));
    if (node > 0) {
      p.put("cluster_formation.peer_discovery_backend", "classic_config");
      for (int peer = 0; peer < settings.nodes(); peer++) {
        p.put("cluster_formation.classic_config.nodes." + (peer + 1), NodeLaunch.erlangName(peer));
      }
      p.put("cluster_formation.discovery_retry_limit", JOIN_TRIES);
      p.put("cluster_formation.discovery_retry_interval", JOIN_PAUSE_MILLIS);
    }
    p.putAll(settings.properties());
    return p;
  }

  /** The file's text. */
  static String file(Map<String, String> properties) {
    return properties.entrySet().stream()
        .map(entry -> String.format(Locale.ROOT, "%s = %s%n", entry.getKey(), entry.getValue()))
        .collect(Collectors.joining());
  }
}
