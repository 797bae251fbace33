package io.brokerbench.cluster.rocketmq;

import io.brokerbench.child.ChildMain;
import io.brokerbench.cluster.ClusterStart;
import io.brokerbench.cluster.NodeStartup;
import io.brokerbench.cluster.Placement;
import io.brokerbench.cluster.node.ProcessSpec;
import io.brokerbench.cluster.node.RunningNode;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Cluster;
import io.brokerbench.units.Text;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Starts the nodes of one cluster. All JVMs start at once, but their programs start one after the
 * other, because a broker that registers too early retries only after ten seconds, and so does a
 * slave whose master is not registered. A proxy that starts too early ends, so it is started when a
 * master is registered. A master with a proxy in its process does not wait for its turn once its
 * JVM runs, so the JVMs of such a cluster start one after the other as well.
 *
 * @param facts facts specific to this kind of host
 * @param processes returns the process to start on the host for a node
 */
record RocketMqClusterStart(
    RocketMqSettings settings,
    Map<String, Object> facts,
    Function<RocketMqNodeSpec, ProcessSpec> processes)
    implements ClusterStart<RocketMqPortLayout> {

  @Override
  public String describe() {
    return Text.of("RocketMQ %s, %s", settings.release().name(), settings.topology().notation());
  }

  @Override
  public Cluster start(
      NodeStartup boot, Placement<RocketMqPortLayout> site, Consumer<String> progress)
      throws BrokerException, InterruptedException {
    List<RocketMqNodeSpec> nodes = new ArrayList<>(Nodes.of(settings, site));
    if (!settings.localProxy()) {
      for (RocketMqNodeSpec node : nodes) {
        boot.start(processes.apply(node));
      }
    }
    for (int i = 0; i < nodes.size(); i++) {
      RocketMqNodeSpec node = nodes.get(i);
      RunningNode process =
          settings.localProxy() ? boot.start(processes.apply(node)) : boot.nodes().get(i);
      takePlace(boot, node, process, progress);
    }
    if (settings.separateProxy()) {
      NameServerQuery registry = new NameServerQuery(site.ports().nameServer(0));
      boot.until(registry::hasMaster, "no master registered");
      RocketMqNodeSpec proxy = Nodes.proxy(settings, site);
      nodes.add(proxy);
      takePlace(boot, proxy, boot.start(processes.apply(proxy)), progress);
    }
    Map<String, Object> known = new LinkedHashMap<>(boot.host().facts());
    known.putAll(facts);
    known.putAll(RocketMqClusterFacts.of(settings, site, nodes, boot.nodes()));
    site.authorityFile(boot.host(), nodes.get(0).name())
        .ifPresent(file -> known.put(Cluster.AUTHORITY_FILE, file.toString()));
    return boot.cluster(site.ports().nameServerAddresses(), Collections.unmodifiableMap(known));
  }

  private static void takePlace(
      NodeStartup boot, RocketMqNodeSpec node, RunningNode process, Consumer<String> progress)
      throws BrokerException, InterruptedException {
    process.say(ChildMain.GO);
    boot.await(process, node.port());
    progress.accept(Text.of("%s is up", node.name()));
  }
}
