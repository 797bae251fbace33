package io.brokerbench.cluster.mqtt;

import io.brokerbench.cluster.ClusterStart;
import io.brokerbench.cluster.NodeStartup;
import io.brokerbench.cluster.Placement;
import io.brokerbench.cluster.mqtt.MqttConnection.RefusedException;
import io.brokerbench.cluster.node.RunningNode;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.PrometheusEndpoints;
import io.brokerbench.units.Text;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Starts the brokers of one cluster in parallel, until each accepts a client and a bridge forwards.
 *
 * @param release the release as known before the start; empty if unknown
 * @param brokers a broker by its number, from 0
 */
record MqttClusterStart(
    MqttSettings settings,
    String release,
    BiFunction<Placement<MqttPortLayout>, Integer, MqttNodeSpec> brokers)
    implements ClusterStart<MqttPortLayout> {

  private static final int FORWARDED_MILLIS = 300;

  @Override
  public String describe() {
    return Text.of(
        "%s%s%s",
        settings.broker().title(),
        release.isEmpty() ? "" : " " + release,
        settings.bridge() ? ", two with a bridge" : "");
  }

  @Override
  public Cluster start(NodeStartup boot, Placement<MqttPortLayout> site, Consumer<String> progress)
      throws BrokerException, InterruptedException {
    List<MqttNodeSpec> specs =
        IntStream.range(0, settings.nodes().size())
            .mapToObj(node -> brokers.apply(site, node))
            .toList();
    for (MqttNodeSpec spec : specs) {
      boot.start(spec.process());
    }
    for (int node = 0; node < specs.size(); node++) {
      await(boot, site, node);
      progress.accept(Text.of("%s is up", boot.nodes().get(node).name()));
    }
    if (settings.bridge()) {
      boot.until(() -> forwards(site, 0, 1) && forwards(site, 1, 0), "the bridge did not forward");
    }
    return boot.cluster(
        site.ports().addresses(),
        MqttClusterFacts.of(settings, site, boot.host(), release, specs, boot.nodes()),
        Map.of(MqttClusterFacts.JMX_PASSWORD, site.secret()));
  }

  private void await(NodeStartup boot, Placement<MqttPortLayout> site, int node)
      throws BrokerException, InterruptedException {
    RunningNode running = boot.nodes().get(node);
    // EMQX does not report on its console that it is up.
    if (settings.broker() != Broker.EMQX) {
      boot.await(running);
    }
    AtomicReference<@Nullable RefusedException> refusal = new AtomicReference<>();
    boot.until(
        () -> takesClients(site, node, refusal) || refusal.get() != null,
        Text.of("%s accepted no MQTT client", running.name()));
    RefusedException refused = refusal.get();
    if (refused != null) {
      throw boot.failed(
          Text.of(
              "%s refuses clients: %s%s",
              running.name(), refused.getMessage(), settings.adviceOnRefusal()));
    }
    if (settings.broker() == Broker.EMQX) {
      PrometheusEndpoints figures =
          new PrometheusEndpoints(List.of(MqttClusterFacts.emqxFigures(site)));
      boot.until(
          () -> !figures.read().sums().isEmpty(),
          Text.of("%s did not report its metrics", running.name()));
    }
  }

  private boolean takesClients(
      Placement<MqttPortLayout> site,
      int node,
      AtomicReference<@Nullable RefusedException> refusal) {
    try {
      connect(site, node).close();
      return true;
    } catch (RefusedException e) {
      refusal.set(e);
      return false;
    } catch (IOException e) {
      return false;
    }
  }

  private boolean forwards(Placement<MqttPortLayout> site, int from, int to) {
    String topic = MosquittoNode.BRIDGED + "brokerbench";
    try (MqttConnection receiver = connect(site, to);
        MqttConnection sender = connect(site, from)) {
      receiver.subscribe("remote/" + topic);
      sender.publish(topic, "");
      return !receiver.receive(FORWARDED_MILLIS).isEmpty();
    } catch (IOException e) {
      return false;
    }
  }

  private MqttConnection connect(Placement<MqttPortLayout> site, int node) throws IOException {
    return new MqttConnection(
        site.ports().mqtt(node), site.certificate(), settings.account(), settings.clientIdPrefix());
  }
}
