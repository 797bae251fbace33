package io.brokerbench.rocketmq;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.Node;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The brokers of a cluster, by name and then by id (0 is the master), as the name servers tell
 * them: groups that elect their master get another one when it dies. Thread-safe.
 */
final class Brokers {

  private final Admin admin;
  private final Cluster cluster;
  private volatile Map<String, SortedMap<Long, String>> known = Map.of();

  Brokers(Admin admin, Cluster cluster) {
    this.admin = admin;
    this.cluster = cluster;
  }

  /** Asks who is there. */
  Map<String, SortedMap<Long, String>> fetch() throws BrokerException {
    known = admin.brokers();
    return known;
  }

  /** Their addresses when somebody last asked. */
  Map<String, SortedMap<Long, String>> known() {
    return known;
  }

  /**
   * Their addresses now. A master of which the name servers do not know any more stays what it was,
   * and so does its only slave: who asks it gets no answer, and can say so.
   */
  Map<String, SortedMap<Long, String>> now() {
    try {
      Map<String, SortedMap<Long, String>> told = admin.brokers();
      Map<String, SortedMap<Long, String>> brokers = new TreeMap<>(known);
      brokers.replaceAll((name, before) -> later(before, told.getOrDefault(name, before)));
      known = brokers;
    } catch (BrokerException e) {
      // Brokers may be there without name servers.
    }
    return known;
  }

  private static SortedMap<Long, String> later(
      SortedMap<Long, String> before, SortedMap<Long, String> told) {
    String master = told.get(0L);
    return master != null && (told.size() > 1 || !master.equals(before.get(0L))) ? told : before;
  }

  /** Addresses of the masters now, by name. */
  Map<String, String> masters() {
    Map<String, String> masters = new TreeMap<>();
    now()
        .forEach(
            (name, addresses) -> {
              String master = addresses.get(0L);
              if (master != null) {
                masters.put(name, master);
              }
            });
    return masters;
  }

  /** Processes of ours that were slaves when somebody last asked. */
  Collection<Node> slaves() {
    return known.values().stream()
        .flatMap(addresses -> addresses.tailMap(1L).values().stream())
        .flatMap(address -> node(address).stream())
        .toList();
  }

  /** The process of ours at an address. */
  Optional<Node> node(String address) {
    return cluster.nodes().stream()
        .filter(node -> address.endsWith(":" + port(node.name())))
        .findFirst();
  }

  private String port(String node) {
    return cluster.facts().get("nodes") instanceof Map<?, ?> nodes
            && nodes.get(node) instanceof Map<?, ?> facts
        ? String.valueOf(facts.get("port"))
        : "";
  }
}
