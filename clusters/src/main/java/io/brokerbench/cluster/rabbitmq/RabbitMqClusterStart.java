package io.brokerbench.cluster.rabbitmq;

import io.brokerbench.cluster.ClusterStart;
import io.brokerbench.cluster.NodeStartup;
import io.brokerbench.cluster.Placement;
import io.brokerbench.cluster.node.RunningNode;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Cluster;
import io.brokerbench.units.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.function.Consumer;

/**
 * Starts the nodes of one cluster: the first one alone, then all others in parallel, which join it.
 * If all nodes start in parallel, they wait for each other's locks, sometimes for minutes.
 */
record RabbitMqClusterStart(RabbitMqSettings settings, RabbitMqPrograms programs)
    implements ClusterStart<RabbitMqPortLayout> {

  @Override
  public String describe() {
    return Text.of(
        "RabbitMQ %s, %d node%s",
        programs.release().name(), settings.nodes(), settings.nodes() == 1 ? "" : "s");
  }

  @Override
  public Cluster start(
      NodeStartup boot, Placement<RabbitMqPortLayout> site, Consumer<String> progress)
      throws BrokerException, InterruptedException {
    RabbitMqRelease release = programs.release();
    String definitions = Definitions.of(settings.account(), release.hasMirrors());
    List<SortedMap<String, String>> properties = new ArrayList<>();
    boot.await(boot.startHelper(PortMapper.process(programs, site)));
    for (int node = 0; node < settings.nodes(); node++) {
      properties.add(NodeProperties.of(settings, site, node));
      boot.start(
          RabbitMqNode.of(
              programs, site, node, settings.erlangFlags(), properties.get(node), definitions));
      if (node == 0) {
        await(boot, node, site.ports(), progress);
      }
    }
    for (int node = 1; node < settings.nodes(); node++) {
      await(boot, node, site.ports(), progress);
    }
    return boot.cluster(
        site.ports().addresses(),
        RabbitMqClusterFacts.of(settings, release, site, boot.host(), properties, boot.nodes()));
  }

  private static void await(
      NodeStartup boot, int node, RabbitMqPortLayout ports, Consumer<String> progress)
      throws BrokerException, InterruptedException {
    RunningNode started = boot.nodes().get(node);
    boot.await(started, ports.amqp(node));
    progress.accept(Text.of("%s is up", started.name()));
  }
}
