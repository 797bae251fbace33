package io.brokerbench.cluster.rabbitmq;

import io.brokerbench.cluster.Boot;
import io.brokerbench.cluster.NodeHost;
import io.brokerbench.cluster.RunningNode;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Cluster;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.function.Consumer;

/**
 * Brings the nodes of one cluster up: the first one alone, then all others at once, which join it.
 * Nodes that start all at once wait for each other's locks, at times for minutes.
 */
record ClusterStart(RabbitMqSettings settings, Site site, NodeHost host) {

  /** What a person is told at the begin. */
  static String announce(RabbitMqSettings settings, Release release, PortLayout ports) {
    return String.format(
        Locale.ROOT,
        "starting RabbitMQ %s, %d node%s, on ports %d to %d",
        release.name(),
        settings.nodes(),
        settings.nodes() == 1 ? "" : "s",
        ports.first(),
        ports.range().last());
  }

  /** Returns when every node takes connections. */
  Cluster run(Consumer<String> progress) throws BrokerException, InterruptedException {
    String definitions = Definitions.of(settings.account(), site.release().hasMirrors());
    List<SortedMap<String, String>> properties = new ArrayList<>();
    Boot boot = new Boot(host, settings.startTimeout());
    boolean up = false;
    try {
      boot.await(boot.startHelper(PortMapper.launch(site)));
      for (int node = 0; node < settings.nodes(); node++) {
        properties.add(NodeProperties.of(settings, site, node));
        RunningNode started =
            boot.start(NodeLaunch.of(site, node, properties.get(node), definitions));
        if (node == 0) {
          await(boot, started, node, progress);
        }
      }
      for (int node = 1; node < settings.nodes(); node++) {
        await(boot, boot.nodes().get(node), node, progress);
      }
      up = true;
      return boot.cluster(
          site.addresses(), ClusterFacts.of(settings, site, host, properties, boot.nodes()));
    } finally {
      if (!up) {
        boot.abandon();
      }
    }
  }

  private void await(Boot boot, RunningNode started, int node, Consumer<String> progress)
      throws BrokerException, InterruptedException {
    boot.await(started, site.ports().amqp(node));
    progress.accept(String.format(Locale.ROOT, "%s is up", started.name()));
  }
}
