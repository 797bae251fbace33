package io.brokerbench.cluster.mqtt;

import io.brokerbench.cluster.Boot;
import io.brokerbench.cluster.NodeHost;
import io.brokerbench.cluster.RunningNode;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.PrometheusEndpoints;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Brings the brokers of one cluster up, all at once: each takes a client, and a bridge forwards.
 *
 * @param release as far as it is known before the start
 */
record ClusterStart(MqttSettings settings, Site site, NodeHost host, String release) {

  private static final int FORWARDED_MILLIS = 300;

  /** What a person is told at the begin. */
  static String announce(MqttSettings settings, String release, PortLayout ports) {
    return String.format(
        Locale.ROOT,
        "starting %s%s%s, on port%s",
        settings.broker().title(),
        release.isEmpty() ? "" : " " + release,
        settings.bridge() ? ", two with a bridge" : "",
        ports.range().first() == ports.range().last()
            ? " " + ports.first()
            : String.format(Locale.ROOT, "s %d to %d", ports.first(), ports.range().last()));
  }

  /** Returns when every broker serves its clients. */
  Cluster run(Function<Integer, NodeSpec> brokers, Consumer<String> progress)
      throws BrokerException, InterruptedException {
    List<NodeSpec> specs =
        IntStream.range(0, settings.nodes().size()).boxed().map(brokers).toList();
    Boot boot = new Boot(host, settings.startTimeout());
    boolean up = false;
    try {
      for (NodeSpec spec : specs) {
        boot.start(spec.launch());
      }
      for (int node = 0; node < specs.size(); node++) {
        await(boot, specs.get(node), node);
        progress.accept(String.format(Locale.ROOT, "%s is up", boot.nodes().get(node).name()));
      }
      if (settings.bridge()) {
        boot.until(() -> forwards(0, 1) && forwards(1, 0), "the bridge did not forward");
      }
      up = true;
      return boot.cluster(
          site.addresses(),
          ClusterFacts.of(settings, site, host, release, specs, boot.nodes()),
          Map.of(ClusterFacts.JMX_PASSWORD, site.jmxPassword()));
    } finally {
      if (!up) {
        boot.abandon();
      }
    }
  }

  private void await(Boot boot, NodeSpec spec, int node)
      throws BrokerException, InterruptedException {
    RunningNode running = boot.nodes().get(node);
    if (spec.announced()) {
      boot.await(running);
    }
    boot.until(
        () -> takesClients(node),
        String.format(Locale.ROOT, "%s took no MQTT client", running.name()));
    if (settings.broker() == Broker.EMQX) {
      PrometheusEndpoints figures =
          new PrometheusEndpoints(List.of(ClusterFacts.emqxFigures(site)));
      boot.until(
          () -> !figures.read().sums().isEmpty(),
          String.format(Locale.ROOT, "%s did not tell its figures", running.name()));
    }
  }

  private boolean takesClients(int node) {
    try {
      connect(node).close();
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private boolean forwards(int from, int to) {
    String topic = MosquittoNode.BRIDGED + "brokerbench";
    try (MqttConnection receiver = connect(to);
        MqttConnection sender = connect(from)) {
      receiver.subscribe("remote/" + topic);
      sender.publish(topic, "");
      return !receiver.receive(FORWARDED_MILLIS).isEmpty();
    } catch (IOException e) {
      return false;
    }
  }

  private MqttConnection connect(int node) throws IOException {
    return new MqttConnection(site.ports().mqtt(node), site.certificate(), settings.account());
  }
}
