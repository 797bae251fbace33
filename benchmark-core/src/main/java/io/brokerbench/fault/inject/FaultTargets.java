package io.brokerbench.fault.inject;

import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.Node;
import io.brokerbench.driver.NodeRole;
import io.brokerbench.driver.Session;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The nodes that faults hit, by name or by the role that they have at that moment. Thread-safe. */
final class FaultTargets {

  private final Cluster cluster;
  private final Session session;
  private final Set<String> taken = ConcurrentHashMap.newKeySet();

  FaultTargets(Cluster cluster, Session session) {
    this.cluster = cluster;
    this.session = session;
  }

  /**
   * Finds the node with this name or, if there is none, in this role, and keeps it from other
   * faults until it is released; empty if there is none that is up.
   */
  Optional<Node> take(String target) {
    Optional<Node> named = named(target);
    Optional<Node> found =
        named.isPresent() ? named : NodeRole.parse(target).flatMap(session::nodeInRole);
    return found.filter(node -> node.alive() && taken.add(node.name()));
  }

  /** Whether a target is a role instead of a node's name. */
  boolean isRole(String target) {
    return named(target).isEmpty();
  }

  /** Lets other faults hit the node. */
  void release(Node node) {
    taken.remove(node.name());
  }

  private Optional<Node> named(String target) {
    return cluster.nodes().stream().filter(node -> node.name().equals(target)).findFirst();
  }

  /** Name of the node in a role; empty if there is none, or if a node has the role for good. */
  Optional<String> nodeInRole(NodeRole role) {
    return isRole(role.text()) ? session.nodeInRole(role).map(Node::name) : Optional.empty();
  }

  /** The same as all sending clients of this process know it. */
  Optional<String> nodeKnownToSenders(NodeRole role) {
    return isRole(role.text())
        ? session.nodeKnownToSenders(role).map(Node::name)
        : Optional.empty();
  }
}
