package io.brokerbench.rocketmq.inspect;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.Node;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The brokers of a cluster, by name and then by id (0 is the master), as reported by the name
 * servers: groups that elect their master change it when it dies. Thread-safe.
 */
public final class Brokers {

  private final Admin admin;
  private final Cluster cluster;
  private volatile Map<String, SortedMap<Long, String>> known = Map.of();

  public Brokers(Admin admin, Cluster cluster) {
    this.admin = admin;
    this.cluster = cluster;
  }

  /** Fetches the registered brokers. */
  public Map<String, SortedMap<Long, String>> fetch() throws BrokerException {
    known = admin.brokers();
    return known;
  }

  /** Addresses as of the last request, without a new one. */
  public Map<String, SortedMap<Long, String>> known() {
    return known;
  }

  /**
   * Current addresses. A group whose master is no longer registered keeps its last known addresses,
   * and so does a group whose only slave is: requests to the missing broker fail and can be
   * reported.
   */
  Map<String, SortedMap<Long, String>> now() {
    try {
      Map<String, SortedMap<Long, String>> current = admin.brokers();
      Map<String, SortedMap<Long, String>> brokers = new TreeMap<>(known);
      brokers.replaceAll((name, before) -> later(before, current.getOrDefault(name, before)));
      known = brokers;
    } catch (BrokerException e) {
      // Brokers may be running without name servers.
    }
    return known;
  }

  private static SortedMap<Long, String> later(
      SortedMap<Long, String> before, SortedMap<Long, String> current) {
    String master = current.get(0L);
    return master != null && (current.size() > 1 || !master.equals(before.get(0L)))
        ? current
        : before;
  }

  /** Current addresses of the masters, by broker name. */
  public Map<String, String> masters() {
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

  /** Addresses of a master's slaves, as of the last request. */
  public Collection<String> slavesOf(String name) {
    SortedMap<Long, String> addresses = known.get(name);
    return addresses == null ? List.of() : addresses.tailMap(1L).values();
  }

  /** Processes started by brokerbench that were slaves as of the last request. */
  public Collection<Node> slaves() {
    return known.values().stream()
        .flatMap(addresses -> addresses.tailMap(1L).values().stream())
        .flatMap(address -> node(address).stream())
        .toList();
  }

  /** The process started by brokerbench at an address; empty for an external broker. */
  public Optional<Node> node(String address) {
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
