package io.brokerbench.rabbitmq.inspect;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.Node;
import io.brokerbench.rabbitmq.inspect.ManagementApi.QueueNodes;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The nodes that have the run's queues, as the management API reports them. Thread-safe.
 *
 * @param api empty if the nodes have none
 * @param queues names of the queues, in order
 */
public record QueueMembers(Cluster cluster, Optional<ManagementApi> api, List<String> queues) {

  public QueueMembers {
    queues = List.copyOf(queues);
  }

  /** The node with the leader of a queue; empty if it has none, or if no node answers. */
  public Optional<Node> leader(int queue) {
    return nodes(queue).flatMap(QueueNodes::leader).flatMap(this::node);
  }

  /** The first node that follows the leader of a queue; empty if there is none, or likewise. */
  public Optional<Node> follower(int queue) {
    return nodes(queue).stream()
        .flatMap(nodes -> nodes.followers().stream())
        .flatMap(name -> node(name).stream())
        .filter(Node::alive)
        .findFirst();
  }

  private Optional<QueueNodes> nodes(int queue) {
    if (api.isEmpty() || queue >= queues.size()) {
      return Optional.empty();
    }
    try {
      return Optional.of(api.get().nodes(queues.get(queue)));
    } catch (BrokerException e) {
      return Optional.empty();
    }
  }

  private Optional<Node> node(String erlangName) {
    return cluster.nodes().stream()
        .filter(
            node ->
                cluster.facts().get("nodes") instanceof Map<?, ?> nodes
                    && nodes.get(node.name()) instanceof Map<?, ?> facts
                    && erlangName.equals(facts.get("nodeName")))
        .findFirst();
  }
}
