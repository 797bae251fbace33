package io.brokerbench.rocketmq.inspect;

import io.brokerbench.address.HostPort;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.Node;
import io.brokerbench.driver.NodeRole;
import io.brokerbench.results.Resources.Role;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.rocketmq.common.message.MessageQueue;

/**
 * The brokers of a cluster, by name and then by id (0 is the master), as reported by the name
 * servers: groups that elect their master change it when it dies. Thread-safe.
 */
public final class Brokers {

  private final Admin admin;
  private final Cluster cluster;
  private volatile Map<String, SortedMap<Long, String>> known = Map.of();
  private volatile Map<String, SortedMap<Long, String>> joined = Map.of();

  public Brokers(Admin admin, Cluster cluster) {
    this.admin = admin;
    this.cluster = cluster;
  }

  public Map<String, SortedMap<Long, String>> fetch() throws BrokerException {
    known = admin.brokers();
    joined = Map.of();
    return known;
  }

  /**
   * Fetches the registered brokers; returns whether they are at least one, and all that brokerbench
   * started. One that is missing is made to register, to be seen by the next call.
   */
  public boolean areRegistered() throws BrokerException {
    long expected = cluster.nodes().stream().filter(node -> node.role() == Role.BROKER).count();
    boolean all =
        fetch().values().stream().mapToLong(SortedMap::size).sum() >= Math.max(1, expected);
    if (!all) {
      register();
    }
    return all;
  }

  /**
   * Makes the first broker register that has a fixed role and is not known; those that elect a
   * master register once it is elected.
   */
  private void register() throws BrokerException {
    for (Node node : cluster.nodes()) {
      String address = HostPort.LOOPBACK + ":" + fact(node, "port");
      boolean hasRole =
          facts(node).get("properties") instanceof Map<?, ?> properties
              && properties.containsKey("brokerRole");
      if (hasRole
          && known.values().stream().noneMatch(addresses -> addresses.containsValue(address))) {
        // One at a time: a slave learns its master's address when it registers after it.
        admin.register(address);
        return;
      }
    }
  }

  /** Addresses as of the last request, without a new one. */
  public Map<String, SortedMap<Long, String>> known() {
    return known;
  }

  /**
   * Addresses of the groups that were found by {@link #now} alone, because they joined the cluster
   * after {@link #fetch}; as of the last request. They take no part in the preparation of a run.
   */
  public Map<String, SortedMap<Long, String>> joined() {
    return joined;
  }

  /**
   * Current addresses. A group whose master is no longer registered keeps its last known addresses,
   * and so does a group whose only slave is: requests to the missing broker fail and can be
   * reported.
   */
  public Map<String, SortedMap<Long, String>> now() {
    try {
      Map<String, SortedMap<Long, String>> current = admin.brokers();
      Map<String, SortedMap<Long, String>> brokers = new TreeMap<>(known);
      brokers.replaceAll((name, before) -> later(before, current.getOrDefault(name, before)));
      known = brokers;
      Map<String, SortedMap<Long, String>> others = new TreeMap<>(joined);
      current.forEach(
          (name, addresses) -> {
            if (!brokers.containsKey(name)) {
              others.merge(name, addresses, Brokers::later);
            }
          });
      joined = others;
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
    return mastersOf(now());
  }

  /** Addresses of the masters of the groups that {@link #joined()}, by broker name. */
  public Map<String, String> joinedMasters() {
    return mastersOf(joined);
  }

  private static Map<String, String> mastersOf(Map<String, SortedMap<Long, String>> groups) {
    Map<String, String> masters = new TreeMap<>();
    groups.forEach(
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

  /**
   * A process started by brokerbench that currently has a role. A queue has its leader in the
   * master of its broker.
   *
   * @param queues the run's queues, in order
   */
  public Optional<Node> nodeInRole(NodeRole role, List<MessageQueue> queues) {
    return switch (role.kind()) {
      case MASTER ->
          masters().values().stream().flatMap(address -> node(address).stream()).findFirst();
      case SLAVE -> {
        now();
        yield slaves().stream().findFirst();
      }
      case QUEUE_LEADER ->
          queues.stream()
              .skip(role.queue())
              .findFirst()
              .flatMap(queue -> Optional.ofNullable(masters().get(queue.getBrokerName())))
              .flatMap(this::node);
      case CONTROLLER_LEADER -> controllerLeader();
      case QUEUE_FOLLOWER -> Optional.empty();
    };
  }

  /**
   * The process started by brokerbench that has a role for clients, which find it by the name of
   * its broker.
   *
   * @param queues the run's queues, in order
   * @param master finds the address of a broker's master by the broker's name
   */
  public Optional<Node> nodeInRole(
      NodeRole role, List<MessageQueue> queues, Function<String, Optional<String>> master) {
    Stream<String> names =
        switch (role.kind()) {
          case MASTER -> known.keySet().stream();
          case QUEUE_LEADER -> queues.stream().skip(role.queue()).map(MessageQueue::getBrokerName);
          case SLAVE, QUEUE_FOLLOWER, CONTROLLER_LEADER -> Stream.empty();
        };
    return names.findFirst().flatMap(master).flatMap(this::node);
  }

  /** Empty also if no controller answers. */
  private Optional<Node> controllerLeader() {
    for (Node node : cluster.nodes()) {
      String address = fact(node, "controller");
      try {
        if (!address.isEmpty()) {
          String leader = admin.controllerLeader(address);
          return cluster.nodes().stream()
              .filter(each -> fact(each, "controller").equals(leader))
              .findFirst();
        }
      } catch (BrokerException e) {
        // It is down, or knows no leader; another may.
      }
    }
    return Optional.empty();
  }

  /** The process started by brokerbench at an address; empty for an external broker. */
  public Optional<Node> node(String address) {
    return cluster.nodes().stream()
        .filter(node -> address.endsWith(":" + fact(node, "port")))
        .findFirst();
  }

  private String fact(Node node, String name) {
    Object fact = facts(node).get(name);
    return fact == null ? "" : fact.toString();
  }

  private Map<?, ?> facts(Node node) {
    return cluster.facts().get("nodes") instanceof Map<?, ?> nodes
            && nodes.get(node.name()) instanceof Map<?, ?> facts
        ? facts
        : Map.of();
  }
}
