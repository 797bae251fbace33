package io.brokerbench.cluster.rocketmq;

import io.brokerbench.child.ChildMain;
import io.brokerbench.cluster.Boot;
import io.brokerbench.cluster.Launch;
import io.brokerbench.cluster.NodeHost;
import io.brokerbench.cluster.RunningNode;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Cluster;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Brings the nodes of one cluster up. All JVMs start at once; then each takes its place after the
 * one before it, for a broker that registers too early tries again only after ten seconds, and so
 * does a slave whose master is not registered. A proxy that comes too early ends: it is started
 * when a master is registered.
 *
 * @param facts that only this kind of host has
 * @param launcher how a node is started on the host
 */
record ClusterStart(
    RocketMqSettings settings,
    Site site,
    NodeHost host,
    Map<String, Object> facts,
    Function<NodeSpec, Launch> launcher) {

  /** What a person is told at the begin. */
  static String announce(RocketMqSettings settings, PortLayout ports) {
    return String.format(
        Locale.ROOT,
        "starting RocketMQ %s, %s, on ports %d to %d",
        settings.release().name(),
        settings.topology().notation(),
        ports.first(),
        ports.last());
  }

  /** Returns when every node takes connections. */
  Cluster run(Consumer<String> progress) throws BrokerException, InterruptedException {
    List<NodeSpec> nodes = new ArrayList<>(Nodes.of(settings, site));
    Boot boot = new Boot(host, settings.startTimeout());
    boolean up = false;
    try {
      for (NodeSpec node : nodes) {
        boot.start(launcher.apply(node));
      }
      for (int i = 0; i < nodes.size(); i++) {
        takePlace(boot, nodes.get(i), boot.nodes().get(i), progress);
      }
      if (settings.proxy()) {
        Registry registry = new Registry(site.ports().nameServer());
        boot.until(registry::hasMaster, "no master registered");
        NodeSpec proxy = Nodes.proxy(settings, site);
        nodes.add(proxy);
        takePlace(boot, proxy, boot.start(launcher.apply(proxy)), progress);
      }
      up = true;
      Map<String, Object> known = new LinkedHashMap<>(host.facts());
      known.putAll(facts);
      known.putAll(ClusterFacts.of(settings, site, nodes, boot.nodes()));
      return boot.cluster(site.nameServer(), Collections.unmodifiableMap(known));
    } finally {
      if (!up) {
        boot.abandon();
      }
    }
  }

  private static void takePlace(
      Boot boot, NodeSpec node, RunningNode process, Consumer<String> progress)
      throws BrokerException, InterruptedException {
    process.say(ChildMain.GO);
    boot.await(process, node.port());
    progress.accept(String.format(Locale.ROOT, "%s is up", node.name()));
  }
}
