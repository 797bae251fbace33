package io.brokerbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.Session;
import io.brokerbench.results.Promise;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** The driver {@code mqtt} with persistent sessions on a broker started by brokerbench. */
abstract class MqttContract extends DriverContract {

  private final String broker;
  private final String client;

  MqttContract(Cluster cluster, String broker, String client) {
    super(cluster);
    this.broker = broker;
    this.client = client;
  }

  @Override
  Session open(Cluster cluster, String topic, String... assignments) throws Exception {
    List<String> all =
        new ArrayList<>(
            List.of(
                "driver=mqtt",
                "cluster.broker=" + broker,
                "topic.name=" + topic,
                "topic.queues=4",
                "load.threads=1",
                "mqtt.client=" + client,
                "mqtt.session=persistent"));
    if (List.of(assignments).contains("load.mode=oneway")) {
      all.add("mqtt.qos=0");
    }
    all.addAll(Arrays.asList(assignments));
    return Sessions.own(cluster, all.toArray(String[]::new));
  }

  @Override
  int largestBatch() {
    return 1;
  }

  @Override
  boolean reportsTimes() {
    return false;
  }

  @Override
  boolean redelivers() {
    return false;
  }

  @Override
  boolean beginsWithTheFirst() {
    return false;
  }

  @Override
  boolean connectsAlongsideTheLoad() {
    return !client.equals("paho");
  }

  @Override
  boolean knowsTransactions() {
    return false;
  }

  @Override
  boolean nodesAreJvms() {
    return broker.equals("hivemq");
  }

  @Override
  void assertAgree(Promise promise, Map<String, Object> facts) {
    assertThat(promise.onDisk()).isFalse();
    assertThat(promise.copies()).isEqualTo(1);
    assertThat(facts.get("client").toString())
        .contains(client.equals("paho") ? "org.eclipse.paho" : "hivemq-mqtt-client");
    assertThat(facts.get("brokers").toString()).contains("product=" + broker);
  }
}
