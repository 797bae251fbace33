package io.brokerbench.rabbitmq.inspect;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.Node;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The nodes that host the leaders of the run's queues, as the management API reports them.
 * Thread-safe.
 *
 * @param api empty if the nodes have none
 * @param queues names of the queues, in order
 */
public record QueueLeaders(Cluster cluster, Optional<ManagementApi> api, List<String> queues) {

  /** Copies the names. */
  public QueueLeaders {
    queues = List.copyOf(queues);
  }

  /** The node with the leader of a queue; empty if it has none, or if no node answers. */
  public Optional<Node> of(int queue) {
    if (api.isEmpty() || queue >= queues.size()) {
      return Optional.empty();
    }
    try {
      return api.get().leader(queues.get(queue)).flatMap(this::node);
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
